package jsonrpc

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/structural-memory/smp"
)

// Arbor's words for ours.

// arborKind is the kind of a node of the type.
func arborKind(kind string) string {
	switch kind {
	case "Function", "Test":
		return "function"
	case "Class":
		return "class"
	case "Interface":
		return "interface"
	case "Variable":
		return "variable"
	case "External":
		return "import"
	}
	return "module"
}

// kindOfID is the kind of the node with the id, which names it.
func kindOfID(id string) (kind string, ok bool) {
	prefix, _, ok := strings.Cut(id, ":")
	switch prefix {
	case "func", "test":
		return "function", ok
	case "class":
		return prefix, ok
	case "iface":
		return "interface", ok
	case "var":
		return "variable", ok
	case "ext":
		return "import", ok
	}
	return "module", ok
}

// arborRelationship is the type of an edge.
func arborRelationship(t string) string {
	switch t {
	case "CALLS", "CALLS_STATIC", "CALLS_RUNTIME", "TESTS":
		return "calls"
	case "INHERITS":
		return "extends"
	case "IMPLEMENTS":
		return "implements"
	case "IMPORTS":
		return "imports"
	}
	return "references"
}

func arborNode(n smp.NodeRef) ArborNode {
	return ArborNode{n.ID, n.Name, arborKind(n.Type), n.File, n.Line}
}

// languagesBySize are the languages, the one with the most lines first.
func languagesBySize(st *smp.StatusResult) []string {
	out := slices.AppendSeq([]string{}, maps.Keys(st.ByLanguage))
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(st.ByLanguage[b].Lines-st.ByLanguage[a].Lines, strings.Compare(a, b))
	})
	return out
}
