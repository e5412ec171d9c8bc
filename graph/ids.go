package graph

import (
	"strings"

	"github.com/structural-memory/smp/facts"
)

var idPrefixes = [...]string{
	facts.Repository: "repo", facts.Package: "pkg", facts.File: "file", facts.Class: "class",
	facts.Function: "func", facts.Variable: "var", facts.Interface: "iface", facts.Test: "test",
	facts.Config: "config", facts.External: "ext", facts.Community: "community", facts.Section: "section",
}

func prefixOf(k facts.Kind) string { return nameAt(idPrefixes[:], int(k)) }

// ID is the text id of a node: it names the kind and the place, no line.
// path is the file, or the folder of a Package, or the module of an External;
// qname is qualified inside it, "" for a file or a folder; disc tells
// overloads and same-named siblings apart.
func ID(kind facts.Kind, path, qname, disc string) string {
	if kind != facts.External {
		path = escapePath(path)
	}
	s := prefixOf(kind) + ":" + path
	if qname != "" || disc != "" {
		s += "#" + qname + disc
	}
	return s
}

// The first # of a text id ends the path, whatever names hold: those of paths
// are written as %23, or C#/a and a definition a of a file C would be one. A %2
// is written as %252, so that each id names one path; all else stays as it is.
var pathEscapes, pathUnescapes = strings.NewReplacer("#", "%23", "%2", "%252"), strings.NewReplacer("%23", "#", "%252", "%2")

func escapePath(p string) string {
	if strings.IndexByte(p, '#') < 0 && strings.IndexByte(p, '%') < 0 {
		return p
	}
	return pathEscapes.Replace(p)
}

// PathOf is the file or folder that a text id names, "" where it names none.
func PathOf(id string) string {
	_, rest, _ := strings.Cut(id, ":")
	p, _, _ := strings.Cut(rest, "#")
	return pathUnescapes.Replace(p)
}

// kindOfPrefix is the kind whose ids begin with the prefix.
func kindOfPrefix(p string) facts.Kind {
	for k, s := range idPrefixes {
		if s == p && s != "" {
			return facts.Kind(k)
		}
	}
	return facts.KindNone
}

// SID is the 64-bit hash of a text id under which the store finds it. It is
// part of the file format.
func SID(id string) uint64 { return hashEnd(hashText(hashStart, id)) }

const hashStart = 14695981039346656037

func hashText(h uint64, s string) uint64 {
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// hashEnd mixes: FNV-1a leaves the high bits of short texts poor.
func hashEnd(h uint64) uint64 {
	h = (h ^ h>>32) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// ident is what a node's row says of its identity. What the columns mean
// depends on the kind: a definition's scope is the qualified name around it,
// a package's is the folder above it, an external's is its module.
type ident struct {
	kind              facts.Kind
	name, scope, disc string
	path              string // of the file; "" for nodes outside files
	file              bool   // the node of a file itself
}

func join(a, sep, b string) string {
	if a == "" {
		return b
	}
	return a + sep + b
}

// qualified is the name as queries show it.
func (n *ident) qualified() string {
	switch {
	case n.file || n.kind == facts.Repository:
		return ""
	case n.kind == facts.Package:
		return join(n.scope, "/", n.name)
	case n.kind == facts.External:
		return join(n.scope, "#", n.name)
	}
	return join(n.scope, ".", n.name)
}

func (n *ident) id() string {
	switch {
	case n.kind == facts.Repository:
		return ID(n.kind, "", "", "")
	case n.file:
		return ID(n.kind, n.path, "", "")
	case n.kind == facts.Package || n.kind == facts.External:
		return ID(n.kind, n.qualified(), "", "")
	}
	return prefixOf(n.kind) + ":" + escapePath(n.path) + "#" + n.qualified() + n.disc // the # even where a name is empty
}

// packageIdent and externalIdent take the names apart as the rows hold them.
func packageIdent(dir string) ident {
	i := strings.LastIndexByte(dir, '/')
	return ident{kind: facts.Package, name: dir[i+1:], scope: dir[:max(i, 0)]}
}

func externalIdent(s string) ident {
	module, name, ok := strings.Cut(strings.TrimLeft(s, "#"), "#") // of no module: as if the name were one
	if !ok || name == "" {
		return ident{kind: facts.External, name: module}
	}
	return ident{kind: facts.External, name: name, scope: module}
}

// folder is the package that a file belongs to: "." for the root.
func folder(path string) string {
	if i := strings.LastIndexByte(path, '/'); i > 0 {
		return path[:i]
	}
	return "."
}
