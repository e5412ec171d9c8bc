package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/structural-memory/smp/jsonrpc"
)

// model is the table in the form that clients are written from.
type model struct {
	types   []*typeDef
	methods []*method
	notices []*jsonrpc.DocNotice
	codes   []jsonrpc.DocError
	byName  map[string]*typeDef
}

// typeDef is a named type: a struct, or a map where elem is set.
type typeDef struct {
	name, doc string
	fields    []field
	elem      *ref
}

type field struct {
	name, doc string
	typ       ref
	required  bool
}

// ref is the type of something.
type ref struct {
	kind     string // string, integer, number, boolean, array, map, named, any
	name     string // of a named one
	elem     *ref   // of an array or a map
	enum     []string
	nullable bool
}

type method struct {
	doc    *jsonrpc.DocMethod
	name   string // in CamelCase
	params string // the type's name; "" where there are none
	result ref
}

func newModel(doc *jsonrpc.Document) *model {
	m := &model{notices: doc.Events, codes: doc.Codes, byName: map[string]*typeDef{}}
	for _, name := range slices.Sorted(maps.Keys(doc.Components.Schemas)) {
		m.define(name, doc.Components.Schemas[name])
	}
	for _, d := range doc.Methods {
		row := jsonrpc.Lookup(d.Name)
		x := &method{doc: d, name: methodName(d), params: row.ParamsName(), result: m.ref(d.Result.Schema, "")}
		if x.params != "" && m.byName[x.params] == nil {
			params := *row.Params
			params.Description = "The parameters of " + d.Name + "."
			if d.Access == "read" {
				params.Properties = maps.Clone(params.Properties)
				delete(params.Properties, "format")
			}
			m.define(x.params, &params)
		}
		m.methods = append(m.methods, x)
	}
	return m
}

func (m *model) define(name string, s *jsonschema.Schema) {
	t := &typeDef{name: name, doc: s.Description}
	m.types, m.byName[name] = append(m.types, t), t
	if s.Properties == nil && s.AdditionalProperties != nil {
		elem := m.ref(s.AdditionalProperties, name+"Value")
		t.elem = &elem
		return
	}
	for _, p := range s.PropertyOrder {
		if s.Properties[p] != nil {
			t.fields = append(t.fields, field{p, s.Properties[p].Description, m.ref(s.Properties[p], name+camel(p)), slices.Contains(s.Required, p)})
		}
	}
}

// ref is the type of a schema; an object without a name gets the one given.
func (m *model) ref(s *jsonschema.Schema, name string) ref {
	if s.Ref != "" {
		return ref{kind: "named", name: s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]}
	}
	if len(s.AnyOf) > 0 {
		r := m.ref(s.AnyOf[0], name)
		r.nullable = true
		return r
	}
	kind, null := s.Type, false
	if kind == "" && len(s.Types) > 0 {
		kind, null = s.Types[0], true
	}
	r := ref{kind: kind, nullable: null}
	switch kind {
	case "array":
		elem := m.ref(s.Items, strings.TrimSuffix(name, "s"))
		r.elem = &elem
	case "object":
		if s.Properties != nil {
			if m.byName[name] == nil {
				m.define(name, s)
			}
			r.kind, r.name = "named", name
			return r
		}
		elem := m.ref(s.AdditionalProperties, name+"Value")
		r.kind, r.elem = "map", &elem
	case "":
		r.kind = "any"
	}
	for _, e := range s.Enum {
		r.enum = append(r.enum, e.(string))
	}
	return r
}

// methodName is a method as a function's name.
func methodName(d *jsonrpc.DocMethod) string {
	name := camel(strings.TrimPrefix(d.Name, "smp/"))
	if d.Tags[0].Name == "Arbor" {
		name = "Arbor" + name
	}
	return name
}

// camel is a name with words as one in CamelCase.
func camel(s string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '/' || r == '.' || r == '_' || r == '-' }) {
		if initialisms[word] {
			b.WriteString(strings.ToUpper(word))
			continue
		}
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

var initialisms = map[string]bool{"id": true, "url": true, "db": true, "api": true, "rpc": true, "sha": true, "ok": true}

// lower is a name in camelCase, snake one in snake_case.
func lower(s string) string {
	n := 0
	for n < len(s) && s[n] >= 'A' && s[n] <= 'Z' {
		n++
	}
	if n > 1 && n < len(s) {
		n-- // RPCDiscover: rpcDiscover
	}
	return strings.ToLower(s[:n]) + s[n:]
}

func snake(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			if i > 0 && (s[i-1] >= 'a' || i+1 < len(s) && s[i+1] >= 'a') {
				b.WriteByte('_')
			}
			c |= 0x20
		}
		b.WriteByte(c)
	}
	return b.String()
}

// wrap breaks a text into lines behind a prefix.
func wrap(prefix, text string) string {
	if text == "" {
		return ""
	}
	var b strings.Builder
	n := 0
	for word := range strings.FieldsSeq(text) {
		if n > 0 && n+1+len(word) > 76 {
			b.WriteByte('\n')
			n = 0
		}
		if n == 0 {
			b.WriteString(prefix + word)
			n = len(word)
			continue
		}
		b.WriteString(" " + word)
		n += 1 + len(word)
	}
	return b.String() + "\n"
}
