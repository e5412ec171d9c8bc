package lang

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/structural-memory/smp/facts"
)

// Extractor makes facts of files of one language. It is used by one goroutine
// at a time.
type Extractor interface {
	// Extract makes the facts of one file. The path serves for conventions
	// only; nothing is read. Syntax errors are no error.
	Extract(path string, src []byte) (*facts.FileFacts, error)
	Close()
}

// Language is one entry of the register.
type Language struct {
	ID         string   // as it stands in FileFacts.Lang and in answers: "go", "typescript"
	Name       string   // for people: "TypeScript"
	Family     string   // languages of one family can call one another: "js", "jvm", "c"; the ID if empty
	Extensions []string // with the dot, lower case
	Filenames  []string // whole names: "Dockerfile"
	Patterns   []string // for names that neither tells: "Dockerfile.*"; with a slash also of the folder: "requirements/*.txt"
	Shebangs   []string // interpreters: "python3"
	Config     bool     // files are Config nodes
	Version    int      // of its facts: raise it when the same file gives other facts than before
	New        func() (Extractor, error)
}

var (
	mu     sync.RWMutex
	byID   = map[string]*Language{}
	byExt  = map[string]*Language{}
	byName = map[string]*Language{}
	byBang = map[string]*Language{}
	globs  []glob
)

type glob struct {
	pattern string
	dirs    int // how many folders it looks at
	lang    *Language
}

// Register adds a language. It panics if the ID is taken or incomplete: that
// is a mistake in the program, not in its input.
func Register(l Language) {
	mu.Lock()
	defer mu.Unlock()
	if l.ID == "" || l.New == nil || byID[l.ID] != nil {
		panic(fmt.Sprintf("lang.Register: %q is incomplete or registered twice", l.ID))
	}
	if l.Family == "" {
		l.Family = l.ID
	}
	byID[l.ID] = &l
	for _, e := range l.Extensions {
		byExt[e] = &l
	}
	for _, n := range l.Filenames {
		byName[n] = &l
	}
	for _, s := range l.Shebangs {
		byBang[s] = &l
	}
	for _, p := range l.Patterns {
		if _, err := path.Match(p, ""); err != nil {
			panic(fmt.Sprintf("lang.Register: %s: pattern %q: %v", l.ID, p, err))
		}
		globs = append(globs, glob{p, strings.Count(p, "/"), &l})
	}
}

// Get is the language with that ID.
func Get(id string) (*Language, bool) {
	mu.RLock()
	defer mu.RUnlock()
	l, ok := byID[id]
	return l, ok
}

// All lists the registered languages by ID.
func All() []*Language {
	mu.RLock()
	defer mu.RUnlock()
	out := make([]*Language, 0, len(byID))
	for _, l := range byID {
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b *Language) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Detect tells the language of a file by its name, or by its first line where
// the name says nothing; "" if it is none that is registered. head is only
// called when the name does not tell.
func Detect(file string, head func() []byte) string {
	mu.RLock()
	defer mu.RUnlock()
	base := path.Base(file)
	if l := byName[base]; l != nil {
		return l.ID
	}
	for i := range base { // the longest ending wins: ".d.ts" before ".ts"
		if base[i] == '.' {
			if l := byExt[strings.ToLower(base[i:])]; l != nil {
				return l.ID
			}
		}
	}
	for _, g := range globs {
		if ok, _ := path.Match(g.pattern, tail(file, g.dirs)); ok {
			return g.lang.ID
		}
	}
	if strings.Contains(base, ".") || head == nil {
		return ""
	}
	if l := byBang[interpreter(head())]; l != nil {
		return l.ID
	}
	return ""
}

// tail is the name of a file with that many folders before it, or what there
// is of them.
func tail(file string, dirs int) string {
	for i := len(file) - 1; i >= 0; i-- {
		if file[i] == '/' {
			if dirs--; dirs < 0 {
				return file[i+1:]
			}
		}
	}
	return file
}

// interpreter is the program that a "#!" line names, without its folder and
// without "env".
func interpreter(head []byte) string {
	if !bytes.HasPrefix(head, []byte("#!")) {
		return ""
	}
	line, _, _ := bytes.Cut(head[2:], []byte("\n"))
	words := strings.Fields(string(line))
	for _, w := range words {
		if b := path.Base(w); b != "env" && !strings.HasPrefix(b, "-") && !strings.Contains(b, "=") {
			return strings.TrimRight(b, "0123456789.")
		}
	}
	return ""
}
