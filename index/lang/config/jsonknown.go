package config

import (
	"bytes"
	"path"
	"strings"
)

// jsonDepth is how deep the keys of a JSON document are entries, where
// nothing more is known of it: most are data.
const jsonDepth = 2

var (
	plainJSON = &known{depth: jsonDepth}

	schemaJSON = &known{depth: jsonDepth, files: parseRules("** $ref", "$ref")}

	lockFile = &known{depth: 1}

	packageJSON = &known{depth: 2,
		files: parseRules("main", "module", "types", "typings", "browser", "bin", "bin *", "exports", "exports **", "workspaces *", "workspaces packages *"),
		forms: map[string]string{"scripts": "script", "dependencies": "dependency", "devDependencies": "dependency",
			"peerDependencies": "dependency", "optionalDependencies": "dependency", "bin": "command", "exports": "export"}}

	tsconfigJSON = &known{depth: 3,
		files: parseRules("extends", "extends *", "references * path", "files *"),
		forms: map[string]string{"compilerOptions": "option", "paths": "path"}}

	composerJSON = &known{depth: 3,
		files: parseRules("autoload files *", "autoload-dev files *", "bin *"),
		forms: map[string]string{"require": "dependency", "require-dev": "dependency", "scripts": "script", "psr-4": "namespace", "psr-0": "namespace"}}

	denoJSON = &known{depth: 2, files: parseRules("workspace *", "workspace members *", "importMap", "exports", "exports *"),
		forms: map[string]string{"tasks": "script", "imports": "dependency"}}

	lernaJSON = &known{depth: 2, files: parseRules("packages *", "projects *")}
)

var knownJSON = map[string]*known{
	"package.json": packageJSON, "composer.json": composerJSON, "deno.json": denoJSON, "deno.jsonc": denoJSON,
	"lerna.json": lernaJSON, "rush.json": lernaJSON,
	"package-lock.json": lockFile, "npm-shrinkwrap.json": lockFile, "composer.lock": lockFile, "Pipfile.lock": lockFile,
	"packages.lock.json": lockFile, "project.assets.json": lockFile, "bun.lock": lockFile, "deno.lock": lockFile,
}

func knownAsJSON(file string, src []byte) *known {
	base := path.Base(file)
	if k := knownJSON[base]; k != nil {
		return k
	}
	if isTSConfig(base) {
		return tsconfigJSON
	}
	if bytes.Contains(src, []byte(`"$ref"`)) {
		return schemaJSON
	}
	return plainJSON
}

// isTSConfig tells "tsconfig.json", "tsconfig.build.json", "base.tsconfig.json"
// and the same of jsconfig.
func isTSConfig(base string) bool {
	return (strings.HasSuffix(base, ".json") || strings.HasSuffix(base, ".jsonc")) &&
		(strings.HasPrefix(base, "tsconfig") || strings.HasPrefix(base, "jsconfig") || strings.Contains(base, ".tsconfig."))
}
