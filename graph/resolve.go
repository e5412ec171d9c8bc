package graph

import (
	"context"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// maxCandidates bounds the list of an AmbiguousError.
const maxCandidates = 20

// Filter narrows what a reference may mean.
type Filter struct {
	Kinds []facts.Kind // any of these; nil for all
	Path  string       // a file, or a folder that holds it; "" for all
}

func (f *Filter) takes(n *Node) bool {
	if len(f.Kinds) > 0 && !slices.Contains(f.Kinds, n.Kind) {
		return false
	}
	return f.Path == "" || n.File == f.Path || strings.HasPrefix(n.File, strings.TrimSuffix(f.Path, "/")+"/")
}

// Resolve is the one node that a reference means: an id, path#name,
// path:line, a path, a qualified name or a bare name. A reference that fits
// several nodes is an *AmbiguousError, one that fits none a *NotFoundError.
func (g *Graph) Resolve(ctx context.Context, ref string, filter Filter) (Node, error) {
	return Get(ctx, g, func(r *Reader) (Node, error) { return r.Resolve(ref, filter) })
}

// Resolve is Graph.Resolve in the snapshot.
func (r *Reader) Resolve(ref string, filter Filter) (Node, error) {
	ref = strings.TrimSpace(ref)
	ns, err := r.Candidates(ref, filter)
	if err != nil {
		return Node{}, err
	}
	switch len(ns) {
	case 1:
		return ns[0], nil
	case 0:
		if _, outside := r.Below(ref); outside {
			return Node{}, &NotFoundError{Ref: ref, Outside: r.g.root}
		}
		near, err := r.suggest(ref)
		if err != nil {
			return Node{}, err
		}
		return Node{}, &NotFoundError{Ref: ref, Suggestions: near}
	}
	slices.SortFunc(ns, func(a, b Node) int { return strings.Compare(a.ID, b.ID) })
	shown := min(len(ns), maxCandidates)
	return Node{}, &AmbiguousError{Ref: ref, Candidates: ns[:shown], More: len(ns) - shown}
}

// Candidates are all nodes that the reference fits. The readings are tried in
// order, and the first that finds anything decides.
func (r *Reader) Candidates(ref string, filter Filter) ([]Node, error) {
	ref, _ = r.Below(ref)
	ns, err := r.candidates(ref, filter)
	if err != nil || len(ns) > 0 || !strings.Contains(ref, `\`) {
		return ns, err
	}
	return r.candidates(strings.ReplaceAll(ref, `\`, "/"), filter) // a path as Windows has it
}

func (r *Reader) candidates(ref string, filter Filter) ([]Node, error) {
	for _, reading := range []func(string) ([]Node, error){r.readID, r.readPathName, r.readPathLine, r.readPath, r.readName} {
		ns, err := reading(ref)
		if err != nil {
			return nil, err
		}
		ns = codeFirst(slices.DeleteFunc(ns, func(n Node) bool { return !filter.takes(&n) }))
		if len(ns) > 0 {
			return ns, nil
		}
	}
	return nil, nil
}

// codeFirst leaves out headings, keys of settings and titles of tests where
// definitions of code have the name too: who names a function does not mean a
// chapter about it.
func codeFirst(ns []Node) []Node {
	document := func(n Node) bool {
		return n.Kind == facts.Section || n.Kind == facts.Config && n.Qualified != "" || n.Form == facts.TestBlock
	}
	if !slices.ContainsFunc(ns, func(n Node) bool { return !document(n) }) {
		return onePerThing(ns)
	}
	return onePerThing(slices.DeleteFunc(ns, document))
}

func (r *Reader) readID(ref string) ([]Node, error) {
	prefix, _, ok := strings.Cut(ref, ":")
	if !ok || kindOfPrefix(prefix) == facts.KindNone {
		return nil, nil
	}
	// As it is, and then with a # that belongs to the path, as people write it.
	for end := -1; ; {
		escaped := ref
		if end >= 0 {
			at := strings.IndexByte(ref, ':') + 1
			escaped = ref[:at] + escapePath(ref[at:end]) + ref[end:]
		}
		n, err := r.ByID(escaped)
		var missing *NotFoundError
		switch {
		case !errors.As(err, &missing):
			return []Node{n}, err
		case end == len(ref) || !strings.Contains(ref, "#"):
			return nil, nil
		}
		end = nextMark(ref, end+1)
	}
}

// nextMark is where the next # stands, or the end.
func nextMark(s string, from int) int {
	if i := strings.IndexByte(s[from:], '#'); i >= 0 {
		return from + i
	}
	return len(s)
}

// readPathName reads path#name, where the path may have a # too. The name may
// carry its discriminator.
func (r *Reader) readPathName(ref string) (ns []Node, err error) {
	for end := nextMark(ref, 0); end < len(ref) && len(ns) == 0 && err == nil; end = nextMark(ref, end+1) {
		if p, name := ref[:end], ref[end+1:]; p != "" && name != "" {
			ns, err = r.namedIn(p, name)
		}
	}
	return ns, err
}

func (r *Reader) namedIn(p, name string) ([]Node, error) {
	return r.inFiles(p, func(file string) ([]Node, error) {
		ns, err := r.FileNodes(file)
		if err != nil {
			return nil, err
		}
		exact := slices.DeleteFunc(slices.Clone(ns), func(n Node) bool {
			_, own, _ := strings.Cut(n.ID, "#")
			return own != name
		})
		if len(exact) > 0 {
			return exact, nil
		}
		return slices.DeleteFunc(ns, func(n Node) bool { return !endsWith(n.Qualified, normalName(name)) }), nil
	})
}

// readPathLine reads path:line and path:line:column.
func (r *Reader) readPathLine(ref string) ([]Node, error) {
	p, tail, ok := cutLast(ref, ":")
	line, err := strconv.Atoi(tail)
	if !ok || err != nil || line <= 0 {
		return nil, nil
	}
	if q, tail, ok := cutLast(p, ":"); ok {
		if l, err := strconv.Atoi(tail); err == nil {
			p, line = q, l
		}
	}
	return r.inFiles(p, func(file string) ([]Node, error) {
		n, err := r.ByLine(file, line)
		var missing *NotFoundError
		if errors.As(err, &missing) {
			return nil, nil
		}
		return []Node{n}, err
	})
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// readPath reads a file or a folder.
func (r *Reader) readPath(ref string) ([]Node, error) {
	if ref == "" {
		return nil, nil
	}
	n, err := r.ByID(ID(facts.Package, path.Clean(ref), "", ""))
	if err == nil {
		return []Node{n}, nil
	}
	var missing *NotFoundError
	if !errors.As(err, &missing) {
		return nil, err
	}
	return r.inFiles(ref, func(file string) ([]Node, error) {
		n, err := r.FileNode(file)
		return []Node{n}, err
	})
}

func (r *Reader) readName(ref string) ([]Node, error) { return r.BySuffix(ref) }

// inFiles collects from the file with the path, or from those whose path ends
// with it.
func (r *Reader) inFiles(p string, find func(file string) ([]Node, error)) (out []Node, err error) {
	p = path.Clean(p)
	var files []string
	collect := func(st *sqlite.Stmt) bool { files = append(files, st.ColumnText(0)); return true }
	err = r.query("SELECT path FROM files WHERE layer = 0 AND path = ?", func(st *sqlite.Stmt) { st.BindText(1, p) }, collect)
	if err == nil && len(files) == 0 {
		err = r.query("SELECT path FROM files WHERE layer = 0 AND substr(path, -length(?1)) = ?1 ORDER BY path", func(st *sqlite.Stmt) { st.BindText(1, "/"+p) }, collect)
	}
	for _, file := range files {
		ns, ferr := find(file)
		if ferr != nil {
			return nil, ferr
		}
		out = append(out, ns...)
	}
	return out, err
}
