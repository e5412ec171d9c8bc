package session

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/structural-memory/smp/safety"
)

// mostScope bounds the entries of a scope.
const mostScope = 1000

// Grant divides the entries of a scope into those that a session may have and
// those that nobody may.
func (m *Sessions) Grant(entries []string) (granted []string, denied []safety.Denial) {
	granted, denied = []string{}, []safety.Denial{}
	seen := map[string]bool{}
	for _, given := range entries {
		entry, reason := m.scopeEntry(given)
		switch {
		case reason != "":
			denied = append(denied, safety.Denial{Path: given, Reason: reason})
		case !seen[entry]:
			seen[entry] = true
			granted = append(granted, entry)
		}
	}
	return granted, denied
}

// scopeEntry is an entry in the form that is kept, or why it cannot be: a path
// relative to the root, a folder with a slash at its end, or a glob.
func (m *Sessions) scopeEntry(given string) (entry, reason string) {
	if strings.TrimSpace(given) == "" || strings.ContainsRune(given, 0) {
		return "", "it names no file"
	}
	folder := strings.HasSuffix(given, "/")
	entry, err := m.Space.Relative(given)
	if err != nil || filepath.IsAbs(entry) {
		return "", "it is outside of the repository"
	}
	if strings.TrimSpace(entry) == "" {
		return "", "it names no file"
	}
	if entry == "." {
		return "**", ""
	}
	info, err := os.Lstat(filepath.Join(m.Space.Opts.Root, filepath.FromSlash(entry)))
	exists := err == nil
	fixed, way := entry, entry // the part of it that is no pattern, and a path in it
	if !exists && safety.IsGlob(entry) {
		if !doublestar.ValidatePattern(entry) {
			return "", "it is no valid pattern"
		}
		fixed, _ = doublestar.SplitPattern(entry)
		if way = fixed + "/*"; folder {
			folder, entry = false, entry+"/**"
		}
	} else if folder {
		way += "/*"
	}
	if reason := cmp.Or(m.Space.IsProtected(fixed), m.Space.ThroughLink(way)); reason != "" {
		return "", reason
	}
	if folder || exists && info.IsDir() {
		entry += "/"
	}
	return entry, ""
}
