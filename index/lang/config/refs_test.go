package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
)

// TestRefs holds what entries use of the same file, which the golden listings
// do not show.
func TestRefs(t *testing.T) {
	for _, c := range []struct {
		file, src string
		want      []string
	}{
		{"Makefile", "a: b c | d\nb e: f ## help", []string{"a→b", "a→c", "a→d", "b→f", "e→f"}},
		{"justfile", "a x: b (c \"1\") && d\n  echo\nalias z := a", []string{"a→b", "a→c", "a→d", "z→a"}},
		{"CMakeLists.txt", "add_library(a x.c)\ntarget_link_libraries(a PUBLIC b m::c)\nadd_dependencies(a gen)", []string{"a→b", "a→gen"}},
		{"a.sql", "CREATE TABLE a (x int REFERENCES s.b(id), FOREIGN KEY (y) REFERENCES c);\nCREATE INDEX i ON a (x);\n" +
			"CREATE VIEW v AS SELECT * FROM a JOIN (SELECT 1 FROM d) q;\nCREATE TRIGGER t AFTER DELETE ON a BEGIN INSERT INTO e VALUES (1); END;\nALTER TABLE a ADD z int REFERENCES f",
			[]string{"x→b", "a→c", "i→a", "v→a", "v→d", "t→a", "t→e", "a→a", "a→f"}},
		{"a.tf", "resource \"r_t\" \"n\" {\n  a = \"x ${var.v} ${data.d_t.e.id}\"\n  b = [for k in local.l : module.m.out]\n  c = r_o.p[0].id + f_g(each.value) + \"var.no\"\n}\nlocals {\n  l = 1\n}",
			[]string{"a→var.v", "a→data.d_t.e", "b→local.l", "b→module.m", "c→r_o.p"}},
		{"a.graphql", "union U = A | B", []string{"U→A", "U→B"}},
	} {
		f := langtest.Extract(t, c.file, []byte(c.src))
		var got []string
		for _, r := range f.Refs {
			name := ""
			if r.Expr != facts.None {
				name = f.Exprs[r.Expr].Name
			} else {
				name = f.Types[r.Type].Name
			}
			got = append(got, fmt.Sprintf("%s→%s", f.Defs[r.Def].Name, name))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: refs %v, want %v", c.file, got, c.want)
		}
	}
}

// TestSecrets holds that no value of a secret is anywhere in the facts.
func TestSecrets(t *testing.T) {
	const secret = "hunter2XYZ"
	for file, src := range map[string]string{
		".env":           "A=hunter2XYZ\nexport B='hunter2XYZ'\n# C=hunter2XYZ\nD=1",
		"a.json":         `{"password": "hunter2XYZ", "auth": {"user": "hunter2XYZ"}, "db": "postgres://u:hunter2XYZ@h/d"}`,
		"a.yaml":         "password: hunter2XYZ\nsecrets:\n  a: hunter2XYZ\nx: {token: hunter2XYZ}\n# key: hunter2XYZ\ny: 1\nkind: Secret\ndata:\n  z: hunter2XYZ",
		"k.yaml":         "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\nstringData:\n  z: hunter2XYZ",
		"a.toml":         "api_key = 'hunter2XYZ'\n[credentials]\na = 'hunter2XYZ'",
		"a.ini":          "[a]\npasswd=hunter2XYZ\nurl = http://a:hunter2XYZ@h",
		"a.properties":   "db.password=hunter2XYZ",
		"Dockerfile":     "FROM a\nENV X=hunter2XYZ Y=\"a hunter2XYZ\"\nENV Z hunter2XYZ\nARG T=hunter2XYZ\nRUN curl --token hunter2XYZ\nRUN PASSWORD=hunter2XYZ x",
		"a.tf":           "variable \"db_password\" { default = \"hunter2XYZ\" }\nx {\n token = \"hunter2XYZ\"\n}",
		"a.sql":          "CREATE TABLE a (password text DEFAULT 'hunter2XYZ');\nALTER TABLE a ADD token text DEFAULT 'hunter2XYZ';\nCREATE USER x PASSWORD 'hunter2XYZ';",
		"Makefile":       "TOKEN := hunter2XYZ\na:\n\tcurl hunter2XYZ",
		"justfile":       "token := 'hunter2XYZ'",
		"build.gradle":   "ext.apiKey = 'hunter2XYZ'\nsigning {\n password = 'hunter2XYZ'\n}",
		"a.xml":          "<a><password>hunter2XYZ</password><add key=\"Token\" value=\"hunter2XYZ\"/><s password=\"hunter2XYZ\"/></a>",
		"CMakeLists.txt": "set(API_KEY \"hunter2XYZ\")",
	} {
		f := langtest.Extract(t, file, []byte(src))
		if len(f.Defs) < 2 {
			t.Errorf("%s: nothing was read", file)
		}
		if s := fmt.Sprintf("%+v", f); strings.Contains(s, secret) {
			t.Errorf("%s: a secret is kept: %s", file, facts.List(f))
		}
	}
}
