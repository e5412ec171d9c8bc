package linker

import (
	"hash/fnv"
	"maps"
	"slices"
	"strings"
)

// Configuration is read by the roots of languages and is no source of theirs:
// package.json, Cargo.toml, what a tsconfig.json extends. It may change without
// a file of the language changing, and while no process looks. So it is noted
// what was read, what it said, and what it meant: where it says something else,
// the roots are made anew; where it has come to mean something else since
// another process linked, all files of the family are linked again.

// configs are the files that the roots of one family asked for, whether or not
// they are there.
type configs map[string]*config

type config struct {
	said  uint64 // a hash of the text, 0 where there is none
	means uint64 // a hash of what the roots make of it
}

// reading notes under which family the roots read configuration.
func (l *Linker) reading(fam string) {
	l.configsOf, l.configs[fam] = fam, configs{}
}

// content reads a configuration file for the roots that are being made, once an
// Update. It means all that it says, unless means tells otherwise.
func (l *Linker) content(p string) ([]byte, error) {
	data, err := l.cache.get(p, l.src.Content)
	h := hashOf(data, err)
	l.configs[l.configsOf][cleanPath(p)] = &config{said: h, means: h}
	return data, err
}

// means says what the roots make of a file that content gave.
func (l *Linker) means(p, meaning string) {
	if c := l.configs[l.configsOf][cleanPath(p)]; c != nil {
		c.means = hashOf([]byte(meaning), nil)
	}
}

func cleanPath(p string) string { return strings.TrimPrefix(p, "/") }

func hashOf(data []byte, err error) uint64 {
	if err != nil {
		return 0
	}
	h := fnv.New64a()
	h.Write(data)
	return h.Sum64() | 1
}

// Recheck tells where configuration may have changed: files, and folders with
// all below them, "." being the root. It holds for the next Update.
func (l *Linker) Recheck(paths ...string) { l.recheck = append(l.recheck, paths...) }

// reread tells whether a configuration file of a family says something else
// than when it was read.
func (l *Linker) reread(fam string, at map[string]bool) bool {
	if len(at) == 0 {
		return false
	}
	for p, c := range l.configs[fam] {
		if !at["."] && !at[p] && !below(p, at) {
			continue
		}
		data, err := l.cache.get(p, l.src.Content)
		if hashOf(data, err) != c.said {
			return true
		}
	}
	return false
}

// below tells whether a path lies below one of the folders.
func below(p string, folders map[string]bool) bool {
	for p != "" {
		if p = parentDir(p); p != "" && folders[p] {
			return true
		}
	}
	return false
}

// Meanings are, for each family, a hash of what its configuration means.
func (l *Linker) Meanings() map[string]uint64 {
	l.takeLoaded()
	out := map[string]uint64{}
	for fam, files := range l.configs {
		out[fam] = files.meaning()
	}
	return out
}

func (c configs) meaning() uint64 {
	h := fnv.New64a()
	var b [8]byte
	for _, p := range slices.Sorted(maps.Keys(c)) {
		if c[p].means == 0 {
			continue // what is not there means nothing
		}
		h.Write([]byte(p))
		for i := range b {
			b[i] = byte(c[p].means >> (8 * i))
		}
		h.Write(b[:])
	}
	return h.Sum64()
}

// Linked tells what configuration meant when the files that are loaded were
// linked: those of families where it means something else are linked again by
// the next Update. nil: it is not known.
func (l *Linker) Linked(meanings map[string]uint64) {
	l.linked = &meanings
}

// moved are the families whose configuration means something else than when
// the loaded files were linked.
func (l *Linker) moved() map[string]bool {
	out := map[string]bool{}
	if l.linked == nil {
		return out
	}
	for fam, files := range l.configs {
		if was, ok := (*l.linked)[fam]; !ok || was != files.meaning() {
			out[fam] = true
		}
	}
	l.linked = nil
	return out
}
