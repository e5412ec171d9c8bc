package extract_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
	_ "github.com/structural-memory/smp/index/lang/all"
	_ "github.com/structural-memory/smp/index/lang/golang"
)

// TestTexts: what strings calls are given is kept, with names and lists.
func TestTexts(t *testing.T) {
	for path, c := range map[string]struct {
		src  string
		want []string
	}{
		"a.js":  {"app.get('/x', h)\nboth.get(`/y`, f(`${z}`))\nother.fetch('/z')\n", []string{"1 get #0 /x", "2 get #0 /y"}},
		"b.js":  {"app.register(plugin, { prefix: '/v1', n: 1 })\n", []string{"1 register #1 prefix=/v1"}},
		"b.php": {"<?php\nRoute::group(['prefix' => 'v1', 'x' => ['y']], function () { });\n", []string{"2 group #0 prefix=v1", "2 group #0 x=y"}},
		"in.go": {"package m\nfunc main() {\n\tv1 := r.Group(\"/v1\")\n\tv1.GET(\"/x\", h)\n\tr.Route(\"/a\", func(r Router) {\n\t\tr.With(m).Get(\"/b\", h)\n\t\tr.Group(func(q Router) { q.Get(\"/c\", h) })\n\t})\n\tr.Group(\"/z\").Group(\"/y\").GET(\"/x\", h)\n}\n",
			[]string{"4 GET #0 /x", "4 GET #1 ()=h", "4 GET #2 on:Group=/v1", "6 Get #0 /b", "6 Get #1 ()=h", "6 Get #2 on:Route=/a", "7 Get #0 /c", "7 Get #1 ()=h", "7 Get #2 on:Route=/a",
				"5 Route #0 /a", "5 Route #1 ()=", "9 GET #0 /x", "9 GET #1 ()=h", "9 GET #2 on:Group=/z", "9 GET #3 on:Group=/y"}},
		"sub.go":  {"package m\nfunc main() {\n\tsub := New()\n\tsub.Get(\"/x\", h)\n\tr.Mount(\"/a\", sub)\n}\n", []string{"4 Get #0 /x", "4 Get #1 ()=h", "4 Get #2 on:Mount=/a", "5 Mount #0 /a", "5 Mount #1 ()=sub"}},
		"a.py":    {"app.add_url_rule('/x', 'n', view_func=f, methods=['GET', 'PUT'])\npath(r'^x$', v)\n", []string{"1 add_url_rule #0 /x", "1 add_url_rule #1 n", "1 add_url_rule #3 methods=GET,PUT", "2 path #0 ^x$"}},
		"a.rb":    {"get '/x', to: 'users#show'\nresources :users\n", []string{"1 get #0 /x", "1 get #1 to=users#show", "2 resources #0 users"}},
		"a.php":   {"<?php\nRoute::get('/x', [UserController::class, 'show']);\nRoute::post('/y', 'A@b');\n", []string{"2 get #0 /x", "2 get #1 show", "3 post #0 /y", "3 post #1 A@b"}},
		"A.cs":    {"app.MapGet(\"/x\", Show);\n", []string{"1 MapGet #0 /x"}},
		"main.go": {"package m\nfunc main() {\n\tr.GET(\"/x\", mw,\n\t\th.Show)\n\tr.GET(name, h)\n\tr.Handle(\"/y\", func() {})\n}\n", []string{"3 GET #0 /x", "3 GET #1 ()=mw", "4 GET #2 ()=Show", "6 Handle #0 /y", "6 Handle #1 ()="}},
	} {
		l, ok := lang.Get(lang.Detect(path, func() []byte { return []byte(c.src) }))
		if !ok {
			t.Fatalf("%s: no language", path)
		}
		x, err := l.New()
		if err != nil {
			t.Fatal(err)
		}
		f, err := x.Extract(path, []byte(c.src))
		x.Close()
		if err != nil {
			t.Fatal(err)
		}
		if err := facts.Check(f); err != nil {
			t.Error(err)
		}
		var got []string
		for _, s := range f.Texts {
			key := s.Key
			if key != "" {
				key += "="
			}
			got = append(got, fmt.Sprintf("%d %s #%d %s%s", s.Line, s.Name, s.Arg, key, s.Text))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", path, got, c.want)
		}
	}
}
