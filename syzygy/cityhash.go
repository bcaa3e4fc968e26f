package syzygy

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
)

// This file computes the two hash functions behind the checksum of a table
// file, as defined by CityHash 1.0 (Google, 2011): the 256-bit function that
// mixes with CRC-32C steps, and the 128-bit function for short inputs. A hash
// is a list of 64-bit words, first word first.

// Multipliers of CityHash.
const (
	cityK0  = 0xC3A5C85C97CB3127
	cityK1  = 0xB492B66FBE98F273
	cityK2  = 0x9AE16A3B2F90404F
	cityK3  = 0xC949D7C7509E6557
	cityMul = 0x9DDFEA08EB382D69
)

const (
	word = 8 // bytes

	laneCount  = 5                // words that take in the data
	roundBytes = laneCount * word // data of one round of the 256-bit function
	stripe     = 6 * roundBytes   // rounds come in sixes, plain and multiplied in turn

	longBlock = 8 * word      // data of one round of the 128-bit function
	longMin   = 2 * longBlock // below this a simpler 128-bit function is used
	tailBlock = 4 * word      // data of one round of its end
	shortHash = 900           // longest input of the 128-bit function
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func fetch(b []byte, at int) uint64      { return binary.LittleEndian.Uint64(b[at:]) }
func rotateRight(v uint64, n int) uint64 { return bits.RotateLeft64(v, -n) }
func shiftMix(v uint64) uint64           { return v ^ v>>47 }
func mulMix(v uint64) uint64             { return shiftMix(v * cityMul) }
func mixWords(u, v uint64) uint64        { return mulMix(v^mulMix(u^v)) * cityMul }
func mixIn(a, w, k uint64) uint64        { return (a ^ shiftMix(w*k)*k) * k }

// cityCRC is the state of the 256-bit function.
type cityCRC struct {
	lane   [laneCount]uint64
	spare  uint64            // waits one round before it enters the last lane
	crc    [laneCount]uint32 // a running CRC-32C of each lane
	buffer [word]byte
}

// laneRotation is by how much each lane turns in a multiplied round; in a plain
// round the lowest bit is flipped.
var laneRotation = [laneCount]int{41, 27, 41, 33, 25}

// round takes in roundBytes of data.
func (c *cityCRC) round(data []byte, multiplied bool) {
	multiplier, flip := uint64(1), 1
	if multiplied {
		multiplier, flip = cityK0, 0
	}
	// Each lane comes from its right neighbour, the last one from the spare.
	source := [laneCount]uint64{c.lane[1], c.lane[2], c.lane[3], c.lane[4], c.spare}
	c.spare = c.lane[0]
	for i := range c.lane {
		c.lane[i] = rotateRight(source[i], laneRotation[i]^flip)*multiplier + fetch(data, i*word)
		binary.LittleEndian.PutUint64(c.buffer[:], c.lane[i])
		c.crc[i] = ^crc32.Update(^c.crc[i], castagnoli, c.buffer[:])
	}
}

// city256 hashes data of any length with the 256-bit function.
func city256(data []byte) [4]uint64 {
	seed := uint32(0)
	if len(data) < stripe {
		padded := make([]byte, stripe)
		copy(padded, data)
		data, seed = padded, ^uint32(len(data))
	}
	length := uint64(len(data))
	b := fetch(data, 12*word) + cityK0
	first := mixWords(b, length)
	second := fetch(data, 15*word)*cityK0 + length
	c := &cityCRC{
		lane:  [laneCount]uint64{fetch(data, 7*word) + cityK0, b, first, second, fetch(data, 23*word) + uint64(seed)},
		spare: first + second,
		crc:   [laneCount]uint32{seed},
	}
	rest := data
	for ; len(rest) >= stripe; rest = rest[stripe:] {
		for i := 0; i < stripe; i += roundBytes {
			c.round(rest[i:], i/roundBytes%2 == 1)
		}
	}
	for ; len(rest) >= roundBytes; rest = rest[roundBytes:] {
		c.round(rest, true)
	}
	if len(rest) > 0 {
		c.round(data[len(data)-roundBytes:], true)
	}
	return c.sum(first, second)
}

// sum ends the 256-bit function. first and second are what it began with.
func (c *cityCRC) sum(first, second uint64) [4]uint64 {
	a, b, cc, d, e := c.lane[0], c.lane[1], c.lane[2], c.lane[3], c.lane[4]
	f, g, h, i, j := uint64(c.crc[0]), uint64(c.crc[1]), uint64(c.crc[2]), uint64(c.crc[3]), uint64(c.crc[4])
	j += i << 32
	a = mixWords(a, j)
	h += g << 32
	b += h
	cc = mixWords(cc, f) + i
	d = mixWords(d, e+first)
	j += e
	i += mixWords(h, c.spare)
	e = mixWords(a, d) + j
	f = mixWords(b, cc) + a
	g = mixWords(j, i) + cc

	var out [4]uint64
	out[0] = e + f + g + h
	a = shiftMix((a+g)*cityK0)*cityK0 + b
	out[1] = second + a + out[0]
	a = shiftMix(a*cityK0)*cityK0 + cc
	out[2] = a + out[1]
	a = shiftMix((a+e)*cityK0) * cityK0
	out[3] = a + out[2]
	return out
}

// city128 hashes at least 32 bytes to 128 bits.
func city128(data []byte) [2]uint64 {
	if len(data) > shortHash {
		h := city256(data)
		return [2]uint64{h[2], h[3]}
	}
	x, y := fetch(data, 0)^cityK3, fetch(data, word)
	data = data[2*word:]
	if len(data) < longMin {
		return cityMurmur(data, x, y)
	}
	return cityLong(data, x, y)
}

// cityMurmur is the 128-bit function for 16 to 127 bytes.
func cityMurmur(data []byte, a, b uint64) [2]uint64 {
	n := len(data)
	var c, d uint64
	if n <= 2*word {
		a = shiftMix(a*cityK1) * cityK1
		head, tail := fetch(data, 0), fetch(data, n-word)
		c = b*cityK1 + (mixWords(head, rotateRight(tail+uint64(n), n)) ^ tail)
		d = shiftMix(a + head)
	} else {
		c = mixWords(fetch(data, n-word)+cityK1, a)
		d = mixWords(b+uint64(n), c+fetch(data, n-2*word))
		a += d
		for at := 0; at < n-2*word; at += 2 * word {
			a = mixIn(a, fetch(data, at), cityK1)
			b ^= a
			c = mixIn(c, fetch(data, at+word), cityK1)
			d ^= c
		}
	}
	a = mixWords(a, c)
	b = mixWords(d, b)
	return [2]uint64{a ^ b, mixWords(b, a)}
}

// cityPair is a pair of words that the long function carries along.
type cityPair struct{ first, second uint64 }

// weakHash mixes 32 bytes into a pair of seeds.
func weakHash(data []byte, a, b uint64) cityPair {
	a += fetch(data, 0)
	b = rotateRight(b+a+fetch(data, 3*word), 21)
	start := a
	a += fetch(data, word) + fetch(data, 2*word)
	return cityPair{a + fetch(data, 3*word), b + rotateRight(a, 44) + start}
}

// cityLong is the 128-bit function for 128 bytes and more.
func cityLong(data []byte, x, y uint64) [2]uint64 {
	z := uint64(len(data)) * cityK1
	var v, w cityPair
	v.first = rotateRight(y^cityK1, 49)*cityK1 + fetch(data, 0)
	v.second = rotateRight(v.first, 42)*cityK1 + fetch(data, word)
	w.first = rotateRight(y+z, 35)*cityK1 + x
	w.second = rotateRight(x+fetch(data, 11*word), 53) * cityK1

	rest := data
	for ; len(rest) >= longMin; rest = rest[longMin:] {
		for half := rest; len(half) > len(rest)-longMin; half = half[longBlock:] {
			x = rotateRight(x+y+v.first+fetch(half, word), 37) * cityK1
			y = rotateRight(y+v.second+fetch(half, 6*word), 42) * cityK1
			x ^= w.second
			y += v.first + fetch(half, 5*word)
			z = rotateRight(z+w.first, 33) * cityK1
			v = weakHash(half, v.second*cityK1, x+w.first)
			w = weakHash(half[4*word:], z+w.second, y+fetch(half, 2*word))
			x, z = z, x
		}
	}
	x += rotateRight(v.first+z, 49) * cityK0
	z += rotateRight(w.first, 37) * cityK0
	// What is left is taken from the end; the last piece may reach back into
	// data that was hashed before.
	for end := len(data); end > len(data)-len(rest); end -= tailBlock {
		tail := data[end-tailBlock:]
		y = rotateRight(x+y, 42)*cityK0 + v.second
		w.first += fetch(tail, 2*word)
		x = x*cityK0 + w.first
		z += w.second + fetch(tail, 0)
		w.second += v.first
		v = weakHash(tail, v.first+z, v.second)
	}
	x = mixWords(x, v.first)
	y = mixWords(y+z, w.first)
	return [2]uint64{
		mixWords(x+v.second, w.second) + y,
		mixWords(x+w.second, y+v.second),
	}
}
