package main

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"tura/search"
)

const (
	plotWidth  = 9 * vg.Inch
	plotHeight = 6 * vg.Inch
	// plotBin is how many centipawns a point stands for, plotLeast how many
	// positions a point must have.
	plotBin   = 40
	plotLeast = 30
	// plotRange is the largest score drawn, plotStep the distance of the
	// points that a curve goes through, in centipawns.
	plotRange = 700
	plotStep  = 10
)

// bandColours are the colours of the bands.
var bandColours = []color.Color{
	color.RGBA{R: 214, G: 39, B: 40, A: 255},
	color.RGBA{R: 255, G: 127, B: 14, A: 255},
	color.RGBA{R: 44, G: 160, B: 44, A: 255},
	color.RGBA{R: 31, G: 119, B: 180, A: 255},
}

// savePlot draws into a PNG file.
func savePlot(name string, cells []cell, m *search.WDLModel) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(writePlot(file, cells, m), file.Close())
}

// writePlot draws the wins and the draws of the games as points and those of
// the model as curves, for each band of material.
func writePlot(w io.Writer, cells []cell, m *search.WDLModel) error {
	p := plot.New()
	p.Title.Text = "Wins (solid) and draws (dashed), games (points) and model (curves)"
	p.X.Label.Text = "score, centipawns"
	p.Y.Label.Text = "share"
	p.X.Min, p.X.Max = -plotRange, plotRange
	p.Y.Min, p.Y.Max = 0, 1
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	for i, b := range bands {
		wins, draws := pointsOf(cells, b)
		for _, points := range []plotter.XYs{wins, draws} {
			if len(points) == 0 {
				continue
			}
			dots, err := plotter.NewScatter(points)
			if err != nil {
				return err
			}
			dots.GlyphStyle = draw.GlyphStyle{Color: bandColours[i], Radius: vg.Points(2), Shape: draw.CircleGlyph{}}
			p.Add(dots)
		}
		win, drawn, err := curvesOf(m, (b.from+b.to)/2)
		if err != nil {
			return err
		}
		win.Color, drawn.Color = bandColours[i], bandColours[i]
		drawn.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		p.Add(win, drawn)
		p.Legend.Add(fmt.Sprintf("material %d to %d", b.from, b.to), win)
	}
	picture, err := p.WriterTo(plotWidth, plotHeight, "png")
	if err != nil {
		return err
	}
	_, err = picture.WriteTo(w)
	return err
}

// pointsOf are the shares of wins and draws in the games, by score.
func pointsOf(cells []cell, b band) (wins, draws plotter.XYs) {
	for from := -plotRange; from < plotRange; from += plotBin {
		var sum tally
		score := 0.0
		for i := range cells {
			if c := &cells[i]; b.has(c.material) && c.score >= from && c.score < from+plotBin {
				sum.won += c.won
				sum.drawn += c.drawn
				sum.lost += c.lost
				score += float64(c.score) * c.total()
			}
		}
		if n := sum.total(); n >= plotLeast {
			wins = append(wins, plotter.XY{X: score / n, Y: sum.won / n})
			draws = append(draws, plotter.XY{X: score / n, Y: sum.drawn / n})
		}
	}
	return wins, draws
}

// curvesOf are the chances of win and draw by the model.
func curvesOf(m *search.WDLModel, material int) (win, drawn *plotter.Line, err error) {
	var wins, draws plotter.XYs
	for score := -plotRange; score <= plotRange; score += plotStep {
		w, l := m.Chances(float64(score), material)
		wins = append(wins, plotter.XY{X: float64(score), Y: w})
		draws = append(draws, plotter.XY{X: float64(score), Y: 1 - w - l})
	}
	if win, err = plotter.NewLine(wins); err != nil {
		return nil, nil, err
	}
	drawn, err = plotter.NewLine(draws)
	return win, drawn, err
}
