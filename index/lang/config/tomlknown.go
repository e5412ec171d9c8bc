package config

import "path"

var tomlDependencies = map[string]string{"dependencies": "dependency", "dev-dependencies": "dependency", "build-dependencies": "dependency",
	"optional-dependencies": "group", "dependency-groups": "group", "packages": "dependency", "dev-packages": "dependency", "requires": "dependency",
	"scripts": "script", "features": "feature"}

var (
	cargoTOML = &known{forms: tomlDependencies, files: parseRules("workspace members *", "workspace default-members *", "workspace dependencies * path",
		"dependencies * path", "dev-dependencies * path", "build-dependencies * path", "target * dependencies * path", "patch * * path",
		"lib path", "bin path", "bench path", "test path", "example path", "package build", "package workspace", "package readme")}

	pyprojectTOML = &known{forms: tomlDependencies, files: parseRules("project readme", "project readme file", "tool poetry readme", "tool poetry dependencies * path",
		"tool uv sources * path", "tool uv workspace members *", "tool pytest ini_options testpaths *", "tool setuptools dynamic * file", "tool setuptools dynamic * file *",
		"tool ruff extend", "tool hatch build targets * packages *")}

	otherTOML = &known{forms: tomlDependencies}
)

func knownAsTOML(file string) *known {
	switch path.Base(file) {
	case "Cargo.toml":
		return cargoTOML
	case "pyproject.toml":
		return pyprojectTOML
	case "Pipfile":
		return otherTOML
	}
	return nil
}
