package git

import (
	"bufio"
	"strings"
	"testing"
)

// FuzzAnswers: whatever git should write, reading it neither fails nor makes
// paths that are empty.
func FuzzAnswers(f *testing.F) {
	f.Add("1 .M N... 100644 100644 100644 a b sub/x")
	f.Add("u UU N... 1 2 3 4 a b c x y")
	f.Add("? a b")
	f.Add(":100644 000000 abc 0000 D")
	f.Add("\x00sha\x001\x00p\x00a <b>\x00\na\x00b\x00\x00sha\x002\x00\x00\x00")
	f.Add("0123456789012345678901234567890123456789 blob 3\nabc\n")
	f.Add("x blob 99999999999999\n")
	f.Fuzz(func(t *testing.T, s string) {
		r := &Repo{}
		if st, ok := statusOf(s); ok && st.Path == "" {
			t.Error("an empty path")
		}
		_, _ = r.rawChange(s)
		_ = firstLine(s)
		l := logReader{each: func(c Commit) error {
			if c.Files == nil {
				t.Error("no list")
			}
			return nil
		}}
		_ = l.read(bufio.NewReader(strings.NewReader(s)))
		_, _ = r.content(bufio.NewReader(strings.NewReader(s)), 1<<20)
	})
}
