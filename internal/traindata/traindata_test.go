package traindata

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"tura/position"
)

// starts are start positions of games: castling rights of all kinds, en
// passant, Chess960 rooks that are not the outermost ones, counters.
var starts = []string{
	position.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 5 40",
	"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 99 300",
	"8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
	"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
	"rr2k3/8/8/8/8/8/8/RR2K2R w BHb - 0 1",
	"4k3/8/8/8/8/8/8/4K3 b - - 0 1",
}

// randomGame plays random moves from a start position.
func randomGame(t testing.TB, rng *rand.Rand, number uint32) *Game {
	t.Helper()
	g := &Game{Number: number, Start: starts[int(number)%len(starts)], Result: int8(rng.IntN(3)) - 1}
	pos, err := position.FromFEN(g.Start)
	if err != nil {
		t.Fatal(err)
	}
	g.Start = pos.FEN()
	var list position.MoveList
	for range rng.IntN(120) {
		pos.GenerateLegal(&list)
		if list.N == 0 {
			break
		}
		move := list.Moves[rng.IntN(list.N)]
		g.Plies = append(g.Plies, Ply{Move: move, Score: int16(rng.IntN(1 << 16))})
		pos.Make(move)
	}
	return g
}

// gamesFile returns a file with n random games and the offsets of their ends,
// the end of the header first.
func gamesFile(t testing.TB, n int, seed uint32) (data []byte, games []*Game, ends []int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(seed), 7))
	var b bytes.Buffer
	w := NewWriter(&b, seed)
	ends = append(ends, headerSize)
	for i := range n {
		g := randomGame(t, rng, uint32(i))
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
		ends = append(ends, b.Len())
	}
	return b.Bytes(), games, ends
}

// equal compares games; an empty slice of plies is the same as none.
func equal(a, b *Game) bool {
	return a.Number == b.Number && a.Start == b.Start && a.Result == b.Result &&
		len(a.Plies) == len(b.Plies) && (len(a.Plies) == 0 || reflect.DeepEqual(a.Plies, b.Plies))
}

// readAll reads games until an error.
func readAll(r *Reader) (games []*Game, err error) {
	for {
		g := new(Game)
		if err := r.Next(g); err != nil {
			return games, err
		}
		games = append(games, g)
	}
}

func TestRoundTrip(t *testing.T) {
	data, games, _ := gamesFile(t, 50, 3)
	r := NewReader(bytes.NewReader(data))
	got, err := readAll(r)
	if err != io.EOF {
		t.Fatalf("error %v, want io.EOF", err)
	}
	if len(got) != len(games) {
		t.Fatalf("%d games, want %d", len(got), len(games))
	}
	for i := range games {
		if !equal(got[i], games[i]) {
			t.Errorf("game %d:\ngot  %+v\nwant %+v", i, got[i], games[i])
		}
	}
	if r.Seed() != 3 || r.Good() != int64(len(data)) || r.Games() != len(games) {
		t.Errorf("seed %d, good %d, games %d, want 3, %d, %d", r.Seed(), r.Good(), r.Games(), len(data), len(games))
	}
}

// A tearingWriter fails once, in the middle of the second game.
type tearingWriter struct {
	bytes.Buffer
	calls int
}

var errTorn = errors.New("no space left on device")

func (w *tearingWriter) Write(b []byte) (int, error) {
	if w.calls++; w.calls == 2 {
		n, _ := w.Buffer.Write(b[:len(b)/2])
		return n, errTorn
	}
	return w.Buffer.Write(b)
}

