package traindata

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// A File is a games file that is open for appending. Each game reaches the
// operating system before Write returns, so that a killed process loses none.
type File struct {
	Writer
	file *os.File
	torn int64
}

// OpenAppend opens the games file at path to write further games, or creates
// it. It calls visit for each game that is there (the game is used again
// afterwards) and cuts off a torn game at the end. The file is locked where the
// system can: a second process gets an error. A file that is damaged in another
// way is left alone and gives an error that wraps ErrDamaged.
//
// The seed goes into the header of a new file; when the file has one already,
// that is used: see [File.Seed].
func OpenAppend(path string, seed uint32, visit func(*Game)) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	f, err := openAppend(file, seed, visit)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func openAppend(file *os.File, seed uint32, visit func(*Game)) (*File, error) {
	if err := lock(file); err != nil {
		return nil, err
	}
	r := NewReader(file)
	var game Game
	var err error
	for err == nil {
		if err = r.Next(&game); err == nil {
			visit(&game)
		}
	}
	if err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	good := r.Good()
	if size > good {
		if err := file.Truncate(good); err != nil {
			return nil, err
		}
		if _, err := file.Seek(good, io.SeekStart); err != nil {
			return nil, err
		}
	}
	f := &File{file: file, torn: size - good}
	f.Writer = Writer{w: file, header: good == 0, seed: seed}
	if good > 0 {
		f.Writer.seed = r.Seed()
	}
	return f, nil
}

// Torn returns the number of bytes of a torn game that OpenAppend cut off.
func (f *File) Torn() int64 { return f.torn }

// Seed returns the seed in the file's header.
func (f *File) Seed() uint32 { return f.Writer.seed }

// Close makes sure that the games are on the disk and closes the file.
func (f *File) Close() error {
	return errors.Join(f.file.Sync(), f.file.Close())
}
