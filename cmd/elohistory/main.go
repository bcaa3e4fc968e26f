// Command elohistory draws how the engine grew stronger, from a table of
// matches of each version against the one before it.
//
//	elohistory -o docs/elo-history.png docs/elo-history.csv
//
// The table has six columns: version, commit, Elo against the version before
// and its 95 % error, games, condition; lines that begin with # are left out.
// A point of the picture is the sum of the Elo so far. Its error bar is the
// root of the sum of the squared errors, as the matches are independent.
// Matches of different conditions are added up, and gains against the version
// before are larger than those against other engines: the picture tells which
// steps mattered, not how strong the engine is.
package main

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Exit codes.
const (
	exitFault = 1
	exitUsage = 2
)

const (
	pictureWidth  = 10 * vg.Inch
	pictureHeight = 5 * vg.Inch
	labelAngle    = 0.5 // of the versions' names, in radians
)

// The columns of the table.
const (
	columnVersion = iota
	columnCommit
	columnElo
	columnError
	columnGames
	columnCondition
	columns
)

// step is one version: its gain by match, and the sums up to it.
type step struct {
	version       string
	elo, err      float64 // against the version before
	total, totErr float64 // against the first version
}

func main() {
	output := flag.String("o", "elo-history.png", "PNG `file` to draw into")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: elohistory [-o PICTURE.png] TABLE.csv")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(exitUsage)
	}
	if err := run(flag.Arg(0), *output); err != nil {
		fmt.Fprintln(os.Stderr, "elohistory:", err)
		os.Exit(exitFault)
	}
}

// run reads the table and draws the picture.
func run(table, output string) error {
	in, err := os.Open(table)
	if err != nil {
		return err
	}
	defer in.Close()
	steps, err := readSteps(in)
	if err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	out, err := os.Create(output)
	if err != nil {
		return err
	}
	return errors.Join(drawSteps(out, steps), out.Close())
}

// readSteps reads the table and adds up. Errors name the line and the column.
func readSteps(r io.Reader) ([]step, error) {
	in := csv.NewReader(r)
	in.Comment, in.FieldsPerRecord = '#', columns
	var steps []step
	last := step{}
	for {
		row, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		s := step{version: row[columnVersion]}
		for _, number := range []struct {
			column int
			to     *float64
		}{{columnElo, &s.elo}, {columnError, &s.err}} {
			if *number.to, err = strconv.ParseFloat(row[number.column], 64); err != nil {
				line, _ := in.FieldPos(number.column)
				return nil, fmt.Errorf("line %d, column %d: %q is not a number", line, number.column+1, row[number.column])
			}
		}
		s.total, s.totErr = last.total+s.elo, math.Hypot(last.totErr, s.err)
		steps, last = append(steps, s), s
	}
	if len(steps) == 0 {
		return nil, errors.New("no versions in the table")
	}
	return steps, nil
}

// drawSteps writes the picture: the sum of the Elo by version, with errors.
func drawSteps(w io.Writer, steps []step) error {
	var names []string
	points := make(plotter.XYs, len(steps))
	bars := make(plotter.YErrors, len(steps))
	for i, s := range steps {
		names = append(names, s.version)
		points[i] = plotter.XY{X: float64(i), Y: s.total}
		bars[i].Low, bars[i].High = s.totErr, s.totErr
	}
	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	errorBars, err := plotter.NewYErrorBars(struct {
		plotter.XYer
		plotter.YErrorer
	}{points, bars})
	if err != nil {
		return err
	}
	p := plot.New()
	p.Title.Text = "Elo over the first version, matches of each version against the one before added up"
	p.Y.Label.Text = "Elo, with 95 % error"
	p.NominalX(names...)
	p.X.Tick.Label.Rotation = -labelAngle
	p.X.Tick.Label.XAlign = 0
	p.Add(plotter.NewGrid(), line, dots, errorBars)
	picture, err := p.WriterTo(pictureWidth, pictureHeight, "png")
	if err != nil {
		return err
	}
	_, err = picture.WriteTo(w)
	return err
}
