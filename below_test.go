package smp_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// Whatever takes a node or a file takes it by its absolute path too, by any
// name of the root; what lies outside is told as such.
func TestAbsolutePaths(t *testing.T) {
	ctx := context.Background()
	m := indexed(t, map[string]string{
		"src/store.py": "class Store:\n    def flush(self):\n        return size()\n\ndef size():\n    return 1\n",
		"src/user.py":  "from store import Store\n\ndef use():\n    Store().flush()\n",
	})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(m.Root(), link); err != nil {
		t.Skip(err)
	}
	ask := map[string]func(ref string) error{
		"navigate": func(ref string) error { _, err := m.Navigate(ctx, smp.NavigateQuery{Query: ref}); return err },
		"impact":   func(ref string) error { _, err := m.Impact(ctx, smp.ImpactQuery{Entity: ref}); return err },
		"trace":    func(ref string) error { _, err := m.Trace(ctx, smp.TraceQuery{Start: ref}); return err },
		"context":  func(ref string) error { _, err := m.Context(ctx, smp.ContextQuery{FilePath: ref}); return err },
		"why":      func(ref string) error { _, err := m.Why(ctx, ref, ref); return err },
		"guard":    func(ref string) error { _, err := m.Guard(ctx, smp.GuardQuery{Target: ref}); return err },
	}
	for _, root := range []string{m.Root(), link, "."} {
		for _, tail := range []string{"src/store.py", "src/store.py#Store.flush", "src/store.py:2", "src/store.py:2:9", "./src//store.py"} {
			for name, f := range ask {
				if name == "context" && strings.ContainsAny(tail, "#:") {
					continue
				}
				ref := root + "/" + tail
				if root == "." {
					ref = tail
				}
				if err := f(ref); err != nil {
					t.Errorf("%s %s: %v", name, ref, err)
				}
			}
		}
	}
	for name, f := range ask {
		err := f(filepath.Join(filepath.Dir(m.Root()), "other", "src", "store.py"))
		var missing *smp.NotFoundError
		var param *smp.ParamError
		if !errors.As(err, &param) && (!errors.As(err, &missing) || missing.Outside == "") {
			t.Errorf("%s outside: %v", name, err)
		}
	}
	if n, err := m.Navigate(ctx, smp.NavigateQuery{Query: `src\store.py#Store.flush`}); err != nil || n == nil {
		t.Errorf("with separators of Windows: %v", err)
	}
	if files, err := m.Changed(ctx, filepath.Join(m.Root(), "src/gone.py")); err != nil || len(files) != 0 {
		t.Errorf("changed: %v, %v", files, err)
	}
	if r, err := m.LinkerReport(ctx, smp.Scope("file:"+link+"/src/user.py"), 0); err != nil || r == nil {
		t.Errorf("a scope: %v", err)
	}
}
