package workspace

import (
	"strings"

	"github.com/structural-memory/smp/graph"
)

// Scope is a part of the repository: "full", "package:PATH" (a folder with
// everything below it) or "file:PATH".
type Scope string

// ScopeOf reads a scope. One that cannot be read is a *ParamError, one that
// holds no file a *NotFoundError with the closest names.
func ScopeOf(r *graph.Reader, scope Scope) (graph.Scope, error) {
	text := strings.TrimSpace(string(scope))
	if text == "full" {
		return graph.Scope{}, nil
	}
	kind, path, _ := strings.Cut(text, ":")
	path, _ = r.Below(path)
	var s graph.Scope
	switch {
	case path == "" || kind != "package" && kind != "file":
		return s, &ParamError{Param: "scope", Value: `"` + text + `"`, Hint: "use full, package:PATH or file:PATH"}
	case kind == "package":
		s = graph.FolderScope(path)
	default:
		s = graph.FileScope(path)
	}
	files, err := r.ScopeFiles(s)
	if err != nil || len(files) > 0 {
		return s, err
	}
	near, err := r.Suggest(path[strings.LastIndexByte(path, '/')+1:], 5)
	if err != nil {
		return s, err
	}
	return s, &NotFoundError{Ref: text, Suggestions: near}
}
