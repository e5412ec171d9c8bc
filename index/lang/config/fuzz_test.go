package config

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
	"golang.org/x/tools/txtar"
)

// sources are the golden sources whose names are among those given, or end in
// them.
func sources(t testing.TB, names ...string) [][]byte {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var out [][]byte
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			for _, n := range names {
				if strings.HasSuffix(f.Name, n) {
					out = append(out, f.Data)
				}
			}
		}
	}
	if len(out) == 0 {
		t.Fatalf("no golden source is called %v", names)
	}
	return out
}

// fuzz feeds any bytes to the scanner of the files with those names.
func fuzz(f *testing.F, names ...string) {
	for _, src := range sources(f, names...) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, name := range names {
			sound(t, langtest.Extract(t, name, src))
		}
	})
}

// sound checks what holds for every file beside facts.Check.
func sound(t testing.TB, f *facts.FileFacts) {
	t.Helper()
	for i := 1; i < len(f.Defs); i++ {
		d, p := &f.Defs[i], &f.Defs[f.Defs[i].Parent]
		if len(d.Sig) > 120 || !utf8.ValidString(d.Sig+d.Name+d.Doc) {
			t.Fatalf("definition %d (%s) has signature %q", i, d.Name, d.Sig)
		}
		if int(d.EndByte) > int(f.Defs[0].EndByte) || d.StartByte < p.StartByte {
			t.Fatalf("definition %d (%s) %v is outside of its parent (%s) %v", i, d.Name, d.Span, p.Name, p.Span)
		}
	}
	for _, im := range f.Imports {
		if im.Module == "" || im.Line == 0 || !utf8.ValidString(im.Module) {
			t.Fatalf("import %+v", im)
		}
	}
}

func FuzzJSON(f *testing.F)         { fuzz(f, "package.json", "tsconfig.build.json", "app.json5") }
func FuzzYAML(f *testing.F)         { fuzz(f, "docker-compose.yml", "k8s.yaml", ".github/workflows/ci.yml") }
func FuzzTOML(f *testing.F)         { fuzz(f, "config.toml", "Cargo.toml", "pyproject.toml") }
func FuzzINI(f *testing.F)          { fuzz(f, "setup.cfg", ".gitmodules") }
func FuzzProperties(f *testing.F)   { fuzz(f, "app.properties") }
func FuzzDotenv(f *testing.F)       { fuzz(f, ".env") }
func FuzzDockerfile(f *testing.F)   { fuzz(f, "Dockerfile") }
func FuzzHCL(f *testing.F)          { fuzz(f, "main.tf", "broken.hcl") }
func FuzzSQL(f *testing.F)          { fuzz(f, "schema.sql", "mysql.sql") }
func FuzzGoMod(f *testing.F)        { fuzz(f, "go.mod", "go.work") }
func FuzzMake(f *testing.F)         { fuzz(f, "Makefile") }
func FuzzJust(f *testing.F)         { fuzz(f, "justfile") }
func FuzzCMake(f *testing.F)        { fuzz(f, "CMakeLists.txt") }
func FuzzProto(f *testing.F)        { fuzz(f, "shop.proto", "old.proto") }
func FuzzGraphQL(f *testing.F)      { fuzz(f, "schema.graphql", "ops.gql") }
func FuzzGradle(f *testing.F)       { fuzz(f, "build.gradle", "build.gradle.kts", "settings.gradle") }
func FuzzXML(f *testing.F)          { fuzz(f, "pom.xml", "app.csproj", "broken.xml") }
func FuzzRequirements(f *testing.F) { fuzz(f, "requirements.txt") }
func FuzzGemfile(f *testing.F)      { fuzz(f, "Gemfile") }
