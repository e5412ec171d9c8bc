package config

import (
	"testing"

	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func TestDetect(t *testing.T) {
	for file, want := range map[string]string{
		"package.json": "json", "tsconfig.build.json": "json", "a/.eslintrc": "json", "x.jsonc": "json",
		".github/workflows/ci.yml": "yaml", "Cargo.toml": "toml", "Pipfile": "toml", ".editorconfig": "ini", "tox.ini": "ini",
		"a.properties": "properties", ".env": "dotenv", ".env.local": "dotenv", "prod.env": "dotenv", "a.env.example": "dotenv", ".envrc": "dotenv",
		"Dockerfile": "dockerfile", "Dockerfile.dev": "dockerfile", "web.Dockerfile": "dockerfile", "main.tf": "hcl", "a.tfvars": "hcl", "A.SQL": "sql",
		"go.mod": "gomod", "go.work": "gomod", "Makefile": "make", "x/rules.mk": "make", "justfile": "just", "CMakeLists.txt": "cmake", "a.cmake": "cmake",
		"a.proto": "protobuf", "a.graphqls": "graphql", "build.gradle": "gradle", "settings.gradle.kts": "gradle", "pom.xml": "xml", "A.csproj": "xml",
		"requirements.txt": "requirements", "requirements-dev.txt": "requirements", "requirements/test.txt": "requirements", "dev-requirements.txt": "requirements",
		"Gemfile": "gemfile", "notes.txt": "", "go.sum": "",
	} {
		if got := lang.Detect(file, nil); got != want {
			t.Errorf("%s is %q, want %q", file, got, want)
		}
	}
	for _, l := range lang.All() {
		if !l.Config {
			t.Errorf("files of %s are not Config nodes", l.ID)
		}
	}
}

// TestLimit holds the bound on entries.
func TestLimit(t *testing.T) {
	src := []byte{}
	for range 3000 {
		src = append(src, "key: value\n"...)
	}
	f := langtest.Extract(t, "a.yaml", src)
	if len(f.Defs) != 2001 || f.Flags == 0 {
		t.Errorf("%d definitions, flags %v", len(f.Defs), f.Flags)
	}
}
