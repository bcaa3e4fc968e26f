package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"tura/internal/uciclient"
)

// handshakeTime is how long an engine may take to answer uci.
const handshakeTime = 30 * time.Second

// smallLetters begin the names of the engine's numbers.
const smallLetters = "abcdefghijklmnopqrstuvwxyz"

// param is a number to tune: an option of the engine.
type param struct {
	Name  string  `json:"name"`
	Start float64 `json:"start"`
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	CEnd  float64 `json:"cEnd"` // step of the perturbation in the last iteration
}

// The c_end of a parameter that names none: a share of the start, and enough
// for whole numbers to differ.
const (
	cEndShare = 12
	cEndLeast = 0.5
)

func defaultCEnd(start float64) float64 {
	return max(cEndLeast, start/cEndShare, -start/cEndShare)
}

var errNoNumbers = errors.New("the engine has no numbers for tuning; build it with -tags tune")

// spinOption is a number of the engine, as it announces the option.
type spinOption struct {
	name               string
	value, lowest, top float64
}

// listOptions asks the engine for its numbers, in its order.
func listOptions(command []string) (options []spinOption, err error) {
	var lines []string
	engine, err := uciclient.Start(uciclient.Config{
		Path: command[0], Args: command[1:], Stderr: os.Stderr,
		Trace: func(sent bool, line string) {
			if !sent {
				lines = append(lines, line)
			}
		},
	})
	if err != nil {
		return nil, err
	}
	err = engine.Handshake(handshakeTime)
	_ = engine.Close() // how it ends is of no matter; from here on nobody else uses lines
	if err != nil {
		return nil, fmt.Errorf("%s: no answer to uci: %w", command[0], err)
	}
	for _, line := range lines {
		if o, ok := parseSpin(line); ok {
			options = append(options, o)
		}
	}
	return options, nil
}

// parseSpin reads the line of a number option with all its values. Names that
// do not begin with a small letter are the ordinary options.
func parseSpin(line string) (o spinOption, ok bool) {
	rest, isOption := strings.CutPrefix(strings.TrimSpace(line), "option name ")
	name, rest, isSpin := strings.Cut(rest, " type spin ")
	if !isOption || !isSpin || strings.ContainsAny(name, " \t") || strings.IndexAny(name, smallLetters) != 0 {
		return o, false
	}
	o.name = name
	seen := 0
	words := strings.Fields(rest)
	for i := 0; i+1 < len(words); i += 2 {
		v, err := strconv.ParseFloat(words[i+1], 64)
		if err != nil {
			return o, false
		}
		switch words[i] {
		case "default":
			o.value = v
		case "min":
			o.lowest = v
		case "max":
			o.top = v
		default:
			continue
		}
		seen++
	}
	return o, seen == 3
}

// writeOptions writes the options as a file of parameters.
func writeOptions(out io.Writer, options []spinOption) error {
	if len(options) == 0 {
		return errNoNumbers
	}
	lines := bufio.NewWriter(out)
	fmt.Fprintf(lines, "# %-26s %7s %7s %7s %8s\n", "name", "start", "min", "max", "c_end")
	for _, o := range options {
		fmt.Fprintf(lines, "%-28s %7g %7g %7g %8.4g\n", o.name, o.value, o.lowest, o.top, defaultCEnd(o.value))
	}
	return lines.Flush()
}

// loadParams reads a file of parameters and completes it from the options.
func loadParams(file string, options []spinOption) ([]param, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	params, err := readParams(in, options)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return params, nil
}

func readParams(in io.Reader, options []spinOption) (params []param, err error) {
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		list, err := parseParam(fields, options)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		for _, p := range list {
			for _, q := range params {
				if p.Name == q.Name {
					return nil, fmt.Errorf("line %d: %s is there already", n, p.Name)
				}
			}
			params = append(params, p)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(params) == 0 {
		return nil, errors.New("no parameters in it")
	}
	return params, nil
}

// parseParam reads the fields of a line: name or pattern, start, min, max,
// c_end.
func parseParam(fields []string, options []spinOption) (params []param, err error) {
	const most = 5
	if len(fields) > most {
		return nil, errors.New("want at most name, start, min, max and c_end")
	}
	for _, o := range options {
		match, err := path.Match(strings.ToLower(fields[0]), strings.ToLower(o.name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", fields[0], err)
		}
		if !match {
			continue
		}
		p := param{Name: o.name, Start: o.value, Min: o.lowest, Max: o.top}
		for i, v := range []*float64{&p.Start, &p.Min, &p.Max, &p.CEnd} {
			if i+1 >= len(fields) || fields[i+1] == "-" {
				continue
			}
			if *v, err = strconv.ParseFloat(fields[i+1], 64); err != nil {
				return nil, fmt.Errorf("%s: %q is not a number", p.Name, fields[i+1])
			}
		}
		if p.CEnd == 0 {
			p.CEnd = defaultCEnd(p.Start)
		}
		if err := p.check(&o); err != nil {
			return nil, err
		}
		params = append(params, p)
	}
	if len(options) == 0 {
		return nil, errNoNumbers
	}
	if len(params) == 0 {
		return nil, fmt.Errorf("the engine has no number %s; -list shows them", fields[0])
	}
	return params, nil
}

func (p *param) check(o *spinOption) error {
	switch {
	case p.Min < o.lowest || p.Max > o.top:
		return fmt.Errorf("%s: the option goes from %g to %g, the parameter from %g to %g", p.Name, o.lowest, o.top, p.Min, p.Max)
	case !(p.Min <= p.Start && p.Start <= p.Max):
		return fmt.Errorf("%s: the start %g is not in the range from %g to %g", p.Name, p.Start, p.Min, p.Max)
	case !(math.Ceil(p.Min) < math.Floor(p.Max)):
		return fmt.Errorf("%s: there is nothing to choose from %g to %g", p.Name, p.Min, p.Max)
	case !(p.CEnd > 0):
		return fmt.Errorf("%s: c_end must be greater than 0", p.Name)
	}
	return nil
}