// TestWriterError: behind a torn game nothing is written.
func TestWriterError(t *testing.T) {
	var out tearingWriter
	w := NewWriter(&out, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	for number := range uint32(4) {
		err := w.Write(randomGame(t, rng, number))
		if errors.Is(err, errTorn) != (number > 0) {
			t.Errorf("game %d: error %v", number, err)
		}
	}
	if got, err := readAll(NewReader(&out)); len(got) != 1 || err != io.ErrUnexpectedEOF {
		t.Errorf("%d games, then %v, want one and %v", len(got), err, io.ErrUnexpectedEOF)
	}
}

func TestPack(t *testing.T) {
	for _, fen := range starts {
		pos, err := position.FromFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		var b [packedSize]byte
		pack(b[:], pos)
		got, err := unpack(b[:])
		if err != nil {
			t.Errorf("%s: %v", fen, err)
		}
		if want := pos.FEN(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestTruncated cuts a file at each place: the whole games are read, and Good
// is the end of the last one.
func TestTruncated(t *testing.T) {
	data, games, ends := gamesFile(t, 5, 1)
	for size := range data {
		r := NewReader(bytes.NewReader(data[:size]))
		got, err := readAll(r)
		whole := 0
		for whole < len(games) && ends[whole+1] <= size {
			whole++
		}
		wantErr := io.ErrUnexpectedEOF
		if size == 0 || size == ends[whole] {
			wantErr = io.EOF
		}
		wantGood := int64(ends[whole])
		if size < headerSize {
			wantGood = 0
		}
		if len(got) != whole || err != wantErr || r.Good() != wantGood {
			t.Errorf("%d bytes: %d games, error %v, good %d, want %d, %v, %d", size, len(got), err, r.Good(), whole, wantErr, wantGood)
		}
	}
}

// TestFlippedBits changes each bit of a file of two games: never a panic, and
// never a game that nobody wrote.
func TestFlippedBits(t *testing.T) {
	data, games, ends := gamesFile(t, 2, 1)
	for at := range data {
		for bit := range 8 {
			bad := bytes.Clone(data)
			bad[at] ^= 1 << bit
			r := NewReader(bytes.NewReader(bad))
			got, err := readAll(r)
			if at >= headerSize-4 && at < headerSize { // another seed is no damage
				continue
			}
			if !errors.Is(err, ErrDamaged) {
				t.Fatalf("byte %d, bit %d: error %v, want ErrDamaged", at, bit, err)
			}
			for i, g := range got {
				if !equal(g, games[i]) {
					t.Fatalf("byte %d, bit %d: a wrong game", at, bit)
				}
			}
			if at >= ends[1] && len(got) != 1 {
				t.Fatalf("byte %d, bit %d: %d games before the damage, want 1", at, bit, len(got))
			}
		}
	}
}

func FuzzReader(f *testing.F) {
	data, _, _ := gamesFile(f, 3, 1)
	f.Add(data)
	f.Add(data[:headerSize])
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader(bytes.NewReader(data))
		var g Game
		for r.Next(&g) == nil {
			Expand(&g, Filter{MaxScore: MaxScore}, func(*Record) {})
		}
	})
}

// TestForged gives the reader games with a right checksum and wrong contents.
func TestForged(t *testing.T) {
	data, _, ends := gamesFile(t, 1, 1)
	tests := []struct {
		name   string
		change func(start []byte)
	}{
		{"no pieces", func(b []byte) { binary.LittleEndian.PutUint64(b, 0) }},
		{"64 pieces", func(b []byte) { binary.LittleEndian.PutUint64(b, 1<<64-1) }},
		{"piece 7", func(b []byte) { b[packedNibbles] = 7 }},
		{"third side", func(b []byte) { b[packedSide] = 2 }},
		{"square 65", func(b []byte) { b[packedEnPassant] = 65 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := bytes.Clone(data)
			tt.change(bad[headerSize+gameHead-packedSize:])
			end := ends[1] - checksum
			binary.LittleEndian.PutUint32(bad[end:], crc32.ChecksumIEEE(bad[headerSize:end]))
			if _, err := readAll(NewReader(bytes.NewReader(bad))); !errors.Is(err, ErrDamaged) {
				t.Errorf("error %v, want ErrDamaged", err)
			}
		})
	}
}

func TestWriteRefuses(t *testing.T) {
	tests := []struct {
		name string
		game Game
	}{
		{"bad start", Game{Start: "8/8/8/8/8/8/8/8 w - - 0 1"}},
		{"bad result", Game{Start: position.StartFEN, Result: 2}},
		{"too long", Game{Start: position.StartFEN, Plies: make([]Ply, MaxPlies+1)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := NewWriter(&b, 0).Write(&tt.game); err == nil || b.Len() > 0 {
				t.Errorf("error %v and %d bytes, want an error and nothing written", err, b.Len())
			}
		})
	}
}

// TestAppend opens files that were cut at different places and goes on writing.
func TestAppend(t *testing.T) {
	data, games, ends := gamesFile(t, 4, 9)
	for _, size := range []int{0, 3, headerSize - 1, headerSize, headerSize + 1, ends[1], ends[2] - 1, ends[2] + 20, ends[3] + gameHead, ends[4] - 1, ends[4]} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "games")
			if err := os.WriteFile(path, data[:size], 0o644); err != nil {
				t.Fatal(err)
			}
			whole := 0
			f, err := OpenAppend(path, 9, func(*Game) { whole++ })
			if err != nil {
				t.Fatal(err)
			}
			good := ends[whole]
			if size < headerSize {
				good = 0
			}
			if f.Torn() != int64(size-good) || f.Seed() != 9 {
				t.Errorf("torn %d, seed %d, want %d, 9", f.Torn(), f.Seed(), size-good)
			}
			for _, g := range games[whole:] {
				if err := f.Write(g); err != nil {
					t.Fatal(err)
				}
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("the file differs from one written in one go (error %v)", err)
			}
		})
	}
}

