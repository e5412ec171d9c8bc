package linker_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp/linker"
)

// Where a router is mounted is said in other files: its own is linked again
// when they change what they say.
func TestMountsAreFollowed(t *testing.T) {
	const start = "-- app.js --\nconst express = require('express')\nconst users = require('./users')\nconst app = express()\napp.use('/api', users)\n" +
		"-- users.js --\nconst { Router } = require('express')\nconst router = Router()\nrouter.get('/x', show)\nfunction show() {}\nmodule.exports = router\n" +
		"-- other.js --\nfunction nothing() {}\n"
	p := readProject(t, txtar.Parse([]byte(start)))
	l := linker.New(p, linker.Options{Workers: 1, Families: p.families})
	links, err := l.Update(context.Background(), p.files, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ old, new, path, relinked string }{
		{"", "", "/api/x", "app.js other.js users.js"},
		{"'/api'", "'/v2'", "/v2/x", "app.js users.js"},
		{"app.use('/v2', users)", "app.use('/v2', users)\napp.use('/old', users)", "/old/x /v2/x", "app.js users.js"},
		{"const app", "\n\nconst app", "/old/x /v2/x", "app.js"},
		{"'./users'", "'./nothing'", "/x", "app.js users.js"},
		{"app.use", "app.unuse", "/x", "app.js users.js"},
	} {
		if step.old != "" {
			text := strings.ReplaceAll(string(p.texts["app.js"]), step.old, step.new)
			p = readProject(t, &txtar.Archive{Files: []txtar.File{{Name: "app.js", Data: []byte(text)}, {Name: "users.js", Data: p.texts["users.js"]}, {Name: "other.js", Data: p.texts["other.js"]}}})
			if links, err = l.Update(context.Background(), p.files[:1], nil); err != nil {
				t.Fatal(err)
			}
		}
		if got := strings.Join(slices.Sorted(maps.Keys(links)), " "); got != step.relinked {
			t.Errorf("%q: linked again %s, want %s", step.new, got, step.relinked)
		}
		var paths []string
		for _, e := range p.full(t)["users.js"].Edges {
			if r, ok := strings.CutPrefix(e.To.External, "express.route#GET "); ok {
				paths = append(paths, r)
			}
		}
		if u := links["users.js"]; u != nil && len(u.Edges) != len(p.full(t)["users.js"].Edges) {
			t.Errorf("%q: users.js has %d edges, afresh %d", step.new, len(u.Edges), len(p.full(t)["users.js"].Edges))
		}
		if slices.Sort(paths); strings.Join(paths, " ") != step.path {
			t.Errorf("%q: paths %q, want %q", step.new, paths, step.path)
		}
	}
}
