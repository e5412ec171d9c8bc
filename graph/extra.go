package graph

import "encoding/binary"

// The extra column holds what few queries look at: parameters, return type
// and decorators, as counts and strings behind their lengths.

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// appendExtra is empty when there is nothing to say.
func appendExtra(b []byte, params []Param, returns string, decorators []string) []byte {
	if len(params) == 0 && returns == "" && len(decorators) == 0 {
		return b
	}
	b = binary.AppendUvarint(b, uint64(len(params)))
	for _, p := range params {
		flags := byte(0)
		if p.Optional {
			flags |= 1
		}
		if p.Rest {
			flags |= 2
		}
		b = append(b, flags)
		b = appendString(appendString(b, p.Name), p.Type)
	}
	b = appendString(b, returns)
	for _, d := range decorators {
		b = appendString(b, d)
	}
	return b
}

// extraReader takes apart what appendExtra made; a damaged value reads as
// less than was written, never as a crash.
type extraReader string

func (r *extraReader) uint() uint64 {
	var v uint64
	for i := 0; i < len(*r) && i < 10; i++ {
		c := (*r)[i]
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			*r = (*r)[i+1:]
			return v
		}
	}
	*r = ""
	return 0
}

func (r *extraReader) text() string {
	n := r.uint()
	if n > uint64(len(*r)) {
		n = uint64(len(*r))
	}
	s := string((*r)[:n])
	*r = (*r)[n:]
	return s
}

func readExtra(s string) (params []Param, returns string, decorators []string) {
	r := extraReader(s)
	for n := r.uint(); n > 0 && len(r) > 0; n-- {
		flags := r[0]
		r = r[1:]
		params = append(params, Param{Name: r.text(), Type: r.text(), Optional: flags&1 != 0, Rest: flags&2 != 0})
	}
	returns = r.text()
	for len(r) > 0 {
		decorators = append(decorators, r.text())
	}
	return params, returns, decorators
}
