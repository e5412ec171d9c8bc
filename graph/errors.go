package graph

import (
	"fmt"
	"strings"
)

// NotFoundError says that nothing in the graph fits a reference.
type NotFoundError struct {
	Ref         string
	Suggestions []string // the closest names that there are
	Outside     string   // the root, where the reference is a path outside of it
}

func (e *NotFoundError) Error() string {
	if e.Outside != "" {
		return fmt.Sprintf("%q is outside of %s, which is what is indexed; name a path below it", e.Ref, e.Outside)
	}
	s := fmt.Sprintf("nothing in the graph is called %q", e.Ref)
	if len(e.Suggestions) > 0 {
		s += "; did you mean " + strings.Join(e.Suggestions, ", ") + "?"
	}
	return s
}

// AmbiguousError says that several nodes fit a reference.
type AmbiguousError struct {
	Ref        string
	Candidates []Node // bounded; see More
	More       int    // how many candidates are left out
}

func (e *AmbiguousError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q fits %d nodes; use one of these ids:", e.Ref, len(e.Candidates)+e.More)
	for _, n := range e.Candidates {
		fmt.Fprintf(&b, "\n  %s", n.ID)
		if n.StartLine > 0 {
			fmt.Fprintf(&b, "  (line %d)", n.StartLine)
		}
	}
	if e.More > 0 {
		fmt.Fprintf(&b, "\n  and %d more", e.More)
	}
	return b.String()
}
