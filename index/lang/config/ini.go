package config

import (
	"bytes"
	"path"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// scanINI reads sections and keys. Indented lines continue a value, except in
// git's own files, where keys are indented.
func scanINI(b *outline.Builder) {
	indented := false
	switch path.Base(b.Path) {
	case ".gitmodules", ".gitconfig", ".editorconfig":
		indented = true
	}
	section, last, lastEnd := int32(0), facts.None, 0
	for n := 0; n < b.LineCount(); n++ {
		start, end := b.LineAt(n)
		if n == 0 {
			start = min(b.SkipBOM(), end)
		}
		at := skipSpace(b.Src[:end], start)
		end = trimEnd(b.Src, at, end)
		if at == end || b.Src[at] == '#' || b.Src[at] == ';' {
			continue
		}
		switch {
		case b.Src[at] == '[':
			if section > 0 {
				b.Close(section, lastEnd)
			}
			section, last = iniSection(b, at, end), facts.None
		case at > start && !indented && last != facts.None:
			b.Close(last, end)
		default:
			last = iniKey(b, max(section, 0), at, end)
		}
		lastEnd = end
	}
	if section > 0 {
		b.Close(section, lastEnd)
	}
}

func iniSection(b *outline.Builder, at, end int) int32 {
	name := b.Src[at+1 : end]
	if n := bytes.LastIndexByte(name, ']'); n >= 0 {
		name = name[:n]
	}
	return b.Add(outline.Entry{Form: "section", Name: string(bytes.TrimSpace(name)), Start: at, End: end, Comments: outline.Hash | outline.Semicolon})
}

func iniKey(b *outline.Builder, section int32, at, end int) int32 {
	line := b.Src[at:end]
	n := bytes.IndexAny(line, "=:")
	// A colon may be part of the key: //registry/:_authToken=…
	if eq := bytes.IndexByte(line, '='); n >= 0 && line[n] == ':' && eq > n && (n+1 < len(line) && line[n+1] != ' ') {
		n = eq
	}
	keyEnd := at + len(line)
	if n >= 0 {
		keyEnd = trimEnd(b.Src, at, at+n)
	}
	name := string(b.Src[at:keyEnd])
	if n >= 0 && path.Base(b.Path) == ".gitmodules" && name == "path" {
		b.Import(section, string(bytes.TrimSpace(line[n+1:])), at)
	}
	return b.Add(outline.Entry{Parent: section, Form: "key", Name: name, Start: at, End: end, KeyEnd: keyEnd, Comments: outline.Hash | outline.Semicolon})
}
