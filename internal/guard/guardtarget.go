package guard

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/query"
	"github.com/structural-memory/smp/internal/workspace"
)

// find reads the target: which file it is, and which of its definitions the
// change may touch.
func (g *guard) find() error {
	n, err := g.findFile()
	if err != nil || g.path == "" {
		return err
	}
	if g.res.IsNewFile {
		return nil
	}
	if g.nodes, err = g.r.FileNodes(g.path); err != nil {
		return err
	}
	if g.q.Nodes != nil {
		g.named = true
		for _, n := range g.nodes {
			if slices.Contains(g.q.Nodes, n.ID) {
				g.touched = append(g.touched, n)
			}
		}
	} else if n != nil && !workspace.IsFile(*n) {
		g.named, g.touched = true, []graph.Node{*n}
	}
	if err := g.intended(); err != nil {
		return err
	}
	if g.named {
		for _, t := range g.touched {
			g.res.Nodes = append(g.res.Nodes, workspace.RefOf(t))
		}
		g.res.Nodes = workspace.Cut(g.res.Nodes, query.MaxListed, "nodes", g.res.More)
		return nil
	}
	for _, n := range g.nodes[1:] {
		if n.Kind.Callable() || n.Kind.TypeLike() {
			g.touched = append(g.touched, n)
		}
	}
	g.touched = workspace.Cut(g.touched, mostGuarded, "definitions", g.res.More)
	return nil
}

// findFile is the file, and the node that the target names. A path that is not
// indexed is a new file where the session has declared it, where it is on disk
// or where its folder is: other names have to fit.
func (g *guard) findFile() (*graph.Node, error) {
	var missing *workspace.NotFoundError
	rel, relErr := g.m.Space.Relative(g.q.Target)
	if relErr == nil {
		n, err := g.r.FileNode(rel)
		if err == nil {
			g.path = rel
			return &n, nil
		}
		if !errors.As(err, &missing) {
			return nil, err
		}
	}
	n, err := workspace.Resolve(g.r, g.q.Target)
	switch {
	case err == nil && n.File != "":
		g.path = n.File
		return &n, nil
	case err == nil:
		return nil, &workspace.ParamError{Param: "target", Value: g.q.Target, Hint: "name a file or a definition in one"}
	case !errors.As(err, &missing):
		return nil, err
	case relErr != nil:
		return nil, relErr
	case !g.mayBeNew(rel):
		return nil, err
	}
	g.path, g.res.IsNewFile = rel, true
	return nil, nil
}

func (g *guard) mayBeNew(rel string) bool {
	if g.session != nil && g.session.InScope(rel) || g.m.Space.Base().IsProtected(rel) != "" {
		return true // and then it is said that nobody may write what is protected
	}
	if _, err := os.Lstat(filepath.Join(g.m.Space.Opts.Root, filepath.FromSlash(rel))); err == nil {
		return true
	}
	if !strings.Contains(path.Base(rel), ".") || strings.ContainsAny(rel, "#:") {
		return false
	}
	files, err := g.r.ScopeFiles(graph.FolderScope(path.Dir(rel)))
	return err == nil && len(files) > 0
}

// intended finds the definitions that the intended change names.
func (g *guard) intended() error {
	in := &g.intention
	for _, name := range in.Names {
		n, err := g.member(name)
		if err != nil {
			var missing *workspace.NotFoundError
			if in.Verb == "add" && errors.As(err, &missing) {
				g.named = true // what is new has nothing to be checked
				continue
			}
			return err
		}
		g.named, g.touched = true, append(g.touched, n)
	}
	if in.Verb != "" || g.named {
		return nil
	}
	for _, n := range g.nodes[1:] {
		if in.Mentions(n.Name) {
			g.named, g.touched = true, append(g.touched, n)
		}
	}
	return nil
}

// member is the definition of the file that has a name, an id or a qualified
// name.
func (g *guard) member(name string) (graph.Node, error) {
	if n, err := g.r.ByID(name); err == nil && n.File == g.path {
		return n, nil
	}
	_, inFile, found := strings.Cut(name, "#")
	if found {
		name = inFile
	}
	all, err := g.r.ByPathName(g.path, name)
	if err != nil {
		return graph.Node{}, err
	}
	if exact := exactly(all, name); len(exact) > 0 {
		all = exact
	}
	switch len(all) {
	case 1:
		return all[0], nil
	case 0:
		return graph.Node{}, &workspace.NotFoundError{Ref: g.path + "#" + name, Suggestions: g.near(name)}
	}
	return graph.Node{}, &workspace.AmbiguousError{Ref: g.path + "#" + name, Candidates: all}
}

// exactly are those whose whole qualified name it is.
func exactly(nodes []graph.Node, name string) (out []graph.Node) {
	for _, n := range nodes {
		if n.Qualified == name {
			out = append(out, n)
		}
	}
	return out
}

// near are the file's definitions whose names come close, or those that there
// are.
func (g *guard) near(name string) []string {
	var all, close []string
	for _, n := range g.nodes[1:] {
		if n.Kind == facts.Variable {
			continue
		}
		all = append(all, n.Qualified)
		if a, b := strings.ToLower(n.Name), strings.ToLower(name); strings.Contains(a, b) || strings.Contains(b, a) {
			close = append(close, n.Qualified)
		}
	}
	if len(close) == 0 {
		close = all
	}
	return close[:min(len(close), 5)]
}
