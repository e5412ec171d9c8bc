package php

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// declare adds a definition with its modifiers and attributes.
func declare(x *extract.X, kind facts.Kind, form, name string, at, n, body sitter.Node) int32 {
	d := x.NewNamed(kind, form, name, n, body)
	x.Def(d).NameLine = at.Line()
	x.Def(d).Mods |= modifiers(n)
	if a := n.Field("attributes"); a.OK() {
		attributes(x, d, a)
		end := n.End()
		if body.OK() {
			end = body.Start()
		}
		x.Def(d).Sig = x.Sig(a.Next().Start(), end)
	}
	if strings.Contains(x.Def(d).Doc, "@deprecated") {
		x.Def(d).Mods |= facts.Deprecated
	}
	return d
}

func modifiers(n sitter.Node) facts.Mods {
	var m facts.Mods
	for c := range n.Children() {
		switch c.Kind() {
		case "visibility_modifier":
			switch s := strings.ToLower(string(c.Bytes())); {
			case strings.HasPrefix(s, "private"):
				m |= facts.Private
			case strings.HasPrefix(s, "protected"):
				m |= facts.Protected
			default:
				m |= facts.Public | facts.Exported
			}
		case "abstract_modifier":
			m |= facts.Abstract
		case "final_modifier":
			m |= facts.Final
		case "static_modifier":
			m |= facts.Static
		case "readonly_modifier":
			m |= facts.Readonly
		}
	}
	if m&(facts.Private|facts.Protected) == 0 {
		m |= facts.Public | facts.Exported
	}
	return m
}

// attributes are decorators: their classes are referred to.
func attributes(x *extract.X, d int32, list sitter.Node) {
	for group := range list.Children() {
		for a := range group.Children() {
			if !a.Is("attribute") {
				continue
			}
			x.Def(d).Decorators = append(x.Def(d).Decorators, "#["+x.Sig(a.Start(), a.End())+"]")
			t := x.Type(a.First())
			x.F.Refs = append(x.F.Refs, facts.Ref{Expr: facts.None, Type: t, Def: d, Line: a.Line(), Kind: facts.RefDecorator})
			x.Args(a.Field("parameters"))
		}
	}
}
