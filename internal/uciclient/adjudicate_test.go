package uciclient

import (
	"strings"
	"testing"

	"tura/game"
)

func TestAdjudicator(t *testing.T) {
	cp := func(score int) Info { return Info{HasScore: true, Score: score} }
	mate := func(moves int) Info { return Info{HasScore: true, Mate: true, Score: moves} }
	many := make([]Info, 12)
	for i := range many {
		many[i] = cp(20)
	}
	all := EndRules{ResignScore: 600, ResignMoves: 2, DrawFrom: 3, DrawScore: 10, DrawMoves: 2, MaxMoves: 6}
	resign := EndRules{ResignScore: 500, ResignMoves: 2}
	for _, tt := range []struct {
		name  string
		rules EndRules
		infos []Info // by ply, mover's view
		want  game.Result
		plies int // after which the game ends, or all of them
	}{
		{"nothing asked", EndRules{}, []Info{cp(900), cp(-900), mate(3), mate(-3)}, game.Ongoing, 4},
		{"white wins", all, []Info{cp(600), cp(-700), cp(650), cp(-600)}, game.WhiteWins, 4},
		{"white wins, from the second ply on", resign, []Info{cp(499), cp(-600), cp(600), mate(-4), mate(4)}, game.WhiteWins, 5},
		{"black wins", resign, []Info{cp(-500), cp(500), cp(-500), cp(500)}, game.BlackWins, 4},
		{"black wins by mate", all, []Info{mate(-5), cp(800), mate(-3), mate(2)}, game.BlackWins, 4},
		{"one does not agree", all, []Info{cp(700), cp(-500), cp(700), cp(-500), cp(700), cp(-500)}, game.Ongoing, 6},
		{"the other side", all, []Info{cp(700), cp(-700), cp(700), cp(700), cp(-700)}, game.Ongoing, 5},
		{"level", EndRules{DrawFrom: 2, DrawScore: 10, DrawMoves: 1}, []Info{cp(0), cp(0), cp(0), cp(-10)}, game.Draw, 4},
		{"level from move 3 on", all, []Info{cp(0), cp(0), cp(0), cp(0), cp(0), cp(-10), cp(10), cp(3), cp(1)}, game.Draw, 8},
		{"not level", EndRules{DrawFrom: 1, DrawScore: 10, DrawMoves: 2}, []Info{cp(0), cp(0), cp(11), cp(0), cp(0)}, game.Ongoing, 5},
		{"no score breaks the row", all, []Info{cp(600), cp(-700), {}, cp(-600), cp(600)}, game.Ongoing, 5},
		{"no score breaks level", EndRules{DrawFrom: 1, DrawScore: 10, DrawMoves: 2}, []Info{cp(0), cp(0), {}, cp(0)}, game.Ongoing, 4},
		{"long game", all, many, game.Draw, 12},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := game.New(game.Table)
			judge := Adjudicator{Rules: tt.rules}
			moves := strings.Fields("e2e4 e7e5 d2d4 d7d5 c2c4 c7c5 g1f3 g8f6 b1c3 b8c6 a2a3 a7a6")
			result, plies := game.Ongoing, 0
			for i, info := range tt.infos {
				mover := g.SideToMove()
				if err := g.PlayUCI(moves[i]); err != nil {
					t.Fatal(err)
				}
				plies++
				if result = judge.Next(&Turn{Game: g, Player: mover, Best: Best{Info: info}}); result != game.Ongoing {
					break
				}
			}
			if result != tt.want || plies != tt.plies {
				t.Errorf("got %v after %d plies, want %v after %d", result, plies, tt.want, tt.plies)
			}
		})
	}
}

func TestEndRules(t *testing.T) {
	var r EndRules
	for _, err := range []error{r.SetResign(""), r.SetDraw(""), r.SetResign("600,4"), r.SetDraw("40, 10,8")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := (EndRules{ResignScore: 600, ResignMoves: 4, DrawFrom: 40, DrawScore: 10, DrawMoves: 8}); r != want {
		t.Errorf("got %+v, want %+v", r, want)
	}
	for _, text := range []string{"600", "1,2,3", "x,1", "-1,2"} {
		if err := r.SetResign(text); err == nil || !strings.Contains(err.Error(), "resign") {
			t.Errorf("resign %q: error %v, want one that names the rule", text, err)
		}
	}
	if err := r.SetDraw("1,2,x"); err == nil || !strings.Contains(err.Error(), "draw") {
		t.Errorf("draw: error %v, want one that names the rule", err)
	}
}
