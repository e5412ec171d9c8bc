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
	calls    rules
	decs     rules
	prefixes rules
	mounts   rules // calls that put what an object is told under a path
	objects  rules // constructors that are given such a path
	groups   rules // calls that make such an object from another
	scopes   rules // calls in whose arguments all is under a path
	chains   rules // calls that make an object which has the path of its routes
	uses     rules // calls that put functions before all routes of what they are made on

	listen, signal, fixture []string
	ask, mark, marks        []string // how tests get fixtures otherwise
	plugins                 string
	conftest                string
}

var byLanguage = mustLoad()

// Names are those of all frameworks, sorted.
func Names() (out []string) {
	for _, all := range byLanguage {
		for _, f := range all {
			out = append(out, f.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

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
//	call NAME,… path=… handler=… method=… action=… suffix=… file=… actions=… pair own stages
//	mount NAME,… path=ARG of=ARG over module=NAME   calls that put all that an object is told below a path
//	object NAME,… path=ARG                  constructors that are told that path
//	group NAME,… path=ARG                   calls that make, of an object, one below a path
//	scope NAME,… path=ARG chain=NAME module=ARG nest=PATH inner=PATH   calls whose arguments are below a path
//	chain NAME,… path=ARG                   calls whose result has the path: route('/x').get(f)
//	use NAME,…          calls whose arguments are called before the handlers of what they are made on
//	listen NAME,…       calls that name an event and a function
//	signal NAME,…       calls that name an event and call these
//	fixture NAME,…      decorators of what tests get by parameters
//	ask NAME,…          calls that name a fixture
//	mark NAME,… VARIABLE…   decorators that do, and variables that hold them
//	plugins VARIABLE    modules whose fixtures hold as well
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
		f := &Framework{calls: rules{}, decs: rules{}, prefixes: rules{}, mounts: rules{}, objects: rules{}, groups: rules{}, scopes: rules{}, chains: rules{}, uses: rules{}}
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
	var to rules
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
	case "ask":
		f.ask = strings.Split(w[1], ",")
	case "mark":
		f.mark, f.marks = strings.Split(w[1], ","), w[2:]
	case "plugins":
		f.plugins = w[1]
	case "conftest":
		f.conftest = w[1]
	case "call":
		to = f.calls
	case "decorator":
		to = f.decs
	case "prefix":
		to = f.prefixes
	case "mount":
		to = f.mounts
	case "object":
		to = f.objects
	case "group":
		to = f.groups
	case "scope":
		to = f.scopes
	case "chain":
		to = f.chains
	case "use":
		to = f.uses
	default:
		return fmt.Errorf("%q is no word that begins a line", w[0])
	}
	if to == nil {
		return nil
	}
	r, err := parseRule(w[2:])
	for _, name := range strings.Split(w[1], ",") {
		to[name] = r
	}
	return err
}
