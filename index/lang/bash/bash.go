package bash

import (
	_ "embed"

	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	grammar "github.com/structural-memory/smp/internal/sitter/grammars/bash"
)

//go:embed bash.tbl
var table string

const version = 4

var compiled = extract.Once(func() (*extract.Language, error) {
	return extract.Compile("bash", grammar.New, table, extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"function_definition": function,
			"command":             command,
			"declaration_command": declaration,
			"variable_assignment": assignment,
			"for_statement":       forStatement,
			"list":                list,
		},
		Remark:  remark,
		Prepare: tests,
		Start:   func(x *extract.X, _ sitter.Node) { x.Data = &state{map[string]bool{}, map[string]string{}} },
		Finish:  finish,
	})
})

// state is what the hooks keep for one file.
type state struct {
	seen    map[string]bool   // variables that are defined
	folders map[string]string // variables that hold a folder, as seen from the script's own
}

func init() {
	lang.Register(lang.Language{ID: "bash", Name: "Shell", Extensions: []string{".sh", ".bash", ".bats", ".ksh"},
		Filenames: []string{".bashrc", ".bash_profile", ".bash_aliases", ".bash_logout", ".profile", "PKGBUILD", "APKBUILD"},
		Shebangs:  []string{"bash", "sh", "dash", "ash", "ksh", "bats"}, Version: version,
		New: func() (lang.Extractor, error) { return compiled.New() }})
}
