#!/bin/sh
# checkbench.sh PROGRAM...: every program must print the same bench number, and the one of the
# newest commit that has a line "Bench: N", if there is one.
set -eu
want=$(git log --format=%B 2>/dev/null | sed -n 's/^Bench: *\([0-9][0-9]*\) *$/\1/p' | head -n 1)
[ -n "$want" ] && echo "newest commit with a bench number: $want"
status=0
for program in "$@"; do
	got=$("$program" bench | tail -n 1 | sed -n 's/^\([0-9][0-9]*\) nodes [0-9][0-9]* nps$/\1/p')
	echo "$program: ${got:-no bench number}"
	[ -n "$got" ] || status=1
	[ -z "$want" ] || [ "$got" = "$want" ] || status=1
	want=${want:-$got}
done
[ $status -eq 0 ] || echo "the bench numbers differ" >&2
exit $status
