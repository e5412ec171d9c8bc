package cluster

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// corpusOf makes one community of each group, both levels alike, and names
// its fine ones. A member is "path#Name tag,tag".
func corpusOf(coarse [][]string, parent []int32, fine ...[]string) (*Corpus, *Levels) {
	c, l := &Corpus{}, &Levels{CoarseCount: len(coarse), Parent: parent}
	file := map[string]int32{}
	for f, members := range fine {
		for i, m := range members {
			place, tags, _ := strings.Cut(m, " ")
			path, name, _ := strings.Cut(place, "#")
			if _, ok := file[path]; !ok {
				file[path] = int32(len(c.Files))
				c.Files = append(c.Files, path)
			}
			x := Member{File: file[path], Name: name, Rank: float64(len(members) - i), Weight: 1}
			if tags != "" {
				x.Tags = strings.Split(tags, ",")
			}
			if strings.Contains(path, "test") {
				x.Test, x.Weight = true, 0.25
			}
			c.Members = append(c.Members, x)
			l.Fine, l.Coarse = append(l.Fine, int32(f)), append(l.Coarse, parent[f])
		}
	}
	return c, l
}

func files(format string, n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf(format, i))
	}
	return out
}

func TestLabels(t *testing.T) {
	noise := append(files("other%d/x.go#Unrelated", 40), files("src/main/java/org/acme/noise%d/N.java#Thing", 40)...)
	for name, c := range map[string]struct {
		fine [][]string
		want []string
	}{
		"the last telling part": {
			[][]string{files("src/main/java/org/acme/auth/F%d.java#run", 6), files("services/payments/lib/f%d.go#pay", 5)},
			[]string{"auth", "payments"},
		},
		"weak parts need the one before": {
			[][]string{files("client/internals/F%d.java#run", 6), files("server/internals/F%d.java#run", 5)},
			[]string{"client_internals", "server_internals"},
		},
		"the part before tells two folders apart": {
			[][]string{files("billing/store/f%d.go#run", 6), files("users/store/f%d.go#run", 5)},
			[]string{"billing_store", "users_store"},
		},
		"the part that the others do not have": {
			[][]string{files("it/v31/runs/end/f%d.go#run", 6), files("it/v32/runs/end/f%d.go#run", 5)},
			[]string{"v31_end", "v32_end"},
		},
		"the file where most of it is": {
			[][]string{files("parse/f%d.go#run", 12), append(files("parse/lexer.go#f%d", 9), "parse/x.go#y"), files("parse/parser.go#f%d", 4)},
			[]string{"parse", "parse_lexer", "parse_parser"},
		},
		"tags before files": {
			[][]string{files("auth/f%d.go#run", 6), files("auth/g%d.go#run oauth,auth", 5)},
			[]string{"auth", "auth_oauth"},
		},
		"words of the names": {
			[][]string{files("auth/f%d.go#run", 6), files("auth/g%d.go#RefreshToken", 5)},
			[]string{"auth", "auth_refresh"},
		},
		"tests say so": {
			[][]string{files("auth/f%d.go#run", 6), files("auth/auth_test.go#Case%d", 5)},
			[]string{"auth", "auth_tests"},
		},
		"the root is named by its main file": {
			[][]string{append(files("context.go#Context%d", 6), "README.md"), files("gin.go#Engine%d", 5)},
			[]string{"context", "gin"},
		},
		"two folders where none has most": {
			[][]string{append(append(files("web/f%d.go#a", 4), files("cmd/g%d.go#b", 3)...), "tools/x.go#c", "misc/y.go#d")},
			[]string{"web"},
		},
		"a number where nothing else is left": {
			[][]string{{"a/b.go#X", "a/b.go#X"}, {"a/b.go#X", "a/b.go#X"}, {"a/b.go#X", "a/b.go#X"}, {"a/b.go#X", "a/b.go#X"}},
			[]string{"a", "a_b", "a_x", "a_2"},
		},
	} {
		fine := append(slices.Clone(c.fine), noise)
		parent := make([]int32, len(fine))
		parent[len(fine)-1] = 1
		corpus, l := corpusOf(make([][]string, 2), parent, fine...)
		kept := [2]map[int32]Name{{0: {ID: "comm_one", Label: "one"}, 1: {ID: "comm_two", Label: "two"}}, {}}
		names := Label(corpus, l, kept)
		for i, want := range c.want {
			if got := names[1][i]; got.Label != want || got.ID != "comm_"+want {
				t.Errorf("%s: community %d is %s, want %s", name, i, got.Label, want)
			}
		}
	}
}

func TestLabelsAreUniqueOverBothLevels(t *testing.T) {
	corpus, l := corpusOf(make([][]string, 2), []int32{0, 0, 1},
		files("auth/f%d.go#run", 20), files("auth/f%d.go#run", 6), files("db/f%d.go#query", 6))
	names := Label(corpus, l, [2]map[int32]Name{})
	seen := map[string]bool{}
	for _, level := range names {
		for _, n := range level {
			if n.Label == "" || seen[n.ID] {
				t.Errorf("%+v is not unique", n)
			}
			seen[n.ID] = true
		}
	}
	if names[0][0].Label != "auth" || names[0][1].Label != "db" {
		t.Errorf("the coarse ones come first: %+v", names[0])
	}
}

func TestKeptNamesStay(t *testing.T) {
	corpus, l := corpusOf(make([][]string, 1), []int32{0, 0}, files("auth/f%d.go#run", 6), files("db/f%d.go#query", 6))
	names := Label(corpus, l, [2]map[int32]Name{{}, {1: {ID: "comm_auth", Label: "auth"}}})
	if n := names[1][1]; n.ID != "comm_auth" || n.Prefix != "db" {
		t.Errorf("got %+v", n)
	}
	if n := names[1][0]; n.Label == "auth" {
		t.Errorf("the name is given twice: %+v", n)
	}
}

func TestTagsComeByFrequency(t *testing.T) {
	corpus, l := corpusOf(make([][]string, 1), []int32{0}, []string{"a/x.go#A jwt", "a/x.go#B jwt,session", "a/x.go#C auth,jwt,session", "a/x.go#D", "a/x.go#E"})
	if got := Label(corpus, l, [2]map[int32]Name{})[1][0].Tags; !slices.Equal(got, []string{"jwt", "session", "auth"}) {
		t.Errorf("got %v", got)
	}
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"RouterGroup": "router_group", "parseHTTPRequest": "parse_http_request", "KTable": "ktable", "snake_case": "snake_case",
		"aws-lambda": "aws_lambda", "Straße": "straße", "v2Beta": "v2_beta", "": "", "__init__": "init", "get_URL": "get_url", "日本": "日本",
	} {
		if got := slug(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestJoinedSaysNothingTwice(t *testing.T) {
	for _, c := range [][3]string{{"auth", "auth_oauth", "auth_oauth"}, {"remote", "write_remote", "write_remote"}, {"a_b", "a", "a_b"}, {"a_b", "b", "a_b"}, {"a", "b", "a_b"}, {"auth", "author", "auth_author"}} {
		if got := joined(c[0], c[1]); got != c[2] {
			t.Errorf("%s and %s are %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
