package game

import (
	"fmt"
	"strings"

	"tura/position"
)

// SANError says why a text is not a move in its position.
type SANError struct {
	Text   string // the text as given
	Reason string // what is wrong with it
	FEN    string // the position
}

func (e *SANError) Error() string {
	return fmt.Sprintf("game: move %q: %s in %s", e.Text, e.Reason, e.FEN)
}

// The two castling moves in SAN, by side as position.CastlingRook counts them.
const (
	castleKingSide  = "O-O"
	castleQueenSide = "O-O-O"
)

// pieceLetters are the SAN letters by piece type; pawns have none.
const pieceLetters = "  NBRQK"

// SAN writes the legal move m of position pos: piece letter, as much of the
// origin as is needed among the legal moves (file, else rank, else both), x
// for a capture, target, =Q for a promotion, + for check and # for mate. The
// position is used while the text is made and is unchanged afterwards.
func SAN(pos *position.Position, m position.Move) string {
	text := make([]byte, 0, 8)
	switch {
	case m.IsCastling():
		text = append(text, castleText(m)...)
	case pos.MovedPiece(m).Type() == position.Pawn:
		text = appendPawnMove(text, pos, m)
	default:
		text = appendPieceMove(text, pos, m)
	}
	if pos.GivesCheck(m) {
		pos.Make(m)
		mate := !pos.HasLegalMove()
		pos.Unmake()
		if mate {
			text = append(text, '#')
		} else {
			text = append(text, '+')
		}
	}
	return string(text)
}

// castleText names a castling move: the rook's side of the king decides.
func castleText(m position.Move) string {
	if m.To() > m.From() {
		return castleKingSide
	}
	return castleQueenSide
}

func appendPawnMove(text []byte, pos *position.Position, m position.Move) []byte {
	if pos.IsCapture(m) {
		text = append(text, fileLetter(m.From()), 'x')
	}
	text = append(text, m.To().String()...)
	if m.IsPromotion() {
		text = append(text, '=', pieceLetters[m.Promotion()])
	}
	return text
}

func appendPieceMove(text []byte, pos *position.Position, m position.Move) []byte {
	text = append(text, pieceLetters[pos.MovedPiece(m).Type()])
	needFile, needRank := disambiguation(pos, m)
	if needFile {
		text = append(text, fileLetter(m.From()))
	}
	if needRank {
		text = append(text, rankDigit(m.From()))
	}
	if pos.IsCapture(m) {
		text = append(text, 'x')
	}
	return append(text, m.To().String()...)
}

// disambiguation tells which halves of the origin square the text needs:
// none, the file when no rival stands on it, the rank when no rival stands on
// that, and both otherwise. A rival is a like piece with a legal move to the
// same square.
func disambiguation(pos *position.Position, m position.Move) (needFile, needRank bool) {
	piece := pos.MovedPiece(m)
	likes := pos.Pieces(piece.Color(), piece.Type())
	if likes&(likes-1) == 0 {
		return false, false
	}
	var list position.MoveList
	pos.GenerateLegal(&list)
	rival, sameFile, sameRank := false, false, false
	for _, other := range list.Moves[:list.N] {
		if other.To() != m.To() || other.From() == m.From() || other.IsCastling() || pos.MovedPiece(other) != piece {
			continue
		}
		rival = true
		sameFile = sameFile || other.From().File() == m.From().File()
		sameRank = sameRank || other.From().Rank() == m.From().Rank()
	}
	return rival && (!sameFile || sameRank), rival && sameFile
}

func fileLetter(sq position.Square) byte { return 'a' + byte(sq.File()) }
func rankDigit(sq position.Square) byte  { return '1' + byte(sq.Rank()) }

// ParseSAN reads a move in the position pos, which is unchanged afterwards.
// Besides correct SAN it takes what records contain: missing or wrong + and #,
// annotations (!, ?), "e.p." or "ep", more origin than needed (Ng1f3, Ng1-f3, e2-e4),
// a missing x or "=", "(Q)", ":" for x, and zeros in castling. The text must
// fit exactly one legal move; the error is a *SANError.
func ParseSAN(pos *position.Position, s string) (position.Move, error) {
	fail := func(reason string) (position.Move, error) {
		return position.NoMove, &SANError{Text: s, Reason: reason, FEN: pos.FEN()}
	}
	body := trimMove(s)
	var list position.MoveList
	pos.GenerateLegal(&list)
	if side := strings.ReplaceAll(body, "0", "O"); side == castleKingSide || side == castleQueenSide {
		for _, m := range list.Moves[:list.N] {
			if m.IsCastling() && castleText(m) == side {
				return m, nil
			}
		}
		return fail("this castling is not possible")
	}
	want, reason := parseFields(body)
	if reason != "" {
		return fail(reason)
	}
	found, n := position.NoMove, 0
	for _, m := range list.Moves[:list.N] {
		if want.fits(pos, m) {
			found = m
			n++
		}
	}
	switch {
	case n == 0:
		return fail("no legal move fits")
	case n > 1:
		return fail("more than one legal move fits; add the file or rank it comes from")
	}
	return found, nil
}

