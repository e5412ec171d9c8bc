package bash

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// own are the commands that are the shell itself.
var own = map[string]bool{":": true, "[": true, "test": true, "true": true, "false": true, "set": true, "shift": true, "return": true,
	"exit": true, "break": true, "continue": true, "let": true, "getopts": true, "shopt": true, "wait": true, "}": true, "{": true}

// command is a simple command: what its words, redirections and environment
// run counts too.
func command(x *extract.X, n sitter.Node) {
	var args []sitter.Node
	for c := range n.Children() {
		switch {
		case c.FieldIs("argument"):
			args = append(args, c)
		case !c.FieldIs("name"):
			x.Walk(c)
		}
	}
	at := n.Field("name")
	if strings.HasPrefix(at.Text(), "((") { // arithmetic
		x.Walk(at)
		return
	}
	name, ok := plain(at.First())
	if !ok {
		values := exprs(x, args)
		fn := x.Index(x.Expr(at.First()), facts.None, at)
		x.CallOf(fn, n, facts.CallSpread, values...)
		return
	}
	switch {
	case (name == "source" || name == ".") && len(args) > 0:
		source(x, n, args[0])
	case name == "load" && len(args) > 0 && strings.HasSuffix(x.Path, ".bats"):
		load(x, n, args[0])
	case name == "alias":
		aliases(x, n, args)
	}
	values := exprs(x, args)
	if !own[name] && name != "source" && name != "." {
		fn := x.Simple(facts.OpName, x.Intern([]byte(name)), facts.None, at)
		x.CallOf(fn, n, 0, values...)
	}
	indirect(x, n, name, args, values)
}

// exprs are the arguments; a command that is substituted in them is a call.
func exprs(x *extract.X, args []sitter.Node) []int32 {
	var out []int32
	for _, a := range args {
		out = append(out, x.Expr(a))
	}
	return out
}

// plain is a word without expansions, "" and false for any other.
func plain(n sitter.Node) (string, bool) {
	switch n.Kind() {
	case "word":
		s := strings.TrimPrefix(n.Text(), "\\") // "\grep" is grep, not an alias of it
		return s, s != "" && n.First() == sitter.Node{}
	case "string":
		if c := n.First(); c.Is("string_content") && c == n.Last() {
			return c.Text(), true
		}
	case "raw_string":
		return strings.Trim(n.Text(), "'"), true
	}
	return "", false
}

// indirect are commands that run what their arguments name.
func indirect(x *extract.X, n sitter.Node, name string, args []sitter.Node, values []int32) {
	switch name {
	case "run", "trap", "time", "coproc", "eval", "builtin", "nohup":
	default:
		return
	}
	i := 0
	for i < len(args) && strings.HasPrefix(args[i].Text(), "-") {
		i++
	}
	if i == len(args) || !args[i].Is("word", "raw_string", "string") {
		return
	}
	callee, ok := plain(args[i])
	if !ok || !isName(callee) || name == "run" && !isTest(x.Path) || own[callee] {
		return
	}
	fn := x.Simple(facts.OpName, x.Intern([]byte(callee)), facts.None, args[i])
	rest := values[i+1:]
	if name == "trap" { // the rest are signals
		rest = nil
	}
	x.CallOf(fn, n, facts.CallImplicit, rest...)
}

// isName tells whether a text can be a function's name.
func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == ':' || i > 0 && (c >= '0' && c <= '9' || c == '-' || c == '.')) {
			return false
		}
	}
	return s != ""
}

// aliases are names for commands: alias name='…'.
func aliases(x *extract.X, n sitter.Node, args []sitter.Node) {
	for _, a := range args {
		name, _, ok := strings.Cut(a.Text(), "=")
		if !ok || !isName(name) {
			continue
		}
		d := x.NewNamed(facts.Function, "alias", x.Intern([]byte(name)), n, sitter.Node{})
		x.Def(d).NameLine = a.Line()
		x.Def(d).Sig = x.Sig(n.Start(), a.End())
		x.Def(d).Mods |= facts.Exported | facts.Public
	}
}

// source reads another file. A path that starts at the script's own folder is
// relative to the file.
func source(x *extract.X, n, arg sitter.Node) {
	if p := sourcePath(x, arg); p != "" {
		x.Import(facts.Import{Module: x.Intern([]byte(p)), Name: "*", Kind: facts.ImportRequire, Line: n.Line()})
	}
}

// sourcePath is the path as written, with "." for what stands for the script's
// own folder.
func sourcePath(x *extract.X, n sitter.Node) string {
	if p, ok := plain(n); ok {
		return p
	}
	if n.Is("string") && n.First() == n.Last() {
		n = n.First()
	}
	var sb strings.Builder
	end := n.Start()
	for c := range n.Children() {
		if c.Is("string") && c.First() == c.Last() {
			c = c.First()
		}
		if ownFolder(c) {
			sb.WriteByte('.')
		} else if dir := x.Data.(*state).folders[variableName(c)]; dir != "" {
			sb.WriteString(dir)
		} else {
			sb.WriteString(strings.Trim(c.Text(), `"`))
		}
		end = c.End()
	}
	if sb.Len() == 0 || end == n.Start() {
		return ""
	}
	return sb.String()
}

// ownFolder knows $(dirname "$0"), ${BASH_SOURCE%/*} and the like.
func ownFolder(n sitter.Node) bool {
	s := n.Text()
	if !n.Is("command_substitution", "expansion") || !strings.Contains(s, "BASH_SOURCE") && !strings.Contains(s, "$0") && !strings.Contains(s, "{0") {
		return false
	}
	return strings.Contains(s, "dirname") && !strings.Contains(s, "..") || strings.Contains(s, "%/*}")
}

// load is Bats' load of a helper beside the test.
func load(x *extract.X, n, arg sitter.Node) {
	p := sourcePath(x, arg)
	if p == "" {
		return
	}
	if !strings.HasPrefix(p, "/") && !strings.HasPrefix(p, "$") && !strings.HasPrefix(p, ".") {
		p = "./" + p
	}
	if !strings.HasSuffix(p, ".bash") && !strings.HasSuffix(p, ".sh") {
		p += ".bash"
	}
	x.Import(facts.Import{Module: x.Intern([]byte(p)), Name: "*", Kind: facts.ImportRequire, Line: n.Line()})
}
