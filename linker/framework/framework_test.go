package framework

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/structural-memory/smp/facts"
)

// TestNamesAreKept: what the rules ask for must be among the calls whose texts
// extraction keeps.
func TestNamesAreKept(t *testing.T) {
	for lang, fs := range byLanguage {
		for _, f := range fs {
			if f.Name == "" {
				t.Errorf("%s: a framework without a name", lang)
			}
			for _, names := range [][]string{f.listen, f.signal, f.ask, f.mark, keys(f.calls), told(f.mounts), told(f.objects), told(f.groups), told(f.scopes), told(f.chains)} {
				for _, n := range names {
					if !facts.Registers(n) {
						t.Errorf("%s: %s is not in facts/registrations.txt", f.Name, n)
					}
				}
			}
		}
	}
}

func keys(m rules) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	return out
}

// told are the names of those that ask for a text.
func told(m rules) (out []string) {
	for k, r := range m {
		if len(r.path) > 0 {
			out = append(out, k)
		}
	}
	return out
}

func TestLoadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"framework x\nwhat y\n":                "x.txt:2",
		"framework\n":                          "says nothing",
		"framework x\ncall get way=1 path=0\n": "way",
	} {
		_, err := Load(fstest.MapFS{"data/x.txt": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestParseMark(t *testing.T) {
	for text, want := range map[string]mark{
		"@app.route('/x', methods=['GET', 'PUT'])": {"route", true, "app", []arg{{"", "/x", true}, {"methods", "GET,PUT", true}}},
		"@Get()":    {"Get", false, "", nil},
		"@Override": {"Override", false, "", nil},
		`@RequestMapping(value = "/x", method = RequestMethod.PUT)`: {"RequestMapping", false, "", []arg{{"value", "/x", true}, {"method", "RequestMethod.PUT", false}}},
		`[HttpGet("{id}")]`:                             {"HttpGet", false, "", []arg{{"", "{id}", true}}},
		`#[Route('/a,b', methods: ['GET'])]`:            {"Route", false, "", []arg{{"", "/a,b", true}, {"methods", "GET", true}}},
		`@x.fixture(params=[f(1, 2), "a:b"], name="n")`: {"fixture", true, "x", []arg{{"params", "a:b", true}, {"name", "n", true}}},
		"@a.b(": {"b", true, "a", nil},
	} {
		if got := parseMark(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

func TestRoutesReadBack(t *testing.T) {
	for _, r := range []Route{{"flask", "GET,PUT", "/x/<id>", ""}, {"net/http", "ANY", "/a#b", ""}, {"rails", "GET", "/users", "index"}} {
		if got, ok := RouteOf(r.External()); !ok || got != r {
			t.Errorf("%+v comes back as %+v %v", r, got, ok)
		}
	}
	for _, s := range []string{"express#Router", "a.route", "a.route#GET"} {
		if r, ok := RouteOf(s); ok {
			t.Errorf("%s is %+v", s, r)
		}
	}
}

// TestCalled: each line is a language, a module that the file imports, a call
// with its texts, and what that registers.
func TestCalled(t *testing.T) {
	text := func(arg int32, key, s string) facts.Text { return facts.Text{Arg: arg, Key: key, Text: s} }
	for _, c := range []struct {
		lang, imports, on, name string
		args                    int
		texts                   []facts.Text
		want                    string
	}{
		{"javascript", "express", "app", "get", 2, []facts.Text{text(0, "", "/x")}, "express GET /x [1]"},
		{"javascript", "express", "app", "get", 1, []facts.Text{text(0, "", "title")}, ""},
		{"javascript", "lodash", "app", "get", 2, []facts.Text{text(0, "", "/x")}, ""},
		{"php", `Illuminate\Support\Facades\Route`, "Route", "get", 2, []facts.Text{text(0, "", "users"), text(1, "", "index")}, "laravel GET /users [1] .index"},
		{"php", `Illuminate\Support\Facades\Route`, "Route", "post", 2, []facts.Text{text(0, "", "/u"), text(1, "", "A@b")}, "laravel POST /u A.b"},
		{"php", `Illuminate\Support\Facades\Route`, "Cache", "get", 2, []facts.Text{text(0, "", "/u")}, ""},
		{"go", "net/http", "", "HandleFunc", 2, []facts.Text{text(0, "", "POST /x"), text(1, facts.KeyHandler, "h")}, "net/http POST /x [1]"},
		{"go", "github.com/gin-gonic/gin", "", "GET", 3, []facts.Text{text(0, "", "/x"), text(2, facts.KeyHandler, "h")}, "gin GET /x [2]"},
		{"ruby", "", "", "get", 2, []facts.Text{text(0, "", "/x"), text(1, "to", "admin/users#show")}, "rails GET /x Admin::UsersController.show"},
		{"python", "django.urls", "", "path", 2, []facts.Text{text(0, "", "x/")}, "django ANY /x/ [1] view"},
	} {
		ff := &facts.FileFacts{Lang: c.lang, Imports: []facts.Import{{Module: c.imports}}}
		for i := range c.texts {
			c.texts[i].Name = c.name
		}
		var got []string
		for _, r := range Called("config/routes.rb", ff, Call{Texts: c.texts, On: c.on, Args: c.args}) {
			s := fmt.Sprintf("%s %s %s", r.Framework, r.Method, r.Path)
			if len(r.Handler) > 0 {
				s += fmt.Sprint(" ", r.Handler)
			}
			if r.Class+r.Named != "" {
				s += " " + r.Class + "." + r.Named
			}
			got = append(got, strings.Join(append([]string{s}, r.Keys...), " "))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s %s: %q, want %q", c.lang, c.name, got, c.want)
		}
	}
}

func TestFixtureFiles(t *testing.T) {
	got := FixtureFiles("python", "a/b/test_x.py")
	if want := []string{"a/b/conftest.py", "a/conftest.py", "conftest.py"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := FixtureFiles("python", "a/conftest.py"); !slices.Equal(got, []string{"conftest.py"}) {
		t.Errorf("%q", got)
	}
}

func FuzzParseMark(f *testing.F) {
	f.Add("@app.route('/x', methods=['GET'])")
	f.Add("#[Route(")
	f.Fuzz(func(t *testing.T, s string) { parseMark(s) })
}
