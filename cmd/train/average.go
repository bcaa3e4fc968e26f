package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// averageCommand writes the mean of networks that came from the same one. Runs that
// begin with the parameters of one network and are not long stay close enough to it, and
// to each other, for their mean to be a network too. It has less of what each has learnt
// by heart. (The idea is Wortsman et al., "Model soups: averaging weights of multiple
// fine-tuned models improves accuracy without increasing inference time", 2022.)
func averageCommand(args []string, out, usage io.Writer) error {
	set := flag.NewFlagSet("train average", flag.ContinueOnError)
	set.SetOutput(usage)
	set.Usage = func() {
		fmt.Fprintln(usage, "usage: train average [-out FILE] NET NET ...\n\nflags:")
		set.PrintDefaults()
	}
	name := set.String("out", defaultOut, "network `file`; a summary is written beside it")
	if err := set.Parse(args); err != nil {
		return err
	}
	if set.NArg() < 2 {
		set.Usage()
		return errors.New("train average: need two networks or more; one that is named twice counts twice")
	}
	nets := make([]*quantised, set.NArg())
	for i, source := range set.Args() {
		var err error
		if nets[i], err = readNetwork(source); err != nil {
			return err
		}
		if nets[i].qb != nets[0].qb {
			return fmt.Errorf("%s has QB %d and %s has %d: networks of the same QB are wanted (train -qb)",
				source, nets[i].qb, set.Arg(0), nets[0].qb)
		}
	}
	mean := meanOf(nets)
	file, err := mean.file()
	if err != nil {
		return err
	}
	var summary strings.Builder
	if err := writeAverageSummary(&summary, filepath.Base(*name), checksumOf(file), set.Args(), nets); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(*name), 0o755); err != nil {
		return err
	}
	for _, f := range []struct{ name, text string }{{*name, string(file)}, {besideNet(*name, summaryExt), summary.String()}} {
		if err := writeFile(f.name, func(w io.Writer) error { return writeText(w, f.text) }); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%s: the mean of %d networks\n", *name, len(nets))
	return nil
}

// meanOf returns the mean of networks of the same shape and QB.
func meanOf(nets []*quantised) *quantised {
	first := nets[0]
	return &quantised{
		net: first.net, qb: first.qb,
		ft:      meanNumbers(nets, func(q *quantised) []int16 { return q.ft }),
		bias:    meanNumbers(nets, func(q *quantised) []int16 { return q.bias }),
		out:     meanNumbers(nets, func(q *quantised) []int16 { return q.out }),
		outBias: meanNumbers(nets, func(q *quantised) []int32 { return q.outBias }),
	}
}

// meanNumbers returns the rounded means of one part of the networks.
func meanNumbers[T int16 | int32](nets []*quantised, part func(*quantised) []T) []T {
	mean := slices.Clone(part(nets[0]))
	for i := range mean {
		sum := 0
		for _, q := range nets {
			sum += int(part(q)[i])
		}
		mean[i] = T(math.Round(float64(sum) / float64(len(nets))))
	}
	return mean
}

// writeAverageSummary writes which networks the mean is of, and what the summaries
// beside them say.
func writeAverageSummary(w io.Writer, netName string, checksum uint32, names []string, nets []*quantised) error {
	var b strings.Builder
	fmt.Fprintf(&b, "network       %s, CRC-32 %08x\n", netName, checksum)
	fmt.Fprintf(&b, "made          %s, %s\n", time.Now().UTC().Format(time.DateOnly), revision())
	fmt.Fprintf(&b, "mean of\n")
	for i, name := range names {
		file, err := nets[i].file()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(&b, "              %s, CRC-32 %08x\n", name, checksumOf(file))
	}
	for i, name := range names {
		if slices.Index(names, name) < i {
			continue
		}
		text, err := os.ReadFile(besideNet(name, summaryExt))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "\n---- %s\n\n%s", name, text)
	}
	return writeText(w, b.String())
}

func writeText(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}
