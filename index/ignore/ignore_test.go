package ignore

import (
	"path"
	"testing"
)

// memory makes a matcher over ignore files given as path → text.
func memory(files map[string]string) *Matcher {
	return NewMatcher(Base(nil), false, func(dir, name string) []byte {
		if text, ok := files[path.Join(dir, name)]; ok {
			return []byte(text)
		}
		return nil
	})
}

func TestMatch(t *testing.T) {
	type files = map[string]string
	tests := []struct {
		name  string
		files files
		path  string // a directory when it ends in "/"
		want  string // the rule that decides, "" for none
	}{
		{"name at any depth", files{".gitignore": "*.log"}, "a/b/x.log", ".gitignore:1: *.log"},
		{"anchored", files{".gitignore": "/x"}, "a/x", ""},
		{"slash inside anchors", files{".gitignore": "a/x"}, "b/a/x", ""},
		{"directory only", files{".gitignore": "x/"}, "x", ""},
		{"below a directory", files{".gitignore": "# c\nx/"}, "x/y/z", ".gitignore:2: x/"},
		{"last one wins", files{".gitignore": "*.a\n!b.a\n"}, "b.a", ".gitignore:2: !b.a"},
		{"no return below", files{".gitignore": "x/\n!x/y"}, "x/y", ".gitignore:1: x/"},
		{"nested file wins", files{".gitignore": "*.a", "d/.gitignore": "!*.a"}, "d/k.a", "d/.gitignore:1: !*.a"},
		{"nested is relative", files{"d/.gitignore": "/k"}, "d/k", "d/.gitignore:1: /k"},
		{"ignored directory's file is not read", files{".gitignore": "d", "d/.gitignore": "!*"}, "d/k", ".gitignore:1: d"},
		{"stars cross directories", files{".gitignore": "a/**/z"}, "a/b/c/z", ".gitignore:1: a/**/z"},
		{"stars may be nothing", files{".gitignore": "a/**/z"}, "a/z", ".gitignore:1: a/**/z"},
		{"one star does not cross", files{".gitignore": "a/*/z"}, "a/b/c/z", ""},
		{"quoted space", files{".gitignore": "a\\ \nb "}, "a ", ".gitignore:1: a\\ "},
		{"dropped space", files{".gitignore": "b  "}, "b", ".gitignore:1: b"},
		{"quoted hash", files{".gitignore": "\\#a"}, "#a", ".gitignore:1: \\#a"},
		{"CRLF", files{".gitignore": "a\r\nb\r\n"}, "b", ".gitignore:2: b"},

		{"ours ranks above", files{".gitignore": "*.a", ".smpignore": "!k.a"}, "k.a", ".smpignore:1: !k.a"},
		{"ours ranks above a deeper one of git's", files{"d/.gitignore": "*.a", ".smpignore": "!k.a"}, "d/k.a", ".smpignore:1: !k.a"},
		{"ours excludes", files{".gitignore": "!k", ".smpignore": "k"}, "k", ".smpignore:1: k"},
		{"ours brings a directory back", files{".gitignore": "gen/", ".smpignore": "!gen/"}, "gen/x", ""},
		{"and git's rules go on inside", files{".gitignore": "gen/", ".smpignore": "!gen/", "gen/.gitignore": "x"}, "gen/x", "gen/.gitignore:1: x"},
		{"ours reaches into an ignored directory", files{".gitignore": "b/", ".smpignore": "!b/gen/x"}, "b/gen/x", ".smpignore:1: !b/gen/x"},
		{"and nothing else comes back", files{".gitignore": "b/", ".smpignore": "!b/gen/x"}, "b/gen/y", ".gitignore:1: b/"},
		{"reaching with wildcards", files{".gitignore": "b/", ".smpignore": "!b/**/*.go"}, "b/c/d/x.go", ".smpignore:1: !b/**/*.go"},
		{"a bare name does not reach", files{".gitignore": "b/", ".smpignore": "!x"}, "b/x", ".gitignore:1: b/"},
		{"nor out of our own", files{".smpignore": "b/\n!b/x"}, "b/x", ".smpignore:1: b/"},
		{"a directory found on the way is whole", files{".gitignore": "b/", ".smpignore": "!b/gen/"}, "b/gen/y", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, isDir := tt.path, false
			if p[len(p)-1] == '/' {
				p, isDir = p[:len(p)-1], true
			}
			ignored, rule := memory(tt.files).Match(p, isDir)
			if rule.String() != tt.want || ignored != (tt.want != "" && !rule.Negated()) {
				t.Errorf("Match(%q) = %v, %q; want %q", tt.path, ignored, rule, tt.want)
			}
		})
	}
}

func TestAboveTheRoot(t *testing.T) {
	above := Parse(Source{Text: []byte("/sub/deep/x\n*.o\n!/sub/deep/keep/y"), File: "../../.gitignore", Lead: "sub/deep/"})
	m := NewMatcher(Base(nil).WithGit(above), false, func(string, string) []byte { return nil })
	for p, want := range map[string]string{
		"x":      "../../.gitignore:1: /sub/deep/x",
		"d/x":    "",
		"d/y.o":  "../../.gitignore:2: *.o",
		"keep/y": "../../.gitignore:3: !/sub/deep/keep/y",
	} {
		if _, rule := m.Match(p, false); rule.String() != want {
			t.Errorf("Match(%q) = %q, want %q", p, rule, want)
		}
	}
}

func TestFirstRanksHighest(t *testing.T) {
	first := Parse(Source{Text: []byte("!keep\nout"), File: "options"})
	m := NewMatcher(Base(first), false, func(_, name string) []byte {
		if name == OwnFile {
			return []byte("keep\n!out")
		}
		return nil
	})
	if ignored, rule := m.Match("keep", false); ignored {
		t.Errorf("keep is ignored by %q", rule)
	}
	if ignored, rule := m.Match("out", false); !ignored || rule.String() != "options:2: out" {
		t.Errorf("out: %v %q", ignored, rule)
	}
}
