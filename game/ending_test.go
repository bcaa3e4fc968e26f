package game

import (
	"errors"
	"strings"
	"testing"

	"tura/position"
)

// play makes moves, SAN or UCI, with blanks between them.
func play(t *testing.T, g *Game, moves string) {
	t.Helper()
	for _, s := range strings.Fields(moves) {
		m, err := ParseMove(g.Position(), s)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

const (
	foolsMate = "f3 e5 g4 Qh4#"
	shuffle   = "Nf3 Nf6 Ng1 Ng8 "
)

// TestEndsByItself has one game for each way in which the rules end it, and
// the same game under the other rules.
func TestEndsByItself(t *testing.T) {
	tests := []struct {
		name   string
		fen    string // empty: the start
		moves  string
		table  Reason
		board  Reason
		record Reason
		result Result // of the rules that end it
	}{
		{"checkmate", "", foolsMate, Checkmate, Checkmate, Checkmate, BlackWins},
		{"stalemate", "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "Kg6", Stalemate, Stalemate, Stalemate, Draw},
		{"capture leaves bare kings", "8/8/8/4k3/8/8/6q1/7K w - - 0 1", "Kxg2", InsufficientMaterial, DeadPosition, NoReason, Draw},
		{"king and bishop", "8/8/4k3/8/8/3K4/3Bp3/8 w - - 0 1", "Kxe2", InsufficientMaterial, DeadPosition, NoReason, Draw},
		{"king and knight", "8/8/4k3/8/8/3K4/3Np3/8 w - - 0 1", "Kxe2", InsufficientMaterial, DeadPosition, NoReason, Draw},
		{"bishops of one colour", "8/8/4k3/5b2/4P3/3K4/4B3/8 b - - 0 1", "Bxe4+", InsufficientMaterial, DeadPosition, NoReason, Draw},
		{"bishops of both colours go on", "8/8/4k3/4b3/4P3/3K4/4B3/8 b - - 0 1", "Bd6", NoReason, NoReason, NoReason, Ongoing},
		{"two knights go on", "8/8/4k3/8/4p3/3K4/2NN4/8 w - - 0 1", "Nxe4", NoReason, NoReason, NoReason, Ongoing},
		{"knight against knight goes on", "8/4n3/4k3/8/4P3/3K4/3N4/8 b - - 0 1", "Kd6", NoReason, NoReason, NoReason, Ongoing},
		{"third repetition", "", shuffle + shuffle, ThirdRepetition, NoReason, NoReason, Draw},
		{"second repetition goes on", "", shuffle + "Nf3 Nf6 Ng1", NoReason, NoReason, NoReason, Ongoing},
		{"fifth repetition", "", shuffle + shuffle + shuffle + shuffle, ThirdRepetition, FifthRepetition, NoReason, Draw},
		{"fourth repetition is none", "", shuffle + shuffle + shuffle, ThirdRepetition, NoReason, NoReason, Draw},
		{"castling rights make another position", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1",
			"Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8", NoReason, NoReason, NoReason, Ongoing},
		{"en passant makes another position", "4k3/8/8/8/4p3/8/3P4/4K1NR w - - 0 1",
			"d4 Kd7 Kd1 Ke8 Ke1 Kd7 Kd1 Ke8 Ke1", NoReason, NoReason, NoReason, Ongoing},
		{"en passant that nobody can take does not", "4k3/8/8/8/8/8/3P4/4K1NR w - - 0 1",
			"d4 Kd7 Kd1 Ke8 Ke1 Kd7 Kd1 Ke8 Ke1", ThirdRepetition, NoReason, NoReason, Draw},
		{"fifty moves", "4k3/8/8/8/8/8/8/4K2R w - - 99 80", "Kd2", FiftyMoves, NoReason, NoReason, Draw},
		{"forty-nine and a half go on", "4k3/8/8/8/8/8/8/4K2R w - - 98 80", "Kd2", NoReason, NoReason, NoReason, Ongoing},
		{"a pawn move starts anew", "4k3/8/8/8/8/8/3P4/4K2R w - - 99 80", "d3", NoReason, NoReason, NoReason, Ongoing},
		{"seventy-five moves", "4k3/8/8/8/8/8/8/4K2R w - - 149 80", "Kd2", FiftyMoves, SeventyFiveMoves, NoReason, Draw},
		{"mate on the fiftieth move", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", "Ra8#", Checkmate, Checkmate, Checkmate, WhiteWins},
		{"mate on the seventy-fifth move", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 120", "Ra8#", Checkmate, Checkmate, Checkmate, WhiteWins},
		{"pawn wall", "8/8/4k3/p1p1p3/P1P1P1pP/8/4K3/8 b - h3 0 1", "Kd6", NoReason, NoReason, NoReason, Ongoing},
		{"pawn wall shut", "8/8/4k3/p1p1p1p1/P1P1P3/6P1/4K3/8 w - - 0 1", "g4", NoReason, DeadPosition, NoReason, Draw},
		{"dead by a forced capture", "8/8/8/4k3/8/6q1/8/7K b - - 0 1", "Qg2+", NoReason, DeadPosition, NoReason, Draw},
		{"forced capture leaves a pawn", "8/8/8/4k3/6p1/6q1/8/7K b - - 0 1", "Qg2+", NoReason, NoReason, NoReason, Ongoing},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for rules, want := range map[Rules]Reason{Table: tt.table, OverTheBoard: tt.board, Record: tt.record} {
				g := New(rules)
				if tt.fen != "" {
					var err error
					if g, err = FromFEN(tt.fen, rules); err != nil {
						t.Fatal(err)
					}
				}
				if g.Over() {
					continue // the start has ended the game under these rules
				}
				for _, s := range strings.Fields(tt.moves) {
					if g.Over() {
						break
					}
					play(t, g, s)
				}
				if g.Reason() != want {
					t.Errorf("%v: got %q, want %q", rules, g.Reason(), want)
				}
				result := tt.result
				if want == NoReason {
					result = Ongoing
				}
				if g.Result() != result {
					t.Errorf("%v: got %v, want %v", rules, g.Result(), result)
				}
				if g.Over() && !errors.Is(g.Play(position.NoMove), ErrOver) {
					t.Errorf("%v: a move after the end was not refused", rules)
				}
			}
		})
	}
}

// TestClaims is about the draws a player over the board has to ask for.
func TestClaims(t *testing.T) {
	tests := []struct {
		name   string
		fen    string
		moves  string
		with   string // intended move; empty claims the position
		err    error
		result Result
		reason Reason
		len    int // plies made after all
	}{
		{"third repetition", "", shuffle + shuffle, "", nil, Draw, ThirdRepetition, 8},
		{"second repetition", "", shuffle, "", ErrClaim, Ongoing, NoReason, 4},
		{"intended third repetition", "", shuffle + "Nf3 Nf6 Ng1", "Ng8", nil, Draw, ThirdRepetition, 7},
		{"intended move that repeats nothing", "", shuffle + "Nf3 Nf6 Ng1", "e5", ErrClaim, Ongoing, NoReason, 8},
		{"fifty moves", "4k3/8/8/8/8/8/8/4K2R w - - 99 80", "Kd2", "", nil, Draw, FiftyMoves, 1},
		{"intended fiftieth move", "4k3/8/8/8/8/8/8/4K2R w - - 99 80", "", "Kd2", nil, Draw, FiftyMoves, 0},
		{"too early", "4k3/8/8/8/8/8/8/4K2R w - - 98 80", "", "Kd2", ErrClaim, Ongoing, NoReason, 1},
		{"intended mate on the fiftieth move", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", "", "Ra8", nil, WhiteWins, Checkmate, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := New(OverTheBoard)
			if tt.fen != "" {
				var err error
				if g, err = FromFEN(tt.fen, OverTheBoard); err != nil {
					t.Fatal(err)
				}
			}
			play(t, g, tt.moves)
			claimant := g.SideToMove()
			var err error
			if tt.with == "" {
				claimable := g.Claimable()
				if err = g.ClaimDraw(); claimable != g.Reason() {
					t.Errorf("got claimable %q, then %q", claimable, g.Reason())
				}
			} else {
				m, parseErr := ParseSAN(g.Position(), tt.with)
				if parseErr != nil {
					t.Fatal(parseErr)
				}
				err = g.ClaimDrawWith(m)
			}
			if !errors.Is(err, tt.err) || g.Result() != tt.result || g.Reason() != tt.reason || g.Len() != tt.len {
				t.Errorf("got %v, %v (%q) after %d plies, want %v, %v (%q) after %d",
					err, g.Result(), g.Reason(), g.Len(), tt.err, tt.result, tt.reason, tt.len)
			}
			if by, open := g.DrawOffer(); tt.err == ErrClaim && (!open || by != claimant) {
				t.Error("the wrong claim is no offer")
			}
		})
	}
	g := New(OverTheBoard)
	if err := g.ClaimDrawWith(position.NoMove); err == nil || g.Over() || g.Len() != 0 {
		t.Errorf("claim with an illegal move: got %v", err)
	}
}

// TestOffers goes through the life of draw offers, one step a word: w and b
// offer, W and B accept, wd and bd decline, anything else is a move. A ! behind
// the word expects an error.
func TestOffers(t *testing.T) {
	tests := []struct {
		steps  string
		reason Reason
	}{
		{"w B", Agreement},
		{"w W!", NoReason},
		{"B!", NoReason},
		{"w e4 B", Agreement},
		{"e4 w B", Agreement},
		{"e4 w e5 B!", NoReason},
		{"e4 w e5 W!", NoReason},
		{"w w!", NoReason},
		{"w bd w!", NoReason},
		{"w bd e4 w B", Agreement},
		{"e4 w bd w! e5 w!", NoReason},
		{"e4 w e5 w! Nf3 w B", Agreement},
		{"e4 w b", Agreement},
		{"b e4 B! b!", NoReason},
		{"b e4 e5 b W", Agreement},
		{"wd!", NoReason},
		{"w wd!", NoReason},
		{"f3 e5 g4 b Qh4 W!", Checkmate},
	}
	for _, tt := range tests {
		t.Run(tt.steps, func(t *testing.T) {
			g := New(Table)
			for _, step := range strings.Fields(tt.steps) {
				name, wantErr := strings.CutSuffix(step, "!")
				color := position.White
				if strings.ToLower(name)[0] == 'b' {
					color = position.Black
				}
				var err error
				switch name {
				case "w", "b":
					err = g.OfferDraw(color)
				case "W", "B":
					err = g.AcceptDraw(color)
				case "wd", "bd":
					err = g.DeclineDraw(color)
				default:
					err = g.PlaySAN(name)
				}
				if (err != nil) != wantErr {
					t.Fatalf("%s: got %v, want an error: %v", step, err, wantErr)
				}
			}
			if g.Reason() != tt.reason {
				t.Errorf("got %q, want %q", g.Reason(), tt.reason)
			}
		})
	}
}

// TestFlagFall drops flags in front of opponents with more and less material.
func TestFlagFall(t *testing.T) {
	tests := []struct {
		name  string
		fen   string
		table Result // the flag of the side to move falls
		board Result
	}{
		{"start", position.StartFEN, BlackWins, BlackWins},
		{"opponent has a bare king", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", Draw, Draw},
		{"opponent has a pawn", "4k3/4p3/8/8/8/8/8/4K2R w - - 0 1", BlackWins, BlackWins},
		{"opponent has a knight, player a queen", "4k3/4n3/8/8/8/8/8/3QK3 w - - 0 1", BlackWins, Draw},
		{"opponent has a knight, player a rook", "4k3/4n3/8/8/8/8/8/3RK3 w - - 0 1", BlackWins, BlackWins},
		{"opponent has a bishop, player a rook", "4k3/4b3/8/8/8/8/8/3RK3 w - - 0 1", BlackWins, Draw},
		{"opponent has a bishop, player a pawn", "4k3/4b3/8/8/8/8/3P4/4K3 w - - 0 1", BlackWins, BlackWins},
		{"opponent has two knights", "4k3/4nn2/8/8/8/8/8/3QK3 w - - 0 1", BlackWins, BlackWins},
		{"opponent breaks a wall", "3bk3/3b4/8/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1", BlackWins, BlackWins},
		{"a rook can be given up to open a wall", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/R3K3 w - - 0 1", BlackWins, BlackWins},
		{"one legal move leads to bare kings", "8/8/8/4k3/8/8/6q1/7K w - - 0 1", BlackWins, Draw},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for rules, want := range map[Rules]Result{Table: tt.table, Record: tt.table, OverTheBoard: tt.board} {
				g, err := FromFEN(tt.fen, rules)
				if err != nil {
					t.Fatal(err)
				}
				if g.Over() {
					if rules != OverTheBoard || want != Draw {
						t.Errorf("%v: the game is over before: %v", rules, g.Reason())
					}
					continue
				}
				if err := g.FlagFall(g.SideToMove()); err != nil {
					t.Fatal(err)
				}
				reason := FlagFall
				if want == Draw {
					reason = FlagFallDraw
				}
				if g.Result() != want || g.Reason() != reason {
					t.Errorf("%v: got %v (%v), want %v (%v)", rules, g.Result(), g.Reason(), want, reason)
				}
			}
		})
	}
}

// TestDecisions ends games from outside, and tries to go on after it.
func TestDecisions(t *testing.T) {
	tests := []struct {
		name   string
		end    func(*Game) error
		result Result
		reason Reason
	}{
		{"white resigns", func(g *Game) error { return g.Resign(position.White) }, BlackWins, Resignation},
		{"black resigns", func(g *Game) error { return g.Resign(position.Black) }, WhiteWins, Resignation},
		{"illegal move", func(g *Game) error { return g.Forfeit(position.White, IllegalMove) }, BlackWins, IllegalMove},
		{"abandoned", func(g *Game) error { return g.Forfeit(position.Black, Abandoned) }, WhiteWins, Abandoned},
		{"adjudicated", func(g *Game) error { return g.Adjudicate(Draw) }, Draw, Adjudication},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := New(OverTheBoard)
			if err := tt.end(g); err != nil {
				t.Fatal(err)
			}
			if g.Result() != tt.result || g.Reason() != tt.reason {
				t.Errorf("got %v (%v), want %v (%v)", g.Result(), g.Reason(), tt.result, tt.reason)
			}
			for name, err := range map[string]error{
				"move": g.PlaySAN("e4"), "offer": g.OfferDraw(position.White), "accept": g.AcceptDraw(position.White),
				"claim": g.ClaimDraw(), "claim with": g.ClaimDrawWith(position.NoMove), "flag": g.FlagFall(position.White),
				"resign": g.Resign(position.White), "adjudicate": g.Adjudicate(Draw),
			} {
				if !errors.Is(err, ErrOver) {
					t.Errorf("%s after the end: got %v, want ErrOver", name, err)
				}
			}
		})
	}
	if err := New(Table).Adjudicate(Ongoing); err == nil {
		t.Error("adjudication without a result was taken")
	}
}

