# make EXE=name builds the program under that name; all other targets are for development.
EXE ?= tura
GO ?= go
GAMEDATA ?= ../shared/data

.PHONY: build test race purego bench perft pgo tune check clean

build:
	$(GO) build -trimpath -ldflags="-s -w" -o $(EXE) .

test:
	$(GO) test ./...

race:
	$(GO) test -race ./...

purego:
	$(GO) test -tags purego ./eval/...

bench: build
	./$(EXE) bench

# All depths of the perft lists.
perft:
	TURA_DATA=$(abspath $(GAMEDATA)) TURA_PERFT=all $(GO) test -count=1 -timeout 60m -run Perft -v ./position

# A new profile for the compiler; the depth gives it some thousand samples.
pgo: build
	./$(EXE) -cpuprofile default.pgo bench 18

# The engine with its numbers as options, and the program that tunes them.
tune:
	$(GO) build -tags tune -o out/tura-tune .
	$(GO) build -o out/tune ./cmd/tune

check:
	./.ci/run

clean:
	rm -f $(EXE)
