package bench

import "tura/position"

// positions are the bench positions: a choice from human games and from book lines, over all
// phases of the game, with Chess960 starts. Changing the list changes the bench number.
var positions = []string{
	position.StartFEN,

	// Openings.
	"r2qkb1r/ppp2ppp/1nb1pn2/8/2QP4/2N2NP1/PP2PPBP/R1B1K2R w KQkq - 5 9",
	"r1b1k2r/pp3pp1/2n1pq1p/2bp4/4P3/2P2N2/PP1N1PPP/R2QKB1R w KQkq - 0 9",
	"r2qkb1r/pp1n2pp/2pp1n2/4ppN1/2PP4/2N1P3/PP2bPPP/R1BQ1RK1 w kq - 0 9",
	"r1bq1rk1/pppn1ppp/5b2/3p4/2P5/2N1PN2/P2P1PPP/R2QKB1R w KQ - 0 9",
	"rn1qkb1r/p4ppp/1pp1pn2/8/3Pb2N/1N6/PPP2PPP/R1BQKB1R w KQkq - 4 9",

	// Middlegames.
	"1q1r1rk1/pp3p2/2n2p2/2P1p2p/1P2Q1b1/P3PN2/1B3PPP/R2R2K1 w - - 0 21",
	"r3k2r/ppp2ppp/2np1q2/3Np3/2B1P1b1/3PBNP1/PPP3KP/R2Q4 b kq - 3 12",
	"2r2r2/3q1pkp/bp1p1np1/pNnPp3/2P1P3/N4P2/1QB3PP/R4RK1 b - - 1 22",
	"r2q1r1k/4b1pp/b2p4/1N2np2/2P1P3/4B3/PP4PP/R2Q1R1K w - - 0 18",
	"r4rk1/1p3pp1/p1p2n1p/5P2/3P2Pq/P1P2B2/6Q1/R1B2RK1 b - - 4 22",
	"r2q1rk1/bpp4p/p3b1p1/4Qp2/1nP5/1P3N1P/PB1P1PP1/1K1R1B1R w - f6 0 16",
	"2r2rk1/p4p1p/2p2qp1/4np2/N3pQ2/1P2P1P1/P4P1P/R2R2K1 w - - 2 23",
	"rnb1k2r/pp3ppp/8/b4q2/3Bn3/1PP1PP2/P3Q1PP/RN2KB1R b KQkq - 0 13",
	"rnk2b1r/1p2nQpp/p7/B2p4/8/6P1/q1NK1P1P/3R1B1R b - - 0 17",
	"r1bq1k1r/1p3pp1/p2N4/3PP3/1nB3p1/8/PPP2QPP/1K1R3R w - - 1 20",
	"r3r1k1/pp4p1/2p4p/q1Pp1b2/4p2B/P3P2P/2Q2PP1/R4RK1 w - - 0 21",
	"rn1q3r/pbp1bk1p/1p5p/3pPP2/8/2NP4/PPP4P/R2QKB1R b KQ - 0 12",
	"2kr1b1r/ppp2ppb/2nq3p/8/4p1P1/5N1P/PPP1P1B1/R1BQ1RK1 w - - 0 13",
	"r5k1/pb2qp2/1p2p1pp/4P3/5P2/3Q4/PP4PP/1B1R2K1 b - - 1 22",
	"r1b1k2r/ppp1qpp1/7p/3pn3/8/3BP1P1/PPPNQPP1/2KR3R b kq - 1 14",
	"2rqr1k1/1p1b1p2/p1n2bpp/3pp3/3P4/P2QPN2/1P2NPPP/1BR2RK1 w - - 0 17",

	// Late middlegames.
	"8/1b2rp2/p2p3k/1pp4P/4P1P1/1PNP4/1PP5/5RK1 w - - 0 27",
	"2r2b2/pkp5/5B2/6pp/1PP5/P3R1P1/5PKP/8 b - - 0 35",
	"3r2k1/1n3p1p/r5p1/P2pp3/8/6N1/R1P2PPP/R5K1 w - - 1 27",
	"4r2k/pp1b2p1/4P1Qp/7P/3r4/6K1/B5P1/8 b - - 0 29",
	"5rk1/1r3pp1/4p1Pp/1Pp1P2P/q5PN/3Q4/8/5RK1 b - - 0 33",
	"4r1k1/8/p1q1Pp2/5P1p/2Pp2P1/1R1PbN2/P6K/5R2 b - - 0 33",
	"2r2r2/1p3p2/p4k1p/3p3P/2pP4/2P1P3/PP1K1pR1/5R2 b - - 1 28",
	"8/1p2kpp1/pn5p/4P3/1Pp1P1P1/P1N5/2P2PP1/3K4 b - - 0 24",

	// Endgames of pawns and minor pieces.
	"8/1k6/2p2PK1/2Pp4/3P4/5P2/p7/8 b - - 0 40",
	"8/p7/4k2p/PPp3p1/3P2P1/5K1P/8/8 b - - 0 35",
	"4n3/3Pk3/2K4p/6p1/4P1P1/5P1P/8/8 w - - 1 42",
	"8/1p3p2/p2p4/5b2/1Pk2P2/P1P5/3K4/8 b - - 1 34",
	"8/1k6/8/PP6/1K3pp1/5P2/7P/8 w - - 1 48",

	// Rook endgames.
	"8/8/3kp3/6rN/4p1P1/5P2/5K2/8 w - - 0 39",
	"3r4/2p1k3/1p2P1p1/3P3p/2P4P/2KR2P1/8/8 b - - 2 58",
	"8/3r4/2R5/8/P7/3p3P/1k4P1/4K3 b - - 5 58",
	"R7/5p2/P3kn1p/6p1/r3P3/5P1P/6PK/8 b - - 2 35",

	// Endgames with queens.
	"7R/5pk1/6p1/8/p2p4/2q5/2P2P2/1K2R3 b - - 0 38",
	"2k5/6Q1/2r1p3/P2pP3/4p3/2q4r/7N/6RK w - - 10 45",
	"8/3pk3/7Q/2p1p3/B1q1P3/7P/6P1/7K w - - 0 38",

	// A mate is near.
	"3r3r/N2k2pp/2pP1p2/2Q1p3/2P3n1/8/PP6/2KR2N1 w - - 2 25",
	"r4rk1/1p4p1/p2p1p1p/1P2p2b/P2bP3/3PNPBq/5P2/1R1QR1K1 b - - 0 22",
	"1r2rk2/1p1b2bp/p5p1/3B4/P1P1N1P1/qP3K1P/3N1P2/R6R b - - 3 31",
	"6rr/3k1N2/p2P3p/3Q1pqP/3P2p1/B7/P4P2/1R2R1K1 w - - 3 35",

	// Chess960.
	"bqrnknrb/pppppppp/8/8/8/8/PPPPPPPP/BQRNKNRB w KQkq - 0 1",
	"nnqrkbbr/pppppppp/8/8/8/8/PPPPPPPP/NNQRKBBR w KQkq - 0 1",
	"nbbrqnkr/pppppppp/8/8/8/8/PPPPPPPP/NBBRQNKR w KQkq - 0 1",
	"rbnqnkbr/pppppppp/8/8/8/8/PPPPPPPP/RBNQNKBR w KQkq - 0 1",
}
