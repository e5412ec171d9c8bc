package main

import (
	"fmt"
	"strings"
)

func bashCompletion(all []completion) string {
	var b strings.Builder
	b.WriteString("# bash completion for smp\n_smp() {\n" +
		"\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word\n" +
		"\tfor word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n\t\tcase \"$command/$word\" in\n")
	for _, c := range all {
		for _, child := range c.children {
			fmt.Fprintf(&b, "\t\t\"%s/%s\") command=\"%s\" ;;\n", c.path, child.name, child.path)
		}
	}
	b.WriteString("\t\tesac\n\tdone\n\tlocal flags= words= files=\n\tcase \"$command\" in\n")
	for _, c := range all {
		fmt.Fprintf(&b, "\t\"%s\")\n", c.path)
		bashValues(&b, c.flags)
		var flags, words []string
		for _, f := range c.flags {
			flags = append(flags, f.words()...)
		}
		for _, child := range c.children {
			words = append(words, child.name)
		}
		fmt.Fprintf(&b, "\t\tflags=\"%s\" words=\"%s\"", strings.Join(flags, " "), strings.Join(append(words, c.values...), " "))
		if c.files {
			b.WriteString(" files=yes")
		}
		b.WriteString(" ;;\n")
	}
	b.WriteString("\tesac\n" +
		"\tif [[ $cur == -* ]]; then\n\t\tCOMPREPLY=($(compgen -W \"$flags\" -- \"$cur\"))\n" +
		"\telse\n\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n" +
		"\t\tif [[ $files ]]; then\n\t\t\tmapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$cur\")\n\t\tfi\n" +
		"\tfi\n}\ncomplete -o filenames -F _smp smp\n")
	return b.String()
}

// bashValues completes what follows a flag that takes a value.
func bashValues(b *strings.Builder, flags []completionFlag) {
	b.WriteString("\t\tcase \"$prev\" in\n")
	for _, f := range flags {
		if !f.takes {
			continue
		}
		reply := "COMPREPLY=()"
		switch {
		case f.files:
			reply = `mapfile -t COMPREPLY < <(compgen -f -- "$cur")`
		case len(f.values) > 0:
			reply = fmt.Sprintf(`COMPREPLY=($(compgen -W "%s" -- "$cur"))`, strings.Join(f.values, " "))
		}
		fmt.Fprintf(b, "\t\t%s) %s; return ;;\n", strings.Join(f.words(), "|"), reply)
	}
	b.WriteString("\t\tesac\n")
}
