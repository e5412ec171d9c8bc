package smp_test

import (
	"path"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp"
)

// TestIDsOfAllLanguages indexes what the languages' golden files hold, each text
// once, twice in one file, and among files with marks in their names: no two
// nodes share an id, and a second run says the same.
func TestIDsOfAllLanguages(t *testing.T) {
	dirs, err := filepath.Glob("index/lang/*/testdata")
	if err != nil || len(dirs) < 10 {
		t.Fatal(dirs, err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(filepath.Dir(dir)), func(t *testing.T) {
			t.Parallel()
			root := filepath.Join(t.TempDir(), "r")
			all, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
			if err != nil {
				t.Fatal(err)
			}
			state := map[string]string{}
			for _, name := range all {
				a, err := txtar.ParseFile(name)
				if err != nil {
					t.Fatal(err)
				}
				in := strings.TrimSuffix(filepath.Base(name), ".txtar")
				for _, f := range a.Files {
					if text := string(f.Data); !strings.HasSuffix(f.Name, ".golden") && f.Name != "want" {
						state[path.Join(in, f.Name)] = text
						state[path.Join(in, "#twice @ é", f.Name)] = text + "\n" + text
					}
				}
			}
			writeAll(t, root, state)
			healthy(t, root)
		})
	}
}

// TestIDsOfImports: what is imported as a whole and used as a function is one
// leaf, in every language that has such imports.
func TestIDsOfImports(t *testing.T) {
	root := filepath.Join(t.TempDir(), "r")
	writeAll(t, root, map[string]string{
		"a.lua":  "word = require 'speak'\nword('x')\nword.loud('y')\nlocal w = require('speak')\nw()\n",
		"b.lua":  "local M = {}\nM.f = function() end\nM.f = function() end\nfunction M.f() end\nfunction M:f() end\nM['a b'] = 1\nM['#'] = 2\nM[''] = 3\nreturn M\n",
		"c.js":   "const say = require('say');\nsay('x'); say.it();\nimport also from 'say'; also(); import * as s from 'say'; s(); s.default();\n",
		"d.py":   "import say\nsay('x')\nsay.it()\nfrom say import it\nit()\nimport say as s\ns()\n",
		"e.rb":   "require 'say'\nSay.it\ndef a; end\ndef a; end\nclass A; def x; end; def self.x; end; end\nclass A; def x; end; end\n",
		"f.php":  "<?php\nuse say;\nuse function say\\it;\nsay(); it(); if (1) { function z() {} } else { function z() {} }\n",
		"g.ts":   "import say = require('say');\nsay(); say.it();\nclass C { get x() { return 1 } set x(v) {} static x() {} 'a b'() {} ['c']() {} #x = 1 }\n",
		"h.go":   "package h\nimport \"say\"\nfunc _() { say.It() }\nfunc _() {}\nfunc init() {}\nfunc init() {}\nvar _ = 1\nvar _ = 2\n",
		"i.md":   "# \n\n# \n\n# a#b\n\n## a\n\n# a\n\n## a\n\n# a\n",
		"j.json": "{\"\": 1, \"\": {\"\": 2}, \"a.b\": 1, \"a\": {\"b\": 1}, \"#\": 1, \"a\": {\"b\": 2}}",
	})
	healthy(t, root)
}

// healthy indexes a folder twice and asks the doctor.
func healthy(t *testing.T, root string) {
	t.Helper()
	m, err := smp.Open(t.Context(), ":memory:", smp.WithRoot(root), smp.WithWorkers(1))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for range 2 {
		if _, err := m.Index(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if problems, err := m.Doctor(t.Context()); err != nil || len(problems) > 0 {
			t.Fatal(problems, err)
		}
	}
}
