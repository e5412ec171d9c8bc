package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

func (*completionCommand) Help() string {
	return `Load it in the shell's start file:

    source <(smp completion bash)                                   # ~/.bashrc
    smp completion zsh > "${fpath[1]}/_smp"                          # once
    smp completion fish > ~/.config/fish/completions/smp.fish       # once`
}

func (c *completionCommand) Run(a *app, parsed *kong.Context) error {
	all := completions(parsed.Model.Node, "", nil)
	text := map[string]func([]completion) string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}[c.Shell](all)
	_, err := a.out.WriteString(text)
	return err
}

// completion is a command, or the program itself, as a shell completes it.
type completion struct {
	path     string // "export calls"; "" for the program
	name     string
	help     string
	children []completion
	flags    []completionFlag
	files    bool     // arguments may be files
	values   []string // or are one of these
}

type completionFlag struct {
	long, short string
	help        string
	takes       bool     // a value
	values      []string // if they are few
	files       bool
}

// completions are a node of the model and all nodes below it, the node first.
func completions(n *kong.Node, path string, outer []completionFlag) []completion {
	c := completion{path: path, help: n.Help, flags: slices.Clone(outer)}
	if path != "" {
		c.name = n.Name
	}
	for _, f := range n.Flags {
		if !f.Hidden {
			c.flags = append(c.flags, completionFlagOf(f))
		}
	}
	for _, arg := range n.Positional {
		if arg.Enum != "" {
			c.values = append(c.values, splitEnum(arg.Enum)...)
		} else {
			c.files = true
		}
	}
	var below []completion
	for _, child := range n.Children {
		if child.Hidden {
			continue
		}
		all := completions(child, strings.TrimSpace(path+" "+child.Name), c.flags)
		c.children = append(c.children, all[0])
		below = append(below, all...)
	}
	return append([]completion{c}, below...)
}

func completionFlagOf(f *kong.Flag) completionFlag {
	c := completionFlag{long: f.Name, help: f.Help, takes: !f.IsBool()}
	if f.Short != 0 {
		c.short = string(f.Short)
	}
	if f.Enum != "" {
		c.values = splitEnum(f.Enum)
	}
	c.files = c.takes && len(c.values) == 0 && (f.Tag.Type == "path" || f.PlaceHolder == "PATH")
	return c
}

func splitEnum(s string) []string {
	all := strings.Split(s, ",")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}

// words are the flag as it is typed, in its forms.
func (f *completionFlag) words() []string {
	if f.short == "" {
		return []string{"--" + f.long}
	}
	return []string{"--" + f.long, "-" + f.short}
}
