package ignore

import "strconv"

// The names of the ignore files.
const (
	GitFile = ".gitignore"
	OwnFile = ".smpignore"
)

// Rule is one pattern and where it stands. The zero Rule means that no
// pattern says anything.
type Rule struct {
	File    string // relative to the root; "../.gitignore" above it
	Line    int    // from 1
	Pattern string // as written, without the trailing spaces that do not count
}

// String is "file:line: pattern", as git prints it.
func (r Rule) String() string {
	if r.File == "" {
		return ""
	}
	return r.File + ":" + strconv.Itoa(r.Line) + ": " + r.Pattern
}

// Negated says whether the rule includes instead of excluding.
func (r Rule) Negated() bool { return r.Pattern != "" && r.Pattern[0] == '!' }
