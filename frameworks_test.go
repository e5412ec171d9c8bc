package smp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

var frameworkProject = map[string]string{
	"go.mod":       "module x\n\ngo 1.22\n",
	"main.go":      "package main\n\nimport \"net/http\"\n\ntype api struct{}\n\nfunc (a *api) show(w http.ResponseWriter, r *http.Request) {}\n\nfunc list(w http.ResponseWriter, r *http.Request) {}\n\nfunc main() {\n\ta := &api{}\n\tmux := http.NewServeMux()\n\tmux.HandleFunc(\"GET /items/{id}\", a.show)\n\tmux.HandleFunc(\"/items\",\n\t\tlist)\n\thttp.HandleFunc(\"/inline\", func(w http.ResponseWriter, r *http.Request) {})\n\tmux.HandleFunc(name(), list)\n}\n\nfunc name() string { return \"/z\" }\n",
	"web.py":       "from flask import Flask\nfrom views import show\napp = Flask(__name__)\n\n@app.route('/', methods=['GET', 'POST'])\ndef index(): ...\n\napp.add_url_rule('/show', view_func=show)\n",
	"views.py":     "def show(): ...\ndef idle(): ...\n",
	"test_web.py":  "def test_it(db, none): ...\n",
	"conftest.py":  "import pytest\n\n@pytest.fixture\ndef db(): ...\n",
	"a/test_in.py": "def test_deep(db): ...\n",
}

func TestEntryPoints(t *testing.T) {
	root := t.TempDir()
	for p, s := range frameworkProject {
		write(t, filepath.Join(root, filepath.FromSlash(p)), s)
	}
	m := openSCIP(t, root, ":memory:")
	index(t, m)
	ctx := context.Background()
	for node, want := range map[string]string{
		"main.go#api.show": "GET /items/{id} net/http main.go:14",
		"main.go#list":     "ANY /items net/http main.go:15",
		"main.go#main":     "ANY /inline net/http main.go:17",
		"main.go#name":     "",
		"web.py#index":     "GET,POST / flask web.py:6",
		"views.py#show":    "GET /show flask web.py:8",
		"views.py#idle":    "",
	} {
		res, err := m.Navigate(ctx, smp.NavigateQuery{Query: node})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range res.Entity.EntryPoints {
			got = append(got, fmt.Sprintf("%s %s %s %s:%d", e.Method, e.Path, e.Framework, e.File, e.Line))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", node, got, want)
		}
	}
	c, err := m.Context(ctx, smp.ContextQuery{FilePath: "views.py"})
	if err != nil || !slices.Contains(c.EntryPoints, "func:views.py#show") {
		t.Errorf("entry points of views.py %q %v", c.EntryPoints, err)
	}
	rep, err := m.LinkerReport(ctx, "full", 3)
	if err != nil || len(rep.EntryPoints) != 3 || rep.MoreEntryPoints != 2 || rep.EntryPoints[0].Handler.Name != "index" {
		t.Errorf("report %+v %v", rep.EntryPoints, err)
	}
	rs, err := m.Routes(ctx, "file:main.go")
	if err != nil || len(rs) != 3 {
		t.Errorf("routes %+v %v", rs, err)
	}
}

// TestFrameworksIncremental: what fixtures and handlers files offer to others
// is followed through edits.
func TestFrameworksIncremental(t *testing.T) {
	root, db := t.TempDir(), filepath.Join(t.TempDir(), "smp.db")
	for p, s := range frameworkProject {
		write(t, filepath.Join(root, filepath.FromSlash(p)), s)
	}
	m := openSCIP(t, root, db)
	for _, step := range []struct {
		path, text string
		gone       bool
	}{
		{path: "web.py", text: frameworkProject["web.py"]},
		{path: "conftest.py", text: "import pytest\n\ndef db(): ...\n"},
		{path: "conftest.py", text: "import pytest\n\n@pytest.fixture(name='none')\ndef db(): ...\n"},
		{path: "a/conftest.py", text: frameworkProject["conftest.py"]},
		{path: "a/conftest.py", gone: true},
		{path: "conftest.py", gone: true},
		{path: "conftest.py", text: frameworkProject["conftest.py"]},
		{path: "views.py", text: "def other(): ...\n"},
		{path: "views.py", text: "\n\ndef other(): ...\ndef show(): ...\n"},
		{path: "main.go", text: strings.Replace(frameworkProject["main.go"], "func list", "func list2", 1)},
		{path: "main.go", text: frameworkProject["main.go"]},
	} {
		if p := filepath.Join(root, filepath.FromSlash(step.path)); step.gone {
			os.Remove(p)
		} else {
			write(t, p, step.text)
		}
		index(t, m)
		fresh := openSCIP(t, root, ":memory:")
		index(t, fresh)
		if got, want := dumpOf(t, m), dumpOf(t, fresh); got != want {
			t.Fatalf("after a change of %s to %q the graph differs from a fresh one:\n%s", step.path, step.text, difference(got, want))
		}
		if ps, err := m.Doctor(context.Background()); err != nil || len(ps) > 0 {
			t.Fatalf("%v %v", ps, err)
		}
	}
}