func TestTakeBack(t *testing.T) {
	g := New(Table)
	if err := g.TakeBack(); !errors.Is(err, ErrNoMoves) {
		t.Errorf("got %v, want ErrNoMoves", err)
	}
	play(t, g, foolsMate)
	if err := g.TakeBack(); err != nil || g.Over() || g.Len() != 3 {
		t.Errorf("got %v, over %v, %d plies", err, g.Over(), g.Len())
	}
	play(t, g, "Qh4")
	if g.Reason() != Checkmate {
		t.Errorf("got %v, want checkmate again", g.Reason())
	}
}

func TestIllegalMoveChangesNothing(t *testing.T) {
	g := New(Table)
	for _, s := range []string{"e2e5", "e7e5", "e1g1", "", "0000", "e2e4q"} {
		if err := g.PlayUCI(s); err == nil {
			t.Errorf("%q was played", s)
		}
	}
	if err := g.Play(position.NoMove); err == nil {
		t.Error("no move was played")
	}
	if g.Len() != 0 || g.Over() || g.Position().FEN() != position.StartFEN {
		t.Errorf("got %d plies, %v", g.Len(), g.Position().FEN())
	}
}

func TestNames(t *testing.T) {
	for r := Ongoing; r <= Draw; r++ {
		if got, err := ParseResult(r.String()); got != r || err != nil {
			t.Errorf("%v: got %v, %v", r, got, err)
		}
	}
	for r := Table; r <= Record; r++ {
		if got, err := ParseRules(r.String()); got != r || err != nil {
			t.Errorf("%v: got %v, %v", r, got, err)
		}
	}
	if _, err := ParseResult("2-0"); err == nil {
		t.Error("2-0 is a result")
	}
	if _, err := ParseRules("poker"); err == nil {
		t.Error("poker is a rule set")
	}
}