// ParseMove reads a move as SAN or, failing that, as UCI text. The error is
// the one of ParseSAN.
func ParseMove(pos *position.Position, s string) (position.Move, error) {
	m, err := ParseSAN(pos, s)
	if err == nil {
		return m, nil
	}
	if m, uciErr := pos.ParseMove(s); uciErr == nil {
		return m, nil
	}
	return position.NoMove, err
}

// trimMove cuts check signs, annotations, "e.p." and "ep" off the end.
func trimMove(s string) string {
	s = strings.TrimSpace(s)
	for {
		t := strings.TrimRight(s, "+#!?")
		t = strings.TrimSuffix(strings.TrimSuffix(t, "e.p."), "ep")
		t = strings.TrimSpace(t)
		if t == s {
			return s
		}
		s = t
	}
}

// fields is what the text of a move says; -1 for a file or rank it leaves out.
type fields struct {
	piece              position.PieceType
	fromFile, fromRank int
	toFile, toRank     int
	promotion          position.PieceType
}

// fits tells whether the legal move m of pos is what the text says.
func (f *fields) fits(pos *position.Position, m position.Move) bool {
	from, to := m.From(), m.To()
	promotion := position.NoPieceType
	if m.IsPromotion() {
		promotion = m.Promotion()
	}
	return !m.IsCastling() && pos.MovedPiece(m).Type() == f.piece &&
		int(to.File()) == f.toFile && int(to.Rank()) == f.toRank &&
		(f.fromFile < 0 || int(from.File()) == f.fromFile) &&
		(f.fromRank < 0 || int(from.Rank()) == f.fromRank) &&
		promotion == f.promotion
}

// parseFields takes the text of a move apart; reason is empty when it has the
// form of one.
func parseFields(s string) (f fields, reason string) {
	const notAMove = "this is not a move"
	f = fields{piece: position.Pawn, fromFile: -1, fromRank: -1}
	if s == "" {
		return f, notAMove
	}
	if pt := pieceType(s[0]); pt != position.NoPieceType {
		f.piece = pt
		s = s[1:]
	}
	s, f.promotion = cutPromotion(s)
	squares := make([]byte, 0, 4)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case 'x', ':', '-':
		default:
			squares = append(squares, c)
		}
	}
	n := len(squares)
	if n < 2 || n > 4 || !isFile(squares[n-2]) || !isRank(squares[n-1]) {
		return f, notAMove
	}
	f.toFile, f.toRank = int(squares[n-2]-'a'), int(squares[n-1]-'1')
	switch origin := squares[:n-2]; {
	case len(origin) == 2 && isFile(origin[0]) && isRank(origin[1]):
		f.fromFile, f.fromRank = int(origin[0]-'a'), int(origin[1]-'1')
	case len(origin) == 1 && isFile(origin[0]):
		f.fromFile = int(origin[0] - 'a')
	case len(origin) == 1 && isRank(origin[0]):
		f.fromRank = int(origin[0] - '1')
	case len(origin) != 0:
		return f, notAMove
	}
	return f, ""
}

// cutPromotion takes =Q, (Q), /Q or a bare piece letter off the end. A small
// letter counts too, as in UCI text: nothing else ends in a letter.
func cutPromotion(s string) (rest string, pt position.PieceType) {
	t := strings.TrimSuffix(s, ")")
	if t == "" {
		return s, position.NoPieceType
	}
	letter := t[len(t)-1]
	pt = pieceType(letter)
	if pt == position.NoPieceType {
		pt = pieceType(letter - 'a' + 'A')
	}
	if pt == position.NoPieceType || pt == position.King {
		return s, position.NoPieceType
	}
	t = t[:len(t)-1]
	return strings.TrimRight(t, "=(/"), pt
}

// pieceType reads a SAN letter.
func pieceType(c byte) position.PieceType {
	switch c {
	case 'P':
		return position.Pawn
	case 'N':
		return position.Knight
	case 'B':
		return position.Bishop
	case 'R':
		return position.Rook
	case 'Q':
		return position.Queen
	case 'K':
		return position.King
	}
	return position.NoPieceType
}

func isFile(c byte) bool { return c >= 'a' && c <= 'h' }
func isRank(c byte) bool { return c >= '1' && c <= '8' }
