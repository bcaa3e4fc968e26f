package traindata

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"tura/position"
)

// Layout of a games file; see the package comment.
const (
	magic         = "TURAGAME"
	version       = 1
	headerSize    = 16
	headerVersion = 8
	headerSeed    = 12

	gameHead    = 8 + packedSize
	gameNumber  = 4
	plySize     = 4
	checksum    = 4
	resultShift = 16
	resultMask  = 3
	checkShift  = 18
)

// ErrDamaged is wrapped by the errors of a Reader that meets bytes which no
// Writer has written. (A file that only ends too early gives
// io.ErrUnexpectedEOF.)
var ErrDamaged = errors.New("damaged games file")

// A Writer writes games to a stream.
type Writer struct {
	w      io.Writer
	buf    []byte
	header bool // the header is still to be written
	seed   uint32
	err    error // of the stream, behind which nothing is written
}

// NewWriter returns a Writer that starts a new stream with the header, whose
// seed is that of the run (0 when the games come from several runs). Nothing is
// written before the first game.
func NewWriter(w io.Writer, seed uint32) *Writer {
	return &Writer{w: w, header: true, seed: seed}
}

// Write writes one game with a single call to the underlying writer. A game
// with an illegal start position, too many plies or an unknown result is
// refused; the moves are not checked. After an error of the underlying writer
// Write keeps returning it: a game behind a torn one could not be read.
func (w *Writer) Write(g *Game) error {
	if w.err != nil {
		return w.err
	}
	if len(g.Plies) > MaxPlies {
		return fmt.Errorf("game %d: %d plies, at most %d can be stored", g.Number, len(g.Plies), MaxPlies)
	}
	if g.Result < -1 || g.Result > 1 {
		return fmt.Errorf("game %d: result %d is not -1, 0 or 1", g.Number, g.Result)
	}
	pos, err := position.FromFEN(g.Start)
	if err != nil {
		return fmt.Errorf("game %d: start position: %w", g.Number, err)
	}
	b := w.buf[:0]
	if w.header {
		b = appendHeader(b, w.seed)
	}
	start := len(b)
	word := uint32(len(g.Plies)) | uint32(g.Result+1)<<resultShift
	b = binary.LittleEndian.AppendUint32(b, word|headCheck(word, g.Number)<<checkShift)
	b = binary.LittleEndian.AppendUint32(b, g.Number)
	b = append(b, make([]byte, packedSize)...)
	pack(b[len(b)-packedSize:], pos)
	for _, ply := range g.Plies {
		b = binary.LittleEndian.AppendUint16(b, uint16(ply.Move))
		b = binary.LittleEndian.AppendUint16(b, uint16(ply.Score))
	}
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b[start:]))
	w.buf = b
	if _, err := w.w.Write(b); err != nil {
		w.err = fmt.Errorf("game %d: %w", g.Number, err)
		return w.err
	}
	w.header = false
	return nil
}

// headCheck returns the 14 bits that guard the length of a game, so that a
// damaged length is not taken for a torn game at the end of the file.
func headCheck(word, number uint32) uint32 {
	var b [8]byte
	binary.LittleEndian.PutUint32(b[:], word)
	binary.LittleEndian.PutUint32(b[4:], number)
	return crc32.ChecksumIEEE(b[:]) >> checkShift
}

func appendHeader(b []byte, seed uint32) []byte {
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint32(b, version)
	return binary.LittleEndian.AppendUint32(b, seed)
}

// A Reader reads the games of a stream.
type Reader struct {
	r      *bufio.Reader
	buf    []byte
	header bool // the header has been read
	seed   uint32
	good   int64
	games  int
	err    error
}

// NewReader returns a Reader of the games in r. It buffers its input.
func NewReader(r io.Reader) *Reader {
	const bufferSize = 1 << 16
	return &Reader{r: bufio.NewReaderSize(r, bufferSize)}
}

// Good returns the number of bytes up to the end of the last game that Next has
// returned (the header when there was none): the place to go on writing.
func (r *Reader) Good() int64 { return r.good }

// Games returns the number of games that Next has returned.
func (r *Reader) Games() int { return r.games }

// Seed returns the seed in the header, once Next has been called.
func (r *Reader) Seed() uint32 { return r.seed }

// Next reads the next game into g, whose slice of plies is used again. The
// error is io.EOF after the last game (also in an empty file), io.ErrUnexpectedEOF
// when the input ends within a game or the header, and wraps ErrDamaged when the
// bytes are not those of a game. After an error Next keeps returning it.
func (r *Reader) Next(g *Game) error {
	if r.err == nil {
		r.err = r.next(g)
	}
	return r.err
}

func (r *Reader) next(g *Game) error {
	if !r.header {
		if err := r.readHeader(); err != nil {
			return err
		}
	}
	if cap(r.buf) < gameHead {
		r.buf = make([]byte, gameHead)
	}
	head := r.buf[:gameHead]
	if _, err := io.ReadFull(r.r, head); err != nil {
		return err
	}
	word := binary.LittleEndian.Uint32(head)
	check := word >> checkShift
	word &= 1<<checkShift - 1
	if check != headCheck(word, binary.LittleEndian.Uint32(head[gameNumber:])) {
		return r.damaged("it does not start like a game")
	}
	plies, result := int(word&MaxPlies), word>>resultShift
	if result >= resultMask {
		return r.damaged("result %d", result)
	}
	size := gameHead + plies*plySize + checksum
	if cap(r.buf) < size {
		r.buf = append(make([]byte, 0, size), head...)
	}
	b := r.buf[:size]
	if _, err := io.ReadFull(r.r, b[gameHead:]); err != nil {
		return unexpected(err)
	}
	body := b[:size-checksum]
	if got, want := crc32.ChecksumIEEE(body), binary.LittleEndian.Uint32(b[size-checksum:]); got != want {
		return r.damaged("checksum %08x, the file says %08x", got, want)
	}
	start, err := unpack(b[gameHead-packedSize : gameHead])
	if err != nil {
		return r.damaged("%v", err)
	}
	g.Number = binary.LittleEndian.Uint32(b[gameNumber:])
	g.Start = start
	g.Result = int8(result) - 1
	g.Plies = g.Plies[:0]
	for at := gameHead; at < len(body); at += plySize {
		g.Plies = append(g.Plies, Ply{
			Move:  position.Move(binary.LittleEndian.Uint16(b[at:])),
			Score: int16(binary.LittleEndian.Uint16(b[at+2:])),
		})
	}
	r.good += int64(size)
	r.games++
	return nil
}

// readHeader reads the header; an empty input gives io.EOF.
func (r *Reader) readHeader() error {
	var b [headerSize]byte
	n, err := io.ReadFull(r.r, b[:])
	if n > 0 && string(b[:min(n, len(magic))]) != magic[:min(n, len(magic))] {
		return fmt.Errorf("%w: it does not start with %q", ErrDamaged, magic)
	}
	if err != nil {
		return err
	}
	if v := binary.LittleEndian.Uint32(b[headerVersion:]); v != version {
		return fmt.Errorf("%w: version %d, this program reads version %d", ErrDamaged, v, version)
	}
	r.seed = binary.LittleEndian.Uint32(b[headerSeed:])
	r.header = true
	r.good = headerSize
	return nil
}

func (r *Reader) damaged(format string, args ...any) error {
	return fmt.Errorf("%w: game %d at byte %d: %s", ErrDamaged, r.games+1, r.good, fmt.Sprintf(format, args...))
}

func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
