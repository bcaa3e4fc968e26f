package uci

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"tura/position"
	"tura/search"
)

const (
	// maxDepthShown and maxNPSShown are the largest numbers that all clients can read.
	maxDepthShown = 255
	maxNPSShown   = math.MaxInt32
	// drawRepetitions is the number of earlier occurrences that makes a draw.
	drawRepetitions = 2
)

// formatInfo turns one report of a finished line into text. root is a scratch copy of the root
// position, the same again on return; wdl may be nil.
func formatInfo(i *search.Info, root *position.Position, wdl wdlFunc) string {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score %s",
		shownDepth(i.Depth), shownDepth(max(i.SelDepth, i.Depth)), max(i.MultiPV, 1), formatScore(i.Score))
	switch i.Bound {
	case search.LowerBound:
		b.WriteString(" lowerbound")
	case search.UpperBound:
		b.WriteString(" upperbound")
	}
	b.WriteString(wdl.text(i.Score, root))
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d tbhits %d time %d",
		i.Nodes, nps(i.Nodes, i.Time), i.HashFull, i.TBHits, milli(i.Time))
	writePV(&b, i.PV, root)
	return b.String()
}

// wdlFunc is the type of Config.WDL; nil when it is not to be shown.
type wdlFunc func(search.Score, *position.Position) (win, draw, loss int)

// text is what follows a score.
func (f wdlFunc) text(s search.Score, pos *position.Position) string {
	if f == nil {
		return ""
	}
	return formatWDL(f(s, pos))
}

func formatWDL(win, draw, loss int) string { return fmt.Sprintf(" wdl %d %d %d", win, draw, loss) }

func formatCurrMove(i *search.Info, root *position.Position) string {
	return fmt.Sprintf("info depth %d currmove %s currmovenumber %d",
		shownDepth(i.Depth), root.UCI(i.CurrMove), i.CurrMoveNumber)
}

func formatScore(s search.Score) string {
	if moves, ok := s.MateIn(); ok {
		return "mate " + strconv.Itoa(moves)
	}
	return "cp " + strconv.Itoa(int(s))
}

func shownDepth(d int) int { return min(max(d, 0), maxDepthShown) }

// milli is a time in whole milliseconds.
func milli(d time.Duration) int64 { return max(d, 0).Milliseconds() }

// nps is the speed in nodes per second; times under a millisecond count as one.
func nps(nodes uint64, d time.Duration) uint64 {
	d = max(d, time.Millisecond)
	return uint64(min(float64(nodes)/d.Seconds(), maxNPSShown))
}

// writePV prints a principal variation as far as it is legal and the game goes on: it ends with
// the move that makes mate, stalemate, the third repetition or the fifty-move draw.
func writePV(b *strings.Builder, pv []position.Move, pos *position.Position) {
	made := 0
	for _, m := range pv {
		if !pos.IsLegal(m) {
			break
		}
		if made == 0 {
			b.WriteString(" pv")
		}
		b.WriteByte(' ')
		b.WriteString(pos.UCI(m))
		pos.Make(m)
		made++
		if gameOver(pos) {
			break
		}
	}
	for ; made > 0; made-- {
		pos.Unmake()
	}
}

func gameOver(pos *position.Position) bool {
	return !pos.HasLegalMove() || pos.RepetitionCount() >= drawRepetitions || pos.IsFiftyMoveDraw()
}
