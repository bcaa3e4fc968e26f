package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"tura/position"
)

// progressInterval is the time between two lines of progress.
const progressInterval = 5 * time.Second

// builder grows a tree.
type builder struct {
	tree      *tree
	state     *stateFile // nil: none
	positions int        // to analyse, and more until no leaf is above settle
	settle    float64    // probability of a leaf
	batch     int        // positions to analyse before values are brought up to date
	analysts  []func(*position.Position) (analysis, error)

	log     io.Writer
	started time.Time
	before  int // positions analysed in earlier runs
	printed time.Time
}

// buildFlags are the flags of build.
type buildFlags struct {
	path, state            string
	positions, batch, jobs int
	settle                 float64
	settings
	selection
}

// parseBuild reads the flags of build and finds fault with them.
func parseBuild(args []string, log io.Writer) (*buildFlags, error) {
	f := new(buildFlags)
	flags := newFlags("build", "", log)
	flags.StringVar(&f.path, "o", "", "`file` to write the book to")
	flags.StringVar(&f.state, "state", "", "`file` that keeps the analyses, to go on later or to choose again (default: that of -o with .state)")
	flags.IntVar(&f.positions, "positions", 2000, "positions to analyse, rounded up to whole batches")
	flags.Float64Var(&f.settle, "settle", 0.02, "go on beyond -positions, by half as many at most, while a walk leaves the book at one place with this `probability`")
	flags.IntVar(&f.batch, "batch", 4, "positions analysed side by side; the book depends on it, not on -jobs")
	flags.IntVar(&f.jobs, "jobs", 1, "searches that run at the same time")
	flags.Uint64Var(&f.nodes, "nodes", 200000, "nodes a search; no new iteration is begun after that many")
	flags.IntVar(&f.lines, "lines", 5, "best moves to look for in a position")
	flags.IntVar(&f.hash, "hash", 64, "`MB` of transposition table a search")
	flags.IntVar(&f.margin, "margin", 25, "`centipawns` a book move may be worse than the best one")
	flags.IntVar(&f.limit, "limit", 70, "`centipawns` beyond which a position is left to the search")
	flags.Float64Var(&f.temperature, "temperature", 12, "`centipawns` by which a move is worse that gets 1/e of the best one's weight")
	flags.IntVar(&f.narrow, "narrow", 20, "`plies` after which -margin and -temperature are half as large; 0: they stay the same")
	flags.IntVar(&f.maxPly, "max-ply", 40, "deepest `ply` of the book")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	switch {
	case f.path == "":
		return nil, errors.New("build needs -o file")
	case flags.NArg() > 0:
		return nil, fmt.Errorf("build takes flags only, got %q", flags.Args())
	case f.positions < 1 || f.batch < 1 || f.jobs < 1:
		return nil, errors.New("-positions, -batch and -jobs must be 1 or more")
	case f.nodes < 1 || f.lines < 1 || f.hash < 1:
		return nil, errors.New("-nodes, -lines and -hash must be 1 or more")
	case f.margin < 0 || f.limit < 0 || f.narrow < 0 || f.maxPly < 1:
		return nil, errors.New("-margin, -limit and -narrow must not be negative, -max-ply must be 1 or more")
	case !(f.temperature > 0):
		return nil, errors.New("-temperature must be above 0")
	}
	if f.state == "" {
		f.state = f.path + ".state"
	}
	return f, nil
}

// runBuild grows a book from the start position.
func runBuild(args []string, out, log io.Writer) error {
	f, err := parseBuild(args, log)
	if err != nil {
		return err
	}
	b := builder{tree: newTree(f.selection), positions: f.positions, settle: f.settle, batch: f.batch, log: log}
	for range min(f.jobs, f.batch) {
		a, err := newAnalyst(f.settings)
		if err != nil {
			return err
		}
		b.analysts = append(b.analysts, a.analyse)
	}
	if b.state, err = openState(f.state, f.settings.String(), b.tree); err != nil {
		return err
	}
	defer b.state.close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the program
	if err := b.grow(ctx); err != nil {
		return err
	}
	records := b.tree.records()
	if err := saveBook(f.path, records); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d records from %d analysed positions (%s)\n", f.path, len(records), len(b.tree.nodes), f.settings)
	return b.state.close()
}

// grow analyses positions until there are enough, no more are worth it, or ctx ends. Batches
// are always whole, so that a tree grown in several runs is the same as one grown in one.
func (b *builder) grow(ctx context.Context) error {
	b.started, b.before = time.Now(), len(b.tree.nodes)
	for ctx.Err() == nil {
		b.tree.evaluate()
		_, leaves := b.tree.follow()
		if len(leaves) == 0 {
			fmt.Fprintln(b.log, "makebook: the book leads to no other position within -max-ply and -limit")
			return nil
		}
		if b.enough(leaves[0]) {
			return nil
		}
		leaves = leaves[:min(b.batch, len(leaves))]
		if err := b.analyse(leaves); err != nil {
			return err
		}
		b.progress(leaves[0])
	}
	return nil
}

// enough says whether the tree is large enough, given its most probable leaf.
func (b *builder) enough(first *leaf) bool {
	const mostMore = 1.5
	count := float64(len(b.tree.nodes))
	wanted := float64(b.positions)
	return count >= wanted && (first.mass <= b.settle || count >= wanted*mostMore)
}

// analyse analyses the leaves side by side and puts them into the tree and the state file
// in their order.
func (b *builder) analyse(leaves []*leaf) error {
	analyses := make([]analysis, len(leaves))
	positions := make([]*position.Position, len(leaves))
	failures := make([]error, len(leaves))
	var work sync.WaitGroup
	for first, analyst := range b.analysts {
		work.Go(func() {
			for i := first; i < len(leaves); i += len(b.analysts) {
				if positions[i], failures[i] = leaves[i].position(); failures[i] == nil {
					analyses[i], failures[i] = analyst(positions[i])
				}
			}
		})
	}
	work.Wait()
	if err := errors.Join(failures...); err != nil {
		return err
	}
	keys := make([]uint64, len(leaves))
	for i, l := range leaves {
		keys[i] = l.key
		if err := b.tree.add(l.key, positions[i], analyses[i]); err != nil {
			return err
		}
	}
	if b.state == nil {
		return nil
	}
	return b.state.append(keys, b.tree)
}

// progress prints how far the work has come, now and then. next is the most probable leaf of
// the last batch.
func (b *builder) progress(next *leaf) {
	now := time.Now()
	if now.Sub(b.printed) < progressInterval {
		return
	}
	b.printed = now
	done := len(b.tree.nodes)
	each := now.Sub(b.started) / time.Duration(max(1, done-b.before))
	left := (each * time.Duration(max(0, b.positions-done))).Round(time.Second)
	fmt.Fprintf(b.log, "makebook: %d of %d positions, last one with probability %.2e, about %s left\n",
		done, b.positions, next.mass, left)
}
