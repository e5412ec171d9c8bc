package framework

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:embed data/*.txt
var files embed.FS

// Framework is what one data file says.
type Framework struct {
	Name     string
	imports  []string // modules that a file imports which uses it
	names    []string // or names that it imports from whatever module
	files    []string // or the file's own name
	on       []string // what its calls are made on
	calls    map[string]*rule
	decs     map[string]*rule
	prefixes map[string]*rule

	listen, signal, fixture []string
	conftest                string
}

// rule is what a decorator or a call says. Arguments are named by number, by
// key, or as "last"; "@Name" is the first argument of another decorator.
type rule struct {
	path     []string
	handler  []string
	method   string // "name": that of the call; an argument; or the method itself
	fallback string // where the argument is not there
	needs    string // a decorator of the class around
	slash    bool   // the path begins with a slash
	action   []string
	suffix   string   // of classes that actions name
	file     string   // where they are, from the folder of the file
	actions  []action // what one call stands for
}

type action struct{ name, method, path string }

var byLanguage = mustLoad()

// For lists the frameworks of a language.
func For(lang string) []*Framework { return byLanguage[lang] }

func mustLoad() map[string][]*Framework {
	m, err := Load(files)
	if err != nil {
		panic(err) // a test reads the same files
	}
	return m
}

// Load reads data files. In each line the first word says what the others are:
//
//	framework NAME
//	languages ID…
//	imports MODULE…     the rules hold in files that import one of these,
//	names NAME…         or one of these names,
//	files NAME…         or are called so; without any of them everywhere
//	on NAME…            calls count on these objects only
//	prefix NAME,… path=ARG,…       a class's decorator: paths inside begin with it
//	decorator NAME,… path=… method=… default=METHOD needs=NAME slash
//	call NAME,… path=… handler=… method=… action=… suffix=… file=… actions=…
//	listen NAME,…       calls that name an event and a function
//	signal NAME,…       calls that name an event and call these
//	fixture NAME,…      decorators of what tests get by parameters
//	conftest FILE       whose fixtures hold in its folder and below
func Load(dir fs.FS) (map[string][]*Framework, error) {
	paths, err := fs.Glob(dir, "data/*.txt")
	if err != nil {
		return nil, err
	}
	slices.Sort(paths)
	m := map[string][]*Framework{}
	for _, p := range paths {
		text, err := fs.ReadFile(dir, p)
		if err != nil {
			return nil, err
		}
		f := &Framework{calls: map[string]*rule{}, decs: map[string]*rule{}, prefixes: map[string]*rule{}}
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			w := strings.Fields(line)
			if len(w) == 0 || w[0][0] == '#' {
				continue
			}
			if w[0] == "languages" {
				for _, l := range w[1:] {
					m[l] = append(m[l], f)
				}
				continue
			}
			if err := f.line(w); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", p, n, err)
			}
		}
	}
	return m, nil
}

func (f *Framework) line(w []string) error {
	if len(w) < 2 {
		return fmt.Errorf("%q says nothing", w[0])
	}
	var rules map[string]*rule
	switch w[0] {
	case "framework":
		f.Name = w[1]
	case "imports":
		f.imports = w[1:]
	case "names":
		f.names = w[1:]
	case "files":
		f.files = w[1:]
	case "on":
		f.on = w[1:]
	case "listen":
		f.listen = strings.Split(w[1], ",")
	case "signal":
		f.signal = strings.Split(w[1], ",")
	case "fixture":
		f.fixture = strings.Split(w[1], ",")
	case "conftest":
		f.conftest = w[1]
	case "call":
		rules = f.calls
	case "decorator":
		rules = f.decs
	case "prefix":
		rules = f.prefixes
	default:
		return fmt.Errorf("%q is no word that begins a line", w[0])
	}
	if rules == nil {
		return nil
	}
	r, err := parseRule(w[2:])
	for _, name := range strings.Split(w[1], ",") {
		rules[name] = r
	}
	return err
}

func parseRule(words []string) (*rule, error) {
	r := &rule{method: "name"}
	for _, w := range words {
		key, v, _ := strings.Cut(w, "=")
		list := strings.Split(v, ",")
		switch key {
		case "path":
			r.path = list
		case "handler":
			r.handler = list
		case "method":
			r.method = v
		case "default":
			r.fallback = v
		case "needs":
			r.needs = v
		case "slash":
			r.slash = true
		case "action":
			r.action = list
		case "suffix":
			r.suffix = v
		case "file":
			r.file = v
		case "actions":
			for _, a := range list {
				part := append(strings.SplitN(a, ":", 3), "", "")
				r.actions = append(r.actions, action{part[0], part[1], part[2]})
			}
		default:
			return nil, fmt.Errorf("%q is nothing that a rule says", key)
		}
	}
	return r, nil
}
