package walk

import "strings"

// vendoredDirs are the names of directories that hold other people's code or
// a tool's own data, and what they hold.
var vendoredDirs = map[string]string{
	"vendor":             "dependencies kept in the tree",
	"_vendor":            "dependencies kept in the tree",
	"vendored":           "dependencies kept in the tree",
	"third_party":        "dependencies kept in the tree",
	"third-party":        "dependencies kept in the tree",
	"thirdparty":         "dependencies kept in the tree",
	"Godeps":             "Go dependencies",
	"node_modules":       "npm packages",
	"bower_components":   "Bower packages",
	"jspm_packages":      "jspm packages",
	"web_modules":        "npm packages",
	".yarn":              "Yarn's packages and releases",
	".pnpm-store":        "pnpm packages",
	"Pods":               "CocoaPods packages",
	"Carthage":           "Carthage packages",
	".venv":              "a Python environment",
	"venv":               "a Python environment",
	"virtualenv":         "a Python environment",
	".virtualenv":        "a Python environment",
	"site-packages":      "Python packages",
	"dist-packages":      "Python packages",
	"__pypackages__":     "Python packages",
	".eggs":              "Python packages",
	".tox":               "Python environments",
	".nox":               "Python environments",
	"__pycache__":        "compiled Python",
	".mypy_cache":        "a tool's cache",
	".pytest_cache":      "a tool's cache",
	".ruff_cache":        "a tool's cache",
	".ipynb_checkpoints": "notebook copies",
	".gradle":            "Gradle's cache",
	".bundle":            "Bundler's data",
	".terraform":         "Terraform providers and modules",
	".next":              "a build by Next.js",
	".nuxt":              "a build by Nuxt",
	".svelte-kit":        "a build by SvelteKit",
	".parcel-cache":      "a tool's cache",
	".turbo":             "a tool's cache",
	"elm-stuff":          "Elm packages",
	".dart_tool":         "Dart's data",
	".build":             "a build by Swift's package manager",
	".stack-work":        "a build by Stack",
	"dist-newstyle":      "a build by Cabal",
	"DerivedData":        "a build by Xcode",
	".hg":                "Mercurial's data",
	".svn":               "Subversion's data",
	".jj":                "Jujutsu's data",
	".bzr":               "Bazaar's data",
	"CVS":                "CVS's data",
}

// vendoredEndings are the same for names that only end so.
var vendoredEndings = []struct{ ending, what string }{
	{".egg-info", "Python package data"},
	{".dist-info", "Python package data"},
	{".framework", "a compiled framework"},
	{".xcframework", "a compiled framework"},
}

// sourceRoots are folders below which directories are namespaces, so that any
// of these names is a word of the program's own.
var sourceRoots = []string{"src/main/java/", "src/main/kotlin/", "src/main/scala/", "src/test/java/", "src/test/kotlin/", "src/test/scala/"}

// vendoredDir says whether the directory holds code that is not the
// repository's own, and what. A "vendor" somewhere below "src" is no package
// manager's: code there has become part of the program, or vendors are what the
// program is about.
func vendoredDir(path, name string) (detail string, ok bool) {
	what := vendoredDirs[name]
	if what == "" && strings.IndexByte(name, '.') > 0 {
		for _, e := range vendoredEndings {
			if strings.HasSuffix(name, e.ending) {
				what = e.what
			}
		}
	}
	if what == "" || name == "vendor" && below(path, "src/") {
		return "", false
	}
	for _, root := range sourceRoots {
		if below(path, root) {
			return "", false
		}
	}
	return name + "/: " + what, true
}

// below says whether path has the folders of dir, which ends in "/", above it.
func below(path, dir string) bool {
	return strings.HasPrefix(path, dir) || strings.Contains(path, "/"+dir)
}
