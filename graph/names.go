package graph

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// nameLimit bounds how many nodes of one name are looked at.
const nameLimit = 2000

var nameSeparators = strings.NewReplacer("::", ".", "->", ".", "#", ".", "/", ".", "(*", "", "()", "", ")", "", "(", "")

// normalName writes a qualified name the way the graph does, whatever
// language's separators it came with: A::b, (*A).b and A#b are all A.b.
func normalName(s string) string { return strings.Trim(nameSeparators.Replace(s), ".") }

// endsWith tells whether the qualified name is the reference or ends with it,
// at a dot.
func endsWith(qualified, ref string) bool {
	if !strings.HasSuffix(qualified, ref) || ref == "" {
		return false
	}
	rest := len(qualified) - len(ref)
	return rest == 0 || qualified[rest-1] == '.'
}

// ByQualified are the nodes whose qualified name inside their file is exactly
// qname.
func (r *Reader) ByQualified(qname string) ([]Node, error) {
	ns, err := r.ByName(lastName(qname), nameLimit)
	return slices.DeleteFunc(ns, func(n Node) bool { return n.Qualified != qname }), err
}

// BySuffix are the nodes whose qualified name ends with the dotted ref. The
// declared package, the folder and the module (the path without extension)
// count as part of the qualified name: "store.Open" and "src.auth.login.check"
// find what they mean.
func (r *Reader) BySuffix(ref string) ([]Node, error) {
	ref = normalName(ref)
	ns, err := r.ByName(lastName(ref), nameLimit)
	if err != nil {
		return nil, err
	}
	if ref != lastName(ref) { // a name may hold dots itself: "v1.2", "package.json"
		more, err := r.ByName(ref, nameLimit)
		if err != nil {
			return nil, err
		}
		ns = append(ns, more...)
	}
	packages := map[int64]string{}
	return slices.DeleteFunc(ns, func(n Node) bool {
		return err != nil || !r.fits(&n, ref, packages, &err)
	}), err
}

func lastName(qname string) string { return qname[strings.LastIndexByte(qname, '.')+1:] }

// fits tells whether the reference means the node.
func (r *Reader) fits(n *Node, ref string, packages map[int64]string, err *error) bool {
	if n.Name == ref {
		return true
	}
	if n.FileRow == 0 {
		return endsWith(normalName(n.Qualified), ref)
	}
	if n.Qualified == "" {
		return false // the file itself: only its name or path mean it
	}
	if endsWith(n.Qualified, ref) {
		return true
	}
	if len(ref) <= len(n.Qualified) || !strings.HasSuffix(ref, "."+n.Qualified) {
		return false
	}
	around := ref[:len(ref)-len(n.Qualified)-1]
	pkg, ok := packages[n.FileRow]
	if !ok {
		*err = r.query("SELECT package FROM files WHERE id = ?", func(st *sqlite.Stmt) { st.BindInt64(1, n.FileRow) },
			func(st *sqlite.Stmt) bool { pkg = normalName(st.ColumnText(0)); return false })
		packages[n.FileRow] = pkg
	}
	module := n.File
	if i := strings.LastIndexByte(module, '.'); i > strings.LastIndexByte(module, '/') {
		module = module[:i]
	}
	return endsWith(pkg, around) || endsWith(normalName(module), around) || endsWith(normalName(folder(n.File)), around)
}

// onePerThing drops what is no second meaning of a name: the declaration
// where its definition is there too (a prototype, an overload's signature),
// a constructor beside its class, and leaves outside the repository beside
// what is inside.
func onePerThing(ns []Node) []Node {
	type key struct {
		kind      facts.Kind
		qualified string
	}
	defined, rows, inside := map[key]int{}, map[NodeID]bool{}, false
	for i := range ns {
		n := &ns[i]
		rows[n.Row] = true
		inside = inside || n.Kind != facts.External
		if !n.Mods.Has(facts.Declared) {
			defined[key{n.Kind, n.Qualified}]++
		}
	}
	return slices.DeleteFunc(ns, func(n Node) bool {
		switch {
		case n.Kind == facts.External && inside:
			return true
		case n.Mods.Has(facts.Constructor) && rows[n.Parent]:
			return true
		}
		return n.Kind == facts.Function && n.Mods.Has(facts.Declared) && !n.Mods.Has(facts.Abstract) && defined[key{n.Kind, n.Qualified}] == 1
	})
}
