package scip

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/linker"
)

// Source is an index and the folder, relative to the repository's root, that
// its paths start from ("" for the root).
type Source struct {
	Index  *Index
	Prefix string
}

// Repo is the repository as it is now.
type Repo interface {
	// Facts are those of a file, nil if it is not indexed.
	Facts(path string) *facts.FileFacts
	// Content is a file's text.
	Content(path string) ([]byte, error)
}

// Overlay lays indexes over links. What it makes of a file follows from the
// indexes, the file and the files that hold what the file refers to, see
// Dependents, never from when anything was written:
//
//   - a document with its text counts if the text is the file's;
//   - one without counts if nine in ten of its occurrences stand where the
//     file has the symbol's name;
//   - and of these, each occurrence counts only if the name is there.
//
// It is not safe for concurrent use.
type Overlay struct {
	docs  map[string][]*document // by path in the repository
	syms  []symbol
	users map[string][]string // path → the other documents that refer to what it defines

	repo    Repo
	texts   map[string]*text
	targets map[int32]target
	lines   map[string]map[uint32][]int32 // path → line → definitions named on it
}

type document struct {
	path   string
	text   string
	enc    Encoding
	occs   []occurrence
	fits   bool
	tested bool
}

type occurrence struct {
	at    Range
	sym   int32
	roles Role
}

type symbol struct {
	name, owner string // "" for what has none, as what is local to a file
	defs        []place
}

type place struct {
	doc *document
	at  Range
}

// target is the definition that a symbol means.
type target struct {
	path string
	def  int32
	name string
	ok   bool
}

// NewOverlay joins indexes. A file that several of them hold gets what all say.
func NewOverlay(sources []Source) *Overlay {
	o := &Overlay{docs: map[string][]*document{}, users: map[string][]string{}}
	ids := map[string]int32{}
	for _, s := range sources {
		for i := range s.Index.Docs {
			o.add(&s.Index.Docs[i], s.Prefix, ids)
		}
	}
	for i := range o.syms {
		slices.SortStableFunc(o.syms[i].defs, func(a, b place) int { return strings.Compare(a.doc.path, b.doc.path) })
	}
	o.findUsers()
	return o
}

func (o *Overlay) add(d *Document, prefix string, ids map[string]int32) {
	x := &document{path: d.Path, text: d.Text, enc: d.Encoding, occs: make([]occurrence, 0, len(d.Occurrences))}
	if prefix != "" {
		x.path = prefix + "/" + d.Path
	}
	locals := map[string]int32{}
	for _, c := range d.Occurrences {
		table := ids
		if isLocal(c.Symbol) {
			table = locals
		}
		id, ok := table[c.Symbol]
		if !ok {
			id = int32(len(o.syms))
			table[c.Symbol] = id
			own, owner := names(c.Symbol)
			if strings.HasSuffix(c.Symbol, "/") || strings.HasSuffix(c.Symbol, ":") {
				own = "" // a file, a package, or a name that the indexer made up
			}
			o.syms = append(o.syms, symbol{name: own, owner: owner})
		}
		if c.Roles&ForwardDefinition != 0 {
			continue
		}
		if c.Roles&Definition != 0 {
			o.syms[id].defs = append(o.syms[id].defs, place{x, c.Range})
		}
		x.occs = append(x.occs, occurrence{c.Range, id, c.Roles})
	}
	o.docs[x.path] = append(o.docs[x.path], x)
}

func (o *Overlay) findUsers() {
	seen := map[[2]string]bool{}
	for p, docs := range o.docs {
		for _, d := range docs {
			for _, c := range d.occs {
				for _, def := range o.syms[c.sym].defs {
					if k := [2]string{def.doc.path, p}; def.doc.path != p && !seen[k] {
						seen[k] = true
						o.users[k[0]] = append(o.users[k[0]], p)
					}
				}
			}
		}
	}
}

// Has tells whether an index holds the file.
func (o *Overlay) Has(path string) bool { return len(o.docs[path]) > 0 }

// Dependents are the files whose links may be others after a change of path.
func (o *Overlay) Dependents(path string) []string { return o.users[path] }

// Begin starts a run over the repository as it is now.
func (o *Overlay) Begin(repo Repo) {
	o.repo, o.texts, o.targets, o.lines = repo, map[string]*text{}, map[int32]target{}, map[string]map[uint32][]int32{}
	for _, docs := range o.docs {
		for _, d := range docs {
			d.tested = false
		}
	}
}

