package walk

import "strings"

// lockFiles are files that a package manager writes, and which one.
var lockFiles = map[string]string{
	"package-lock.json":   "npm",
	"npm-shrinkwrap.json": "npm",
	"yarn.lock":           "Yarn",
	"pnpm-lock.yaml":      "pnpm",
	"bun.lock":            "Bun",
	"bun.lockb":           "Bun",
	"deno.lock":           "Deno",
	"go.sum":              "Go",
	"go.work.sum":         "Go",
	"Cargo.lock":          "Cargo",
	"poetry.lock":         "Poetry",
	"pdm.lock":            "PDM",
	"uv.lock":             "uv",
	"pixi.lock":           "Pixi",
	"Pipfile.lock":        "Pipenv",
	"composer.lock":       "Composer",
	"Gemfile.lock":        "Bundler",
	"packages.lock.json":  "NuGet",
	"project.assets.json": "NuGet",
	"gradle.lockfile":     "Gradle",
	"mix.lock":            "Mix",
	"pubspec.lock":        "pub",
	"Podfile.lock":        "CocoaPods",
	"Cartfile.resolved":   "Carthage",
	"Package.resolved":    "Swift's package manager",
	"flake.lock":          "Nix",
	".terraform.lock.hcl": "Terraform",
	"MODULE.bazel.lock":   "Bazel",
	"conan.lock":          "Conan",
	".pnp.cjs":            "Yarn",
	".pnp.loader.mjs":     "Yarn",
}

// endings are ends of file names that only tools write.
var endings = []struct {
	ending string
	reason Reason
	what   string
}{
	{".min.js", Minified, "minified JavaScript"},
	{".min.mjs", Minified, "minified JavaScript"},
	{".min.cjs", Minified, "minified JavaScript"},
	{"-min.js", Minified, "minified JavaScript"},
	{".min.css", Minified, "a minified style sheet"},
	{"-min.css", Minified, "a minified style sheet"},
	{".js.map", Generated, "a source map"},
	{".mjs.map", Generated, "a source map"},
	{".cjs.map", Generated, "a source map"},
	{".css.map", Generated, "a source map"},
	{".ts.map", Generated, "a source map"},
	{".pb.go", Generated, "protocol buffers"},
	{".pb.gw.go", Generated, "protocol buffers"},
	{".pb.cc", Generated, "protocol buffers"},
	{".pb.h", Generated, "protocol buffers"},
	{".pbobjc.h", Generated, "protocol buffers"},
	{".pbobjc.m", Generated, "protocol buffers"},
	{".pb.swift", Generated, "protocol buffers"},
	{".grpc.swift", Generated, "protocol buffers"},
	{"_pb2.py", Generated, "protocol buffers"},
	{"_pb2.pyi", Generated, "protocol buffers"},
	{"_pb2_grpc.py", Generated, "protocol buffers"},
	{"_pb.js", Generated, "protocol buffers"},
	{"_pb.d.ts", Generated, "protocol buffers"},
	{"_pb.ts", Generated, "protocol buffers"},
	{"_pb.rb", Generated, "protocol buffers"},
	{".g.dart", Generated, "Dart's build_runner"},
	{".freezed.dart", Generated, "Dart's build_runner"},
	{".g.cs", Generated, "a C# source generator"},
	{".g.i.cs", Generated, "a C# source generator"},
	{".Designer.cs", Generated, "Visual Studio's designer"},
	{".designer.cs", Generated, "Visual Studio's designer"},
}

// toolMade says whether the name alone shows that a tool wrote the file.
func toolMade(name string) (reason Reason, detail string, ok bool) {
	if by := lockFiles[name]; by != "" {
		return Generated, name + ": lock file of " + by, true
	}
	for i := range endings {
		if e := &endings[i]; strings.HasSuffix(name, e.ending) {
			return e.reason, "*" + e.ending + ": " + e.what, true
		}
	}
	return "", "", false
}
