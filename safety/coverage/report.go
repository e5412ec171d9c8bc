package coverage

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
)

// What a report may hold at most.
const (
	MaxBytes = 256 << 20
	maxFiles = 500_000
	maxSpans = 10_000_000
	maxLine  = 1 << 24 // the highest line number
)

// ErrFormat is what an error matches whose cause is what the report says.
var ErrFormat = errors.New("no coverage report that can be read")

// Format is the kind of a report.
type Format string

// The formats.
const (
	LCOV       Format = "lcov"
	Cobertura  Format = "cobertura"
	GoProfile  Format = "go"
	CoveragePy Format = "coverage.py"
)

// Report is a report as it was written: its paths are those of the machine
// that made it.
type Report struct {
	Format  Format
	Sources []string // roots that paths may be relative to
	files   map[string]*file
	spans   int
}

// file is what is measured of one file.
type file struct {
	spans  []span
	called []called
}

// span is a piece of code that is counted as one: a line, or a block of
// statements.
type span struct {
	start, end       int32 // lines
	startCol, endCol int32 // 0 where the format has none
	weight           int32 // how many statements it stands for
	hit              bool
}

func (s *span) compare(o *span) int {
	return cmp.Or(cmp.Compare(s.start, o.start), cmp.Compare(s.startCol, o.startCol), cmp.Compare(s.end, o.end), cmp.Compare(s.endCol, o.endCol), cmp.Compare(s.weight, o.weight))
}

// called says of a function, by the line that it begins on, whether it was
// ever entered.
type called struct {
	line int32
	hit  bool
}

// Files is how many files the report measures.
func (r *Report) Files() int { return len(r.files) }

// Parse reads a report of any of the formats.
func Parse(in io.Reader) (*Report, error) {
	limited := &io.LimitedReader{R: in, N: MaxBytes + 1}
	b := bufio.NewReaderSize(limited, 64<<10)
	r := &Report{files: map[string]*file{}}
	err := r.parse(b)
	if limited.N <= 0 {
		return nil, fmt.Errorf("%w: it is larger than %d MiB; make one of fewer files", ErrFormat, MaxBytes>>20)
	}
	if err != nil {
		return nil, err
	}
	for _, f := range r.files {
		f.order()
	}
	return r, nil
}

func (r *Report) parse(b *bufio.Reader) error {
	head, err := b.Peek(512)
	if err != nil && err != io.EOF {
		return err
	}
	if bytes.HasPrefix(head, bom) {
		if _, err := b.Discard(len(bom)); err != nil {
			return err
		}
		head = head[len(bom):]
	}
	head = bytes.TrimLeft(head, " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte("mode:")):
		r.Format = GoProfile
		return r.goProfile(b)
	case bytes.HasPrefix(head, []byte("<")):
		r.Format = Cobertura
		return r.cobertura(b)
	case bytes.HasPrefix(head, []byte("{")):
		r.Format = CoveragePy
		return r.coveragePy(b)
	case bytes.HasPrefix(head, []byte("TN:")), bytes.HasPrefix(head, []byte("SF:")), bytes.HasPrefix(head, []byte("#")):
		r.Format = LCOV
		return r.lcov(b)
	}
	return fmt.Errorf("%w: it begins like none of lcov, Cobertura XML, Go cover profiles (-coverprofile) and coverage.py JSON (coverage json)", ErrFormat)
}

var bom = []byte("\xef\xbb\xbf")

// bad is an error at a line of the report.
func bad(line int, format string, args ...any) error {
	return fmt.Errorf("%w: line %d: %s", ErrFormat, line, fmt.Sprintf(format, args...))
}

// file is the entry of a path, made where there is none: what several parts of
// a report say of one file counts together.
func (r *Report) file(path string) (*file, error) {
	f := r.files[path]
	if f == nil {
		if len(r.files) >= maxFiles {
			return nil, fmt.Errorf("%w: it names more than %d files", ErrFormat, maxFiles)
		}
		f = &file{}
		r.files[path] = f
	}
	return f, nil
}

// add enters what was measured. Lines that no file can have are left out.
func (r *Report) add(f *file, s span) error {
	if s.start < 1 || s.end < s.start || s.end > maxLine || s.weight < 1 {
		return nil
	}
	if r.spans++; r.spans > maxSpans {
		return fmt.Errorf("%w: it measures more than %d places", ErrFormat, maxSpans)
	}
	f.spans = append(f.spans, s)
	return nil
}

// order sorts what is measured and makes one of what is measured twice: a
// place that was hit once is hit.
func (f *file) order() {
	slices.SortFunc(f.spans, func(a, b span) int { return a.compare(&b) })
	out := f.spans[:0]
	for _, s := range f.spans {
		if n := len(out); n > 0 && out[n-1].compare(&s) == 0 {
			out[n-1].hit = out[n-1].hit || s.hit
			continue
		}
		out = append(out, s)
	}
	f.spans = out
	slices.SortFunc(f.called, func(a, b called) int { return cmp.Compare(a.line, b.line) })
}
