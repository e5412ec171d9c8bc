package main

import (
	"fmt"
	"strings"
)

func fishCompletion(all []completion) string {
	var b strings.Builder
	b.WriteString("# fish completion for smp\n")
	for _, c := range all {
		if c.path == "" || len(c.children) > 0 || !c.files {
			fmt.Fprintf(&b, "complete -c smp%s -f\n", fishWhere(c))
		}
		for _, child := range c.children {
			fmt.Fprintf(&b, "complete -c smp%s -a %s -d %s\n", fishWhere(c), child.name, fishText(child.help))
		}
		if len(c.values) > 0 {
			fmt.Fprintf(&b, "complete -c smp%s -a %s\n", fishWhere(c), fishText(strings.Join(c.values, " ")))
		}
		for _, f := range c.flags {
			fmt.Fprintf(&b, "complete -c smp%s%s\n", fishWhere(c), fishFlag(f))
		}
	}
	return b.String()
}

// fishWhere limits a completion to where the command is the one typed so far.
func fishWhere(c completion) string {
	if c.path == "" {
		return " -n __fish_use_subcommand"
	}
	var parts []string
	for _, w := range strings.Fields(c.path) {
		parts = append(parts, "__fish_seen_subcommand_from "+w)
	}
	for _, child := range c.children {
		parts = append(parts, "not __fish_seen_subcommand_from "+child.name)
	}
	return " -n " + fishText(strings.Join(parts, "; and "))
}

func fishFlag(f completionFlag) string {
	s := " -l " + f.long
	if f.short != "" {
		s += " -s " + f.short
	}
	switch {
	case !f.takes:
	case f.files:
		s += " -r -F"
	case len(f.values) > 0:
		s += " -x -a " + fishText(strings.Join(f.values, " "))
	default:
		s += " -x"
	}
	return s + " -d " + fishText(f.help)
}

func fishText(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
