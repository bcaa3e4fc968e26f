package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tura/game"
	"tura/internal/uciclient"
	"tura/position"
)

// The tests here play games with the built program over pipes, under the eyes
// of package game: no flag may fall, no move be illegal, no engine crash, with
// any kind of clock.

const (
	// timerShare is how much of a free move timer has to be used, in per cent.
	timerShare = 90
	// clockSlack lets the games go on after a move that overstepped the clock
	// because other programs had the processor; see noise.
	clockSlack = 2 * time.Second
	// handshake is how long the engine may take to answer uci.
	handshake = 20 * time.Second
	// gameTime and playingTime are when one game and when all games are broken
	// off, however few plies they have; on a quiet machine none comes so far.
	gameTime    = 7 * time.Second
	playingTime = 30 * time.Second
)

// buildEngine builds the program into a temporary folder.
func buildEngine(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("games over pipes take half a minute")
	}
	binary := filepath.Join(t.TempDir(), "tura-e2e")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("building the engine: %v\n%s", err, out)
	}
	return binary
}

// e2eGame is a game to play.
type e2eGame struct {
	name    string
	control string // as game.ParseTimeControl reads it
	delay   uciclient.DelayWay
	fen     string // empty: the standard start
	is960   bool
	depth   int
	nodes   uint64
	plies   int // where the game is broken off as a draw
}

var e2eGames = []e2eGame{
	{name: "delay clock by option", control: "2d0.2", plies: 20},
	{name: "delay clock by mode", control: "1d0.2", delay: uciclient.DelayMode, plies: 12},
	{name: "empty bank by option", control: "0d0.2", plies: 12},
	{name: "empty bank by mode", control: "0d0.2", delay: uciclient.DelayMode, plies: 8},
	{name: "increment", control: "0.5+0.05", plies: 40},
	{name: "increment alone", control: "0+0.1", plies: 20},
	{name: "repeating", control: "8/0.6", plies: 40},
	{name: "repeating with increment", control: "8/0.4+0.02", plies: 40},
	{name: "two periods", control: "10/0.5:0.5+0.02", plies: 40},
	{name: "sudden death", control: "1", plies: 100},
	{name: "move time", control: "0.05/move", plies: 30},
	{name: "depth", control: "-", depth: 4, plies: 100},
	{name: "nodes", control: "-", nodes: 2000, plies: 100},
	{name: "Chess960", control: "0.4+0.02", is960: true, plies: 60,
		fen: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"},
	{name: "endgame", control: "0.5+0.02", plies: 60, fen: "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 80 50"},
}

func TestGamesOverPipes(t *testing.T) {
	binary := buildEngine(t)
	end := time.Now().Add(playingTime)
	t.Run("games", func(t *testing.T) {
		for _, tt := range e2eGames {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				playGame(t, binary, tt, end)
			})
		}
	})
}

// playGame plays one game of the engine against itself.
func playGame(t *testing.T, binary string, tt e2eGame, end time.Time) {
	control, err := game.ParseTimeControl(tt.control)
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(game.Table)
	if tt.fen != "" {
		if g, err = game.FromFEN(tt.fen, game.Table); err != nil {
			t.Fatal(err)
		}
	}
	g.Position().SetChess960(tt.is960)
	session := uciclient.Session{Margin: clockSlack}
	watch := timeWatch{t: t}
	if own := time.Now().Add(gameTime); own.Before(end) {
		end = own
	}
	for c := range session.Players {
		engine, err := uciclient.Start(uciclient.Config{Path: binary, Stderr: os.Stderr})
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := engine.Close(); err != nil {
				t.Errorf("the engine ended with %v", err)
			}
		}()
		if err := engine.Handshake(handshake); err != nil {
			t.Fatal(err)
		}
		session.Players[c] = &uciclient.Player{
			Engine: engine, Control: control, Delay: tt.delay, Depth: tt.depth, Nodes: tt.nodes,
		}
		watch.noise[c].pids = []int{engine.Pid(), os.Getpid()}
	}
	watch.start()
	session.OnMove = func(turn *uciclient.Turn) game.Result {
		watch.turn(turn)
		if turn.Game.Len() >= tt.plies || time.Now().After(end) {
			return game.Draw
		}
		return game.Ongoing
	}
	if err := session.Play(g); err != nil {
		t.Errorf("%v in\n%s", err, g.PGN())
	}
	switch g.Reason() {
	case game.FlagFall, game.FlagFallDraw, game.IllegalMove, game.Abandoned:
		t.Errorf("got %v (%v) in\n%s", g.Result(), g.Reason(), g.PGN())
	}
	if watch.moves == 0 {
		t.Error("no move was made")
	}
	t.Logf("%d plies, %v, %v stolen by other programs", g.Len(), g.Reason(), watch.stolen.Round(time.Millisecond))
}

// timeWatch judges the time of each move.
type timeWatch struct {
	t      *testing.T
	noise  [2]noise // by colour
	moves  int
	stolen time.Duration
}

func (w *timeWatch) start() {
	for c := range w.noise {
		w.noise[c].since()
	}
}

// turn checks a move: it may take the bank and the timer, without the time
// that the engine or this test had to wait for a processor; and unless it was
// forced or mate is in sight it has to use its free time.
func (w *timeWatch) turn(turn *uciclient.Turn) {
	w.moves++
	stolen := min(w.noise[turn.Player].since(), turn.Spent)
	w.noise[turn.Player.Other()].since()
	w.stolen += stolen
	control := turn.Clock.Control(turn.Player)
	if !control.Timed() {
		return
	}
	allowance := turn.Bank + turn.Timer
	if spent := turn.Spent - stolen; spent > allowance {
		w.t.Errorf("ply %d: the flag fell: %v used (%v of it stolen), %v + %v there",
			turn.Game.Len(), turn.Spent, stolen, turn.Bank, turn.Timer)
	}
	// What was stolen from the bank comes back, or the next moves would pay.
	turn.Clock.Add(turn.Player, min(stolen, max(turn.Spent-turn.Timer, 0), turn.Bank))
	if control.MoveTime > 0 || turn.Timer == 0 || forced(turn) {
		return
	}
	if turn.Spent < turn.Timer*timerShare/100 {
		w.t.Errorf("ply %d: %v used of a free timer of %v, want %d %%", turn.Game.Len(), turn.Spent, turn.Timer, timerShare)
	}
}

// forced tells whether the engine had a reason to move at once: a single legal
// move, or a mate.
func forced(turn *uciclient.Turn) bool {
	if turn.Best.Info.Mate || turn.Game.Reason() == game.Checkmate {
		return true
	}
	before := turn.Game.Position().Clone()
	before.Unmake()
	var list position.MoveList
	before.GenerateLegal(&list)
	return list.N == 1
}

// noise measures how long processes wait for a processor, from the scheduler's
// own books (/proc/PID/task/*/schedstat: the second number, in nanoseconds).
// Where there are none it measures nothing.
type noise struct {
	pids  []int
	total time.Duration
}

// since gives the waiting time since the last call.
func (n *noise) since() time.Duration {
	total := time.Duration(0)
	for _, pid := range n.pids {
		files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid)) // the pattern is a good one
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				continue // the thread is gone
			}
			if fields := strings.Fields(string(data)); len(fields) > 1 {
				ns, _ := strconv.ParseInt(fields[1], 10, 64)
				total += time.Duration(ns)
			}
		}
	}
	waited := total - n.total
	n.total = total
	return max(waited, 0)
}