// Fit counts the documents of files that are here, and those of them that are
// about the text that is there now.
func (o *Overlay) Fit() (documents, fit int) {
	for p, docs := range o.docs {
		if o.repo.Facts(p) == nil {
			continue
		}
		for _, d := range docs {
			documents++
			if o.valid(d) {
				fit++
			}
		}
		delete(o.texts, p)
	}
	return documents, fit
}

func (o *Overlay) textOf(path string) *text {
	if t, ok := o.texts[path]; ok {
		return t
	}
	var t *text
	if src, err := o.repo.Content(path); err == nil {
		t = newText(src)
	}
	o.texts[path] = t
	return t
}

// valid tells whether a document is about the file's text as it is now.
func (o *Overlay) valid(d *document) bool {
	if d.tested {
		return d.fits
	}
	d.tested, d.fits = true, false
	t := o.textOf(d.path)
	if t == nil {
		return false
	}
	if d.text != "" {
		d.fits = d.text == string(t.src)
		return d.fits
	}
	f := o.repo.Facts(d.path)
	right, wrong := 0, 0
	for _, c := range d.occs {
		s := &o.syms[c.sym]
		if s.name == "" || s.name[0] == '<' || c.at.StartLine == c.at.EndLine && c.at.StartCol == c.at.EndCol {
			continue
		}
		w, _, ok := t.at(c.at, d.enc)
		if name := strings.Trim(string(w), "'\"`"); ok && (name == strings.Trim(s.name, "'\"`") || name == s.owner || stands(f, name, s.name)) {
			right++
		} else {
			wrong++
		}
	}
	d.fits = wrong*10 <= right+wrong
	return d.fits
}

// stands tells whether an import or an export gives a name to what is called
// otherwise.
func stands(f *facts.FileFacts, alias, name string) bool {
	if f == nil {
		return false
	}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Alias == alias && (im.Name == name || im.Name == "default") {
			return true
		}
	}
	return slices.ContainsFunc(f.Exports, func(e facts.Export) bool { return e.Name == alias && e.Local == name })
}

// targetOf is the definition of the repository that a symbol means. Of several
// places (overloads, merged declarations) the first with a body is taken.
func (o *Overlay) targetOf(sym int32) target {
	if t, ok := o.targets[sym]; ok {
		return t
	}
	best := target{}
	for _, p := range o.syms[sym].defs {
		t, body := o.definition(sym, p)
		if t.ok && (body || !best.ok) {
			best = t
		}
		if body {
			break
		}
	}
	o.targets[sym] = best
	return best
}

func (o *Overlay) definition(sym int32, p place) (t target, body bool) {
	f := o.repo.Facts(p.doc.path)
	if f == nil || !o.valid(p.doc) {
		return target{}, false
	}
	s := &o.syms[sym]
	w, _, ok := o.textOf(p.doc.path).at(p.at, p.doc.enc)
	if !ok || len(w) == 0 {
		return target{}, false
	}
	ctor := isConstructor(s.name)
	name := string(w)
	if s.name != "" && !ctor && name != s.name {
		return target{}, false
	}
	for _, d := range o.named(p.doc.path, f)[uint32(p.at.StartLine)+1] {
		def := &f.Defs[d]
		if def.Name != name && !(ctor && def.Mods&facts.Constructor != 0) || def.Form == "signature" && t.ok {
			continue
		}
		has := def.BodyByte != 0
		if !t.ok || has && !body {
			t, body = target{p.doc.path, d, name, true}, has
		}
	}
	return t, body
}

// isConstructor knows the names that indexers give constructors.
func isConstructor(name string) bool {
	switch name {
	case "<constructor>", "<init>", "__init__", "constructor", ".ctor":
		return true
	}
	return false
}

// named are the definitions of a file by the line of their name.
func (o *Overlay) named(path string, f *facts.FileFacts) map[uint32][]int32 {
	if m, ok := o.lines[path]; ok {
		return m
	}
	m := make(map[uint32][]int32, len(f.Defs))
	for i := 1; i < len(f.Defs); i++ {
		m[f.Defs[i].NameLine] = append(m[f.Defs[i].NameLine], int32(i))
	}
	o.lines[path] = m
	return m
}

// Links lays the indexes over the links of a file. The links that it is given
// stay as they are.
func (o *Overlay) Links(path string, f *facts.FileFacts, links *linker.Links) *linker.Links {
	var m *merger
	for _, d := range o.docs[path] {
		if f == nil || !o.valid(d) {
			continue
		}
		if m == nil {
			m = newMerger(o, path, f, links)
		}
		m.document(d)
	}
	delete(o.texts, path) // few are needed again
	if m == nil {
		return links
	}
	return m.done()
}
