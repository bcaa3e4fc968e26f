// Package book reads and writes opening books in the Polyglot format.
//
// A book is a file of 16-byte records, highest byte first, ordered by key, lowest first:
//
//	offset  size  field
//	     0     8  key     Polyglot key of the position, see [Key]
//	     8     2  move    see [Encode]
//	    10     2  weight  quality of the move; 0 = never to be played
//	    12     4  learn   left alone by this package
//
// All moves of a position stand together. The file has no header and no end mark, so the
// only outward signs of a book are its size, a multiple of 16, and its order.
//
// A [Book] is read in place: [Book.Probe] finds the position by binary search with one
// small read a step, so that a book of any size costs no memory. Every move is checked
// against the legal moves of the position before it is handed out; a damaged book may
// know less than it should, but it cannot make the engine play an illegal move.
//
// A book that cannot be used is an error of [Open]. A book that can be used in part gives
// warnings, fetched by [Book.Warnings].
//
// Source of the format: book_format.html of Debian package polyglot 2.0.4
// (http://hgm.nubati.net/book_format.html).
package book
