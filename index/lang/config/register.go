package config

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/lang/outline"
)

// version is that of the facts of every format here.
const version = 1

func init() {
	for _, f := range []struct {
		lang.Language
		scan func(*outline.Builder)
	}{
		{lang.Language{ID: "json", Name: "JSON", Extensions: []string{".json", ".jsonc", ".json5", ".webmanifest", ".code-workspace"},
			Filenames: []string{".babelrc", ".eslintrc", ".swcrc", "composer.lock", "Pipfile.lock", "bun.lock", "deno.lock"}}, scanJSON},
		{lang.Language{ID: "yaml", Name: "YAML", Extensions: []string{".yaml", ".yml"}, Filenames: []string{".clang-format", ".clang-tidy", ".yamllint"}}, scanYAML},
		{lang.Language{ID: "toml", Name: "TOML", Extensions: []string{".toml"}, Filenames: []string{"Pipfile"}}, scanTOML},
		{lang.Language{ID: "ini", Name: "INI", Extensions: []string{".ini", ".cfg", ".editorconfig", ".gitmodules", ".npmrc", ".service"},
			Filenames: []string{".gitconfig", ".flake8", ".pylintrc", ".coveragerc", ".pypirc"}}, scanINI},
		{lang.Language{ID: "properties", Name: "Properties", Extensions: []string{".properties"}}, scanProperties},
		{lang.Language{ID: "dotenv", Name: "Environment file", Extensions: []string{".env", ".envrc"}, Patterns: []string{".env.*", "*.env.*"}}, scanDotenv},
		{lang.Language{ID: "dockerfile", Name: "Dockerfile", Extensions: []string{".dockerfile", ".containerfile"}, Filenames: []string{"Dockerfile", "Containerfile"},
			Patterns: []string{"Dockerfile.*", "Containerfile.*"}}, scanDockerfile},
		{lang.Language{ID: "hcl", Name: "HCL", Extensions: []string{".hcl", ".tf", ".tfvars", ".nomad"}}, scanHCL},
		{lang.Language{ID: "sql", Name: "SQL", Extensions: []string{".sql", ".ddl", ".pgsql", ".psql"}}, scanSQL},
		{lang.Language{ID: "gomod", Name: "Go modules", Filenames: []string{"go.mod", "go.work"}}, scanGoMod},
		{lang.Language{ID: "make", Name: "Make", Extensions: []string{".mk", ".mak"}, Filenames: []string{"Makefile", "makefile", "GNUmakefile"},
			Patterns: []string{"Makefile.*"}, Shebangs: []string{"make"}}, scanMake},
		{lang.Language{ID: "just", Name: "Just", Extensions: []string{".just"}, Filenames: []string{"justfile", "Justfile", ".justfile"}, Shebangs: []string{"just"}}, scanJust},
		{lang.Language{ID: "cmake", Name: "CMake", Extensions: []string{".cmake"}, Filenames: []string{"CMakeLists.txt"}}, scanCMake},
		{lang.Language{ID: "protobuf", Name: "Protocol Buffers", Extensions: []string{".proto"}}, scanProto},
		{lang.Language{ID: "graphql", Name: "GraphQL", Extensions: []string{".graphql", ".gql", ".graphqls"}}, scanGraphQL},
		{lang.Language{ID: "gradle", Name: "Gradle", Extensions: []string{".gradle", ".gradle.kts"}}, scanGradle},
		{lang.Language{ID: "xml", Name: "XML", Extensions: []string{".xml", ".pom", ".csproj", ".fsproj", ".vbproj", ".vcxproj", ".proj", ".props", ".targets", ".nuspec", ".xsd", ".xaml", ".config", ".plist", ".wsdl"}}, scanXML},
		{lang.Language{ID: "requirements", Name: "Python requirements", Filenames: []string{"requirements.txt", "requirements.in", "constraints.txt"},
			Patterns: []string{"requirements*.txt", "requirements*.in", "*requirements.txt", "requirements/*.txt", "requirements/*.in", "constraints*.txt"}}, scanRequirements},
		{lang.Language{ID: "gemfile", Name: "Gemfile", Filenames: []string{"Gemfile", "gems.rb"}, Patterns: []string{"Gemfile.*"}}, scanGemfile},
	} {
		f.Version = version
		outline.Register(f.Language, facts.Config, f.scan)
	}
}