// TestMountedRoutes: the paths of routes are those below which their routers
// stand, and follow edits of the files that say so.
func TestMountedRoutes(t *testing.T) {
	root, db := t.TempDir(), filepath.Join(t.TempDir(), "smp.db")
	project := map[string]string{
		"go.mod":   "module x\n\ngo 1.22\n",
		"api.go":   "package x\n\nimport (\n\t\"github.com/gin-gonic/gin\"\n\t\"github.com/go-chi/chi/v5\"\n)\n\nfunc list() {}\n\nfunc setup(e *gin.Engine, r chi.Router) {\n\tv1 := e.Group(\"/v1\")\n\tv1.GET(\"/items\", list)\n\tr.Route(\"/deep\", func(r chi.Router) {\n\t\tr.Get(\"/items\", list)\n\t})\n}\n",
		"app.js":   "const express = require('express')\nconst app = express()\napp.use('/api', require('./users'))\n",
		"users.js": "const { Router } = require('express')\nconst router = Router()\nfunction show() {}\nrouter.route('/:id').get(show)\nmodule.exports = router\n",
		"bus.js":   "const { EventEmitter } = require('events')\nmodule.exports.bus = new EventEmitter()\n",
		"on.js":    "const { bus } = require('./bus')\nfunction saved() {}\nbus.on('saved', saved)\n",
		"emit.js":  "const { bus } = require('./bus')\nfunction save() { bus.emit('saved') }\n",
	}
	for p, s := range project {
		write(t, filepath.Join(root, p), s)
	}
	m := openSCIP(t, root, db)
	for _, step := range []struct{ path, old, new, routes, events string }{
		{"app.js", "", "", "GET /api/:id users.js; GET /deep/items api.go; GET /v1/items api.go", "saved"},
		{"app.js", "'/api'", "'/v2'", "GET /deep/items api.go; GET /v1/items api.go; GET /v2/:id users.js", "saved"},
		{"api.go", "\"/v1\"", "\"/v9\"", "GET /deep/items api.go; GET /v2/:id users.js; GET /v9/items api.go", "saved"},
		{"on.js", "'saved'", "'gone'", "GET /deep/items api.go; GET /v2/:id users.js; GET /v9/items api.go", ""},
		{"app.js", "app.use", "app.unuse", "GET /:id users.js; GET /deep/items api.go; GET /v9/items api.go", ""},
	} {
		project[step.path] = strings.Replace(project[step.path], step.old, step.new, 1)
		write(t, filepath.Join(root, step.path), project[step.path])
		index(t, m)
		fresh := openSCIP(t, root, ":memory:")
		index(t, fresh)
		if got, want := dumpOf(t, m), dumpOf(t, fresh); got != want {
			t.Fatalf("after %q the graph differs from a fresh one:\n%s", step.new, difference(got, want))
		}
		rs, err := m.Routes(t.Context(), "full")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range rs {
			got = append(got, fmt.Sprintf("%s %s %s", r.Method, r.Path, r.File))
		}
		if strings.Join(got, "; ") != step.routes {
			t.Errorf("after %q: %s, want %s", step.new, strings.Join(got, "; "), step.routes)
		}
		if happens := callsOf(t, m, "emit.js#save", "saved"); happens != (step.events != "") {
			t.Errorf("after %q: emit reaches the listener: %v", step.new, happens)
		}
	}
}

// callsOf tells whether a function calls one of a name.
func callsOf(t *testing.T, m *smp.Memory, from, name string) bool {
	t.Helper()
	found := false
	err := m.EachCall(t.Context(), func(r smp.CallRow) error {
		found = found || r.CallerFile+"#"+r.CallerName == from && r.CalleeName != nil && *r.CalleeName == name
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
