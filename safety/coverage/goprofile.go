package coverage

import (
	"bufio"
	"strconv"
	"strings"
)

// goProfile reads what go test -coverprofile writes:
//
//	mode: set
//	example.com/mod/pkg/file.go:5.13,7.2 2 1
//
// A block has a number of statements; counted by them, a function's coverage
// is what go tool cover -func says.
func (r *Report) goProfile(b *bufio.Reader) error {
	var name string
	var f *file
	return eachLine(b, func(n int, text string) error {
		if strings.HasPrefix(text, "mode:") || strings.TrimSpace(text) == "" {
			return nil // profiles that were put together have several
		}
		i := strings.LastIndexByte(text, ':')
		if i <= 0 {
			return bad(n, "%q is no block", short(text))
		}
		s, ok := goBlock(text[i+1:])
		if !ok {
			return bad(n, "%q is no block", short(text[i+1:]))
		}
		if f == nil || name != text[:i] {
			var err error
			if f, err = r.file(text[:i]); err != nil {
				return err
			}
			name = text[:i]
		}
		return r.add(f, s)
	})
}

// goBlock reads 5.13,7.2 2 1: from, to, statements, count.
func goBlock(text string) (s span, ok bool) {
	fields := strings.Fields(text)
	if len(fields) != 3 {
		return s, false
	}
	from, to, found := strings.Cut(fields[0], ",")
	if !found || !place(from, &s.start, &s.startCol) || !place(to, &s.end, &s.endCol) {
		return s, false
	}
	weight, err := strconv.ParseInt(fields[1], 10, 32)
	if err != nil {
		return s, false
	}
	s.weight, s.hit = int32(weight), positive(fields[2])
	return s, true
}

func place(text string, line, col *int32) bool {
	a, b, ok := strings.Cut(text, ".")
	l, err := strconv.ParseInt(a, 10, 32)
	c, err2 := strconv.ParseInt(b, 10, 32)
	*line, *col = int32(l), int32(c)
	return ok && err == nil && err2 == nil
}
