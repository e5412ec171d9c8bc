package main

import (
	"fmt"
	"strings"
)

func zshCompletion(all []completion) string {
	var b strings.Builder
	b.WriteString("#compdef smp\n\n")
	for _, c := range all {
		fmt.Fprintf(&b, "%s() {\n", zshFunction(c.path))
		if len(c.children) == 0 {
			fmt.Fprintf(&b, "\t_arguments -s%s\n}\n\n", zshArguments(c))
			continue
		}
		fmt.Fprintf(&b, "\tlocal context state state_descr line\n\ttypeset -A opt_args\n\t_arguments -s -C%s \\\n\t\t'1: :->command' \\\n\t\t'*:: :->rest'\n", zshFlags(c.flags))
		b.WriteString("\tcase $state in\n\tcommand)\n\t\tlocal -a commands=(\n")
		for _, child := range c.children {
			fmt.Fprintf(&b, "\t\t\t'%s:%s'\n", child.name, zshText(child.help))
		}
		b.WriteString("\t\t)\n\t\t_describe command commands ;;\n\trest)\n\t\tcase $words[1] in\n")
		for _, child := range c.children {
			fmt.Fprintf(&b, "\t\t%s) %s ;;\n", child.name, zshFunction(child.path))
		}
		b.WriteString("\t\tesac ;;\n\tesac\n}\n\n")
	}
	b.WriteString("if [[ $funcstack[1] == _smp ]]; then\n\t_smp \"$@\"\nelse\n\tcompdef _smp smp\nfi\n")
	return b.String()
}

func zshFunction(path string) string {
	if path == "" {
		return "_smp"
	}
	return "_smp_" + strings.ReplaceAll(path, " ", "_")
}

func zshArguments(c completion) string {
	s := zshFlags(c.flags)
	switch {
	case len(c.values) > 0:
		s += fmt.Sprintf(" \\\n\t\t'*: :(%s)'", strings.Join(c.values, " "))
	case c.files:
		s += " \\\n\t\t'*: :_files'"
	}
	return s
}

func zshFlags(flags []completionFlag) string {
	var b strings.Builder
	for _, f := range flags {
		value := ""
		switch {
		case !f.takes:
		case f.files:
			value = ":" + f.long + ":_files"
		case len(f.values) > 0:
			value = ":" + f.long + ":(" + strings.Join(f.values, " ") + ")"
		default:
			value = ":" + f.long + ":"
		}
		for _, w := range f.words() {
			fmt.Fprintf(&b, " \\\n\t\t'%s[%s]%s'", w, zshText(f.help), value)
		}
	}
	return b.String()
}

// zshText is a help text inside single quotes, where brackets and colons
// mean something.
func zshText(s string) string {
	return strings.NewReplacer("'", `'\''`, "[", `\[`, "]", `\]`, ":", `\:`).Replace(s)
}
