package game

import "fmt"

// Chess960Starts is the number of start positions of Chess960.
const Chess960Starts = 960

// Chess960FEN gives start position n of Chess960, 0 <= n < Chess960Starts, in
// Scharnagl's numbering (https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme);
// 518 is the start of standard chess.
func Chess960FEN(n int) (string, error) {
	if n < 0 || n >= Chess960Starts {
		return "", fmt.Errorf("game: %d is not a Chess960 start; want 0 to %d", n, Chess960Starts-1)
	}
	var rank [8]byte
	// The bishops come first, each on one of the four squares of its colour.
	rank[n%4*2+1] = 'b'
	n /= 4
	rank[n%4*2] = 'b'
	n /= 4
	// The others are counted along the squares that are still free.
	put := func(piece byte, free int) {
		for file := range rank {
			if rank[file] != 0 {
				continue
			}
			if free == 0 {
				rank[file] = piece
				return
			}
			free--
		}
	}
	put('q', n%6)
	knights := [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}[n/6]
	put('n', knights[0])
	put('n', knights[1]-1) // the first knight has taken a free square before it
	for _, piece := range []byte("rkr") {
		put(piece, 0)
	}
	white := rank
	for i := range white {
		white[i] -= 'a' - 'A'
	}
	return fmt.Sprintf("%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", rank[:], white[:]), nil
}
