package relink

import "github.com/structural-memory/smp/facts"

// givenUp is why not all of a file could be read or linked, of those of which
// that is so.
func (l *Linking) givenUp() map[string]string {
	out := map[string]string{}
	for _, f := range l.Plan.Changed {
		if why := unreadReason(f.Row.Flags); why != "" {
			out[f.Row.Path] = why
		}
	}
	for path, links := range l.Links {
		if l.State.Facts[path] == nil {
			continue
		}
		if why := unreadReason(l.State.Facts[path].Flags); why != "" {
			out[path] = why
		}
		if links.GivenUp != "" {
			out[path] = "not linked: " + links.GivenUp
		}
	}
	return out
}

func unreadReason(f facts.Flags) string {
	switch {
	case f&facts.Unread != 0:
		return "not read: the parser cannot cope with it"
	case f&facts.Unfinished != 0:
		return "read in part: the parser takes too long"
	}
	return ""
}

// refuse gives a reason for which a file is not to be linked; tests set it.
var refuse func(path string) string

// Refuse sets that; for tests.
func Refuse(why func(path string) string) { refuse = why }

// refusing is that for linkers, nil where nothing is to be refused.
func refusing() func(path string) string {
	if refuse == nil {
		return nil
	}
	return func(path string) string { return refuse(path) }
}
