package main

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Size of the picture.
const (
	plotWidth  = 8 * vg.Inch
	plotHeight = 5 * vg.Inch
)

// writePlot draws the losses of a run over its epochs as a PNG picture.
func writePlot(w io.Writer, history []epochLoss) error {
	p := plot.New()
	p.Title.Text = "Training"
	p.X.Label.Text = "epoch"
	p.Y.Label.Text = "loss"
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	curves := []struct {
		name   string
		colour color.Color
		value  func(epochLoss) float64
	}{
		{"training", color.RGBA{R: 31, G: 119, B: 180, A: 255}, func(e epochLoss) float64 { return e.Train }},
		{"validation", color.RGBA{R: 214, G: 39, B: 40, A: 255}, func(e epochLoss) float64 { return e.Validate }},
	}
	for _, c := range curves {
		var points plotter.XYs
		for _, e := range history {
			if v := c.value(e); v > 0 {
				points = append(points, plotter.XY{X: float64(e.Epoch), Y: v})
			}
		}
		if len(points) == 0 {
			continue
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return err
		}
		line.Color = c.colour
		line.Width = vg.Points(1.5)
		p.Add(line)
		p.Legend.Add(c.name, line)
	}
	picture, err := p.WriterTo(plotWidth, plotHeight, "png")
	if err != nil {
		return err
	}
	_, err = picture.WriteTo(w)
	return err
}
