package scan

import (
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/workspace"
)

// Explanation says whether a path is indexed, and why.
type Explanation struct {
	Path     string `json:"path"` // relative to the repository
	Indexed  bool   `json:"indexed"`
	Folder   bool   `json:"folder"`
	Language string `json:"language,omitempty"`
	Reason   string `json:"reason,omitempty"` // why not: ignored, vendored, generated, …
	At       string `json:"at,omitempty"`     // the path that the reason is about: this one or a folder above it
	Detail   string `json:"detail,omitempty"` // the rule
}

// Explain tells of one path below root whether an index run with these
// options takes it, and which rule decides. It needs no index.
func Explain(root, path string, opts ...workspace.Option) (*Explanation, error) {
	m := New(&workspace.Space{})
	for _, f := range opts {
		f(&m.Space.Opts)
	}
	x, err := walk.Explain(root, path, m.WalkOptions())
	if err != nil {
		return nil, err
	}
	return &Explanation{Path: x.Path, Indexed: x.Indexed, Folder: x.Dir, Language: x.File.Lang, Reason: string(x.Reason), At: x.At, Detail: x.Detail}, nil
}
