package session

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/structural-memory/smp/safety/merge"
)

// MergeConflict is a place in a file that a session and somebody else have made
// different things of.
type MergeConflict struct {
	File   string `json:"file"`
	NodeID string `json:"node_id"`       // the definition; "" where it is none, or the file as a whole
	Kind   string `json:"kind"`          // both_changed, both_added, deleted_and_changed, file or syntax
	Line   int    `json:"line"`          // in the base
	Base   string `json:"base"`          // what it was when the session first wrote the file
	Mine   string `json:"mine"`          // what the session has made of it
	Theirs string `json:"theirs"`        // what it is now
	Cut    int    `json:"cut,omitempty"` // bytes that the three texts leave out
	Hint   string `json:"hint,omitempty"`
}

// MergeConflictError says that what a session has written does not go together
// with what the files have become. Nothing is written and the session is open:
// it can write what fits both and be closed again.
type MergeConflictError struct {
	Session   string
	Conflicts []MergeConflict
	More      int // conflicts that are left out
}

func (e *MergeConflictError) Error() string {
	names := make([]string, 0, 3)
	for _, c := range e.Conflicts[:min(3, len(e.Conflicts))] {
		if c.NodeID != "" {
			names = append(names, c.NodeID)
		} else {
			names = append(names, fmt.Sprintf("%s line %d", c.File, c.Line))
		}
	}
	n := len(e.Conflicts) + e.More
	if n > len(names) {
		names = append(names, fmt.Sprintf("%d more", n-len(names)))
	}
	return fmt.Sprintf("what session %s has written conflicts with what others have: %s; nothing is written: update the session with what fits both and close it again, or close it as aborted", Handle(e.Session), strings.Join(names, ", "))
}

const (
	mostMergeConflicts = 50
	mostConflictText   = 4000 // bytes of each version
)

// conflictsOf are the conflicts of a file as they are told.
func conflictsOf(file string, all []merge.Conflict, hint string) []MergeConflict {
	out := make([]MergeConflict, 0, len(all))
	for _, c := range all {
		t := MergeConflict{File: file, NodeID: c.Node, Kind: string(c.Kind), Line: c.Line, Hint: hint}
		for to, text := range map[*string][]byte{&t.Base: c.Base, &t.Mine: c.Mine, &t.Theirs: c.Theirs} {
			if !utf8.Valid(text) {
				t.Cut += len(text)
				continue
			}
			n := min(len(text), mostConflictText)
			for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
				n--
			}
			*to = string(text[:n])
			t.Cut += len(text) - n
		}
		out = append(out, t)
	}
	return out
}
