package python

import "bytes"

// templates shows the grammar, which is older than they are, template strings
// as f-strings: t"…" as f"…". Where the two bytes stand in a string or a
// comment instead, the change changes nothing.
func templates(_ string, src, buf []byte) []byte {
	out := src
	for _, quote := range []byte{'"', '\''} {
		for _, letter := range []byte{'t', 'T'} {
			mark := []byte{letter, quote}
			for from := 0; ; {
				i := bytes.Index(src[from:], mark)
				if i < 0 {
					break
				}
				i += from
				from = i + 2
				if !isPrefix(src, i) {
					continue
				}
				if len(buf) == 0 {
					buf = append(buf, src...)
					out = buf
				}
				out[i] = 'f'
			}
		}
	}
	return out
}

// isPrefix tells whether the letter at i begins a literal, alone or after "r".
func isPrefix(src []byte, i int) bool {
	if i > 0 && (src[i-1] == 'r' || src[i-1] == 'R') {
		i--
	}
	return i == 0 || !isNameByte(src[i-1])
}
