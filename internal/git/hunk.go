package git

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
)

const (
	mostLine    = 4 << 10  // of a line that is kept
	mostRemoved = 64 << 10 // of a hunk's removed text that is kept
)

// hunk reads "-3,2 +5 @@ …" and the lines of the hunk.
func (p *patchReader) hunk(f *FilePatch, head string) error {
	fields := strings.Fields(head)
	if len(fields) < 2 {
		return io.ErrUnexpectedEOF
	}
	var h Hunk
	var ok, ok2 bool
	h.OldStart, h.OldLines, ok = hunkSide(fields[0], '-')
	h.NewStart, h.NewLines, ok2 = hunkSide(fields[1], '+')
	if !ok || !ok2 {
		return io.ErrUnexpectedEOF
	}
	var removed strings.Builder
	for old, now := h.OldLines, h.NewLines; old > 0 || now > 0; {
		line, err := p.line()
		if err != nil {
			return io.ErrUnexpectedEOF
		}
		switch {
		case strings.HasPrefix(line, "-") && old > 0:
			old--
			if removed.Len() < mostRemoved {
				removed.WriteString(line[1:])
				removed.WriteByte('\n')
			}
		case strings.HasPrefix(line, "+") && now > 0:
			now--
		case strings.HasPrefix(line, `\`): // there is no newline at the end
		default:
			return io.ErrUnexpectedEOF
		}
	}
	h.Removed = removed.String()
	f.Hunks = append(f.Hunks, h)
	return nil
}

// hunkSide reads -3,2 or +5.
func hunkSide(s string, sign byte) (start, lines int, ok bool) {
	if s == "" || s[0] != sign {
		return 0, 0, false
	}
	a, b, found := strings.Cut(s[1:], ",")
	start, err := strconv.Atoi(a)
	lines = 1
	if err == nil && found {
		lines, err = strconv.Atoi(b)
	}
	return start, lines, err == nil && start >= 0 && lines >= 0 && (lines == 0 || start > 0)
}

// line is the next line without its end; of a long one, the beginning.
func (p *patchReader) line() (string, error) {
	part, err := p.in.ReadSlice('\n')
	kept := string(part[:min(len(part), mostLine)])
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = p.in.ReadSlice('\n')
	}
	if err == io.EOF && kept != "" {
		err = nil
	}
	return strings.TrimSuffix(kept, "\n"), err
}
