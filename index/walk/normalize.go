package walk

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// Normalize returns the text that parsers are given, and whether it differs
// from src. It never changes src.
//
// Offsets in the text are offsets in the file, so that positions can be shown
// and edits applied: a byte that is no UTF-8 becomes one "?", a UTF-8 byte
// order mark stays where it is (parsers skip it; TrimBOM is for those that do
// not), and line ends are left as they are. Only UTF-16, which is recognised by
// its byte order mark, is decoded: there, offsets are those of the UTF-8 text.
func Normalize(src []byte) (text []byte, changed bool) {
	if utf16Order(src) != nil {
		return decodeUTF16(src), true
	}
	if utf8.Valid(src) {
		return src, false
	}
	text = make([]byte, 0, len(src))
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n == 1 {
			text = append(text, '?')
		} else {
			text = append(text, src[i:i+n]...)
		}
		i += n
	}
	return text, true
}

var bom = []byte("\xef\xbb\xbf")

// TrimBOM returns src without a leading UTF-8 byte order mark.
func TrimBOM(src []byte) []byte { return bytes.TrimPrefix(src, bom) }

// utf16Order is the byte order that a UTF-16 mark announces, nil without one.
// FF FE 00 00 announces UTF-32, which counts as binary.
func utf16Order(src []byte) binary.ByteOrder {
	switch {
	case len(src) < 2:
	case src[0] == 0xfe && src[1] == 0xff:
		return binary.BigEndian
	case src[0] == 0xff && src[1] == 0xfe && !(len(src) >= 4 && src[2] == 0 && src[3] == 0):
		return binary.LittleEndian
	}
	return nil
}

// decodeUTF16 decodes src after its mark. Half a character at the end is
// dropped.
func decodeUTF16(src []byte) []byte {
	order := utf16Order(src)
	units := make([]uint16, 0, len(src)/2)
	for i := 2; i+1 < len(src); i += 2 {
		units = append(units, order.Uint16(src[i:]))
	}
	text := make([]byte, 0, len(units))
	for _, r := range utf16.Decode(units) {
		text = utf8.AppendRune(text, r)
	}
	return text
}
