package search

import (
	"testing"

	"tura/eval"
	"tura/position"
)

// TestWDLModel looks at every material and score that the engine can have.
func TestWDLModel(t *testing.T) {
	for material := MinWDLMaterial; material <= MaxWDLMaterial; material++ {
		if a, b := wdlFit.At(material); a <= 0 || b <= 0 {
			t.Fatalf("material %d: got a = %f, b = %f, want both positive", material, a, b)
		}
		lastWin, lastLoss := 0, perMille
		for score := -tbWinInMaxPly + 1; score < tbWinInMaxPly; score++ {
			if score == -eval.Limit+1 {
				score = -3000 // nothing happens in between
			} else if score == 3000 {
				score = eval.Limit
			}
			win, draw, loss := wdlAt(score, material)
			if win+draw+loss != perMille || win < 0 || draw < 0 || loss < 0 {
				t.Fatalf("material %d, score %d: got %d %d %d, want a sum of 1000", material, score, win, draw, loss)
			}
			if win < lastWin || loss > lastLoss {
				t.Fatalf("material %d, score %d: got %d %d %d after a win of %d and a loss of %d at a lower score",
					material, score, win, draw, loss, lastWin, lastLoss)
			}
			if w, d, l := wdlAt(-score, material); w != loss || d != draw || l != win {
				t.Fatalf("material %d: got %d %d %d at %d and %d %d %d at %d", material, win, draw, loss, score, w, d, l, -score)
			}
			lastWin, lastLoss = win, loss
		}
		if lastWin != perMille || lastLoss != 0 {
			t.Errorf("material %d: got %d and %d at the highest score, want 1000 and 0", material, lastWin, lastLoss)
		}
	}
}

func TestWDLCertain(t *testing.T) {
	pos := position.New()
	tests := []struct {
		name            string
		score           Score
		win, draw, loss int
	}{
		{"mate in 1", MateScore - 1, perMille, 0, 0},
		{"farthest mate", mateInMaxPly, perMille, 0, 0},
		{"mated", -MateScore, 0, 0, perMille},
		{"farthest loss", -mateInMaxPly, 0, 0, perMille},
		{"tablebase win", tbWinScore, perMille, 0, 0},
		{"farthest tablebase win", tbWinInMaxPly, perMille, 0, 0},
		{"tablebase loss", -tbWinScore, 0, 0, perMille},
		{"farthest tablebase loss", -tbWinInMaxPly, 0, 0, perMille},
	}
	for _, tt := range tests {
		win, draw, loss := WDL(tt.score, pos)
		if win != tt.win || draw != tt.draw || loss != tt.loss {
			t.Errorf("%s: got %d %d %d, want %d %d %d", tt.name, win, draw, loss, tt.win, tt.draw, tt.loss)
		}
	}
	if win, draw, loss := WDL(0, pos); win != loss || draw == 0 {
		t.Errorf("score 0: got %d %d %d, want as many wins as losses, and draws", win, draw, loss)
	}
}

func TestWDLMaterial(t *testing.T) {
	tests := []struct {
		fen  string
		want int
	}{
		{position.StartFEN, 78},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", MinWDLMaterial},
		{"4k3/pppp4/8/8/8/8/8/QB2K1NR w - - 0 1", 24},
		{"qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1", MaxWDLMaterial},
	}
	for _, tt := range tests {
		pos, err := position.FromFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := WDLMaterial(pos); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.fen, got, tt.want)
		}
	}
}