// TestAppendDamaged leaves a file alone that is damaged before its end.
func TestAppendDamaged(t *testing.T) {
	data, _, ends := gamesFile(t, 4, 9)
	data[ends[1]+1] ^= 0x80 // in the length of the second game
	path := filepath.Join(t.TempDir(), "games")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenAppend(path, 9, func(*Game) {}); !errors.Is(err, ErrDamaged) {
		t.Errorf("error %v, want ErrDamaged", err)
	}
	if got, _ := os.ReadFile(path); !bytes.Equal(got, data) {
		t.Error("the file was changed")
	}
}

func TestAppendLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	f, err := OpenAppend(path, 1, func(*Game) {})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if lock(f.file) != nil {
		t.Skip("no file locks here")
	}
	second, err := OpenAppend(path, 1, func(*Game) {})
	if err == nil {
		second.Close()
		t.Skip("no file locks between descriptors here")
	}
}

func TestRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 40 {
		g := randomGame(t, rng, uint32(i))
		err := g.Replay(func(pos *position.Position, i int) error {
			var r Record
			score := int16(rng.IntN(2000) - 1000)
			r.Encode(pos, score, g.Result)
			checkRecord(t, &r, pos, score, g.Result)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkRecord compares a record with the position it was made from.
func checkRecord(t *testing.T, r *Record, pos *position.Position, score int16, result int8) {
	t.Helper()
	us, flip := pos.SideToMove(), position.Square(0)
	if us == position.Black {
		flip, score, result = 56, -score, -result
	}
	count := 0
	r.Decode(func(pt position.PieceType, theirs bool, sq position.Square) {
		c := us
		if theirs {
			c = us.Other()
		}
		if got, want := position.MakePiece(c, pt), pos.PieceAt(sq^flip); got != want {
			t.Errorf("%s: piece %v on %v, want %v", pos.FEN(), got, sq^flip, want)
		}
		count++
	})
	want := 0
	for sq := range position.Square(64) {
		if pos.PieceAt(sq) != position.NoPiece {
			want++
		}
	}
	if count != want {
		t.Errorf("%s: %d pieces, want %d", pos.FEN(), count, want)
	}
	if r.Score() != int(score) || r.Result() != int(result)+1 || r.BlackToMove() != (us == position.Black) || r.GamePly() != pos.GamePly() {
		t.Errorf("%s: score %d, result %d, black %v, ply %d", pos.FEN(), r.Score(), r.Result(), r.BlackToMove(), r.GamePly())
	}
	if r.OwnKing() != pos.KingSquare(us)^flip || r.TheirKing() != pos.KingSquare(us.Other())^flip {
		t.Errorf("%s: kings %v %v", pos.FEN(), r.OwnKing(), r.TheirKing())
	}
}

// TestRecordFlip: a position and its mirror image with the colours changed give
// the same record, but for the flag.
func TestRecordFlip(t *testing.T) {
	var a, b Record
	for _, tt := range []struct {
		fen    string
		record *Record
		score  int16
		result int8
	}{
		{"4k3/2p5/8/8/6n1/8/PP6/4K2R w K - 0 20", &a, 120, 1},
		{"4k2r/pp6/8/6N1/8/8/2P5/4K3 b k - 0 20", &b, -120, -1},
	} {
		pos, err := position.FromFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		tt.record.Encode(pos, tt.score, tt.result)
	}
	b[recordFlags] = 0
	b[recordPly]-- // Black's move of the same number is one ply later
	if a != b {
		t.Errorf("got  %v\nwant %v", b, a)
	}
}

func TestFilter(t *testing.T) {
	const quiet = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 20"
	tests := []struct {
		name, fen, move string
		score           int16
		change          func(*Filter)
		want            bool
	}{
		{"kept", quiet, "a2a3", 50, nil, true},
		{"castling is quiet", quiet, "e1g1", 50, nil, true},
		{"capture", quiet, "e5d7", 50, nil, false},
		{"capture kept", quiet, "e5d7", 50, func(f *Filter) { f.KeepNoisy = true }, true},
		{"en passant", "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 33", "c4d3", 0, func(f *Filter) { f.KeepCheck = true }, false},
		{"promotion", "8/P7/8/2k5/8/8/B7/4K3 w - - 0 33", "a7a8n", 0, nil, false},
		{"in check", "4k3/8/8/8/8/8/PP2r3/4K3 w - - 0 30", "e1d1", 0, nil, false},
		{"in check kept", "4k3/8/8/8/8/4r3/PP6/4K3 w - - 0 30", "e1d1", 0, func(f *Filter) { f.KeepCheck = true }, true},
		{"early", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 8", "e2e4", 0, nil, false},
		{"ply 16", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9", "e2e4", 0, nil, true},
		{"large score", quiet, "a2a3", 10001, nil, false},
		{"large negative score", quiet, "a2a3", -10001, nil, false},
		{"smallest number", quiet, "a2a3", -32768, nil, false},
		{"three pieces", "4k3/8/8/8/8/8/P7/4K3 w - - 0 60", "a2a3", 0, nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pos, err := position.FromFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			move, err := pos.ParseMove(tt.move)
			if err != nil {
				t.Fatal(err)
			}
			f := DefaultFilter()
			if tt.change != nil {
				tt.change(&f)
			}
			if got := f.Keep(pos, pos.GamePly(), move, tt.score); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestExpand(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	g := randomGame(t, rng, 0)
	for len(g.Plies) < 60 {
		g = randomGame(t, rng, 0)
	}
	f := DefaultFilter()
	f.MaxScore = 1 << 15
	want := 0
	g.Replay(func(pos *position.Position, i int) error {
		if f.Keep(pos, i, g.Plies[i].Move, g.Plies[i].Score) {
			want++
		}
		return nil
	})
	got := 0
	if err := Expand(g, f, func(r *Record) { got++ }); err != nil {
		t.Fatal(err)
	}
	if got != want || got == 0 {
		t.Errorf("%d records, want %d", got, want)
	}
	g.Plies[30].Move = position.NewMove(0, 63) // a1h8
	if err := Expand(g, f, func(*Record) {}); err == nil {
		t.Error("no error for an illegal move")
	}
	g.Start = "?"
	if err := Expand(g, f, func(*Record) {}); err == nil {
		t.Error("no error for a bad start position")
	}
}

func BenchmarkExpand(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 5))
	g := randomGame(b, rng, 0)
	for len(g.Plies) < 100 {
		g = randomGame(b, rng, 0)
	}
	f := DefaultFilter()
	b.ReportAllocs()
	for b.Loop() {
		Expand(g, f, func(*Record) {})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(g.Plies)), "ns/ply")
}
