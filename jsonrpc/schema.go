package jsonrpc

import (
	"encoding/json"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

// schemas makes JSON Schemas of the table's Go types. A struct's fields are
// described by their jsonschema tag, or else by their comment in the source;
// the tags enum, default, min and max bound them. A field without omitempty is
// required.
type schemas struct {
	inline bool   // no definitions: what validates parameters stands alone
	prefix string // of references to definitions
	defs   map[string]*jsonschema.Schema
	types  map[string]reflect.Type
}

// newSchemas makes schemas whose definitions are referred to below a prefix.
func newSchemas(prefix string) *schemas {
	return &schemas{prefix: prefix, defs: map[string]*jsonschema.Schema{}, types: map[string]reflect.Type{}}
}

// paramsSchema is the schema of a method's parameters.
func paramsSchema(t reflect.Type) *jsonschema.Schema { return (&schemas{inline: true}).of(t) }

// ResultSchema is the schema of the method's result, with all that it refers
// to.
func (m *Method) ResultSchema() *jsonschema.Schema {
	s := newSchemas("#/$defs/")
	out := *s.of(m.result)
	out.Defs = s.defs
	return &out
}

func (s *schemas) of(t reflect.Type) *jsonschema.Schema {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == reflect.TypeFor[time.Time]():
		return &jsonschema.Schema{Type: "string", Format: "date-time"}
	case t == reflect.TypeFor[json.RawMessage](), t.Kind() == reflect.Interface:
		return &jsonschema.Schema{}
	case t.Kind() == reflect.String && t.Implements(reflect.TypeFor[json.Marshaler]()):
		return &jsonschema.Schema{Types: []string{"string", "null"}} // a text that may be none
	}
	if named := t.Name() != "" && (t.Kind() == reflect.Struct || t.Kind() == reflect.Map); named && !s.inline {
		return s.define(t)
	}
	return s.build(t)
}

// define puts a named type among the definitions and refers to it.
func (s *schemas) define(t reflect.Type) *jsonschema.Schema {
	name := defName(t)
	if was, ok := s.types[name]; ok && was != t {
		panic(fmt.Sprintf("two types of the protocol are called %s: %s and %s", name, was, t))
	}
	if _, ok := s.types[name]; !ok {
		s.types[name] = t
		d := s.build(t)
		d.Description = comments[t.PkgPath()][t.Name()]
		s.defs[name] = d
	}
	return &jsonschema.Schema{Ref: s.prefix + name}
}

// defName is a type's name as a definition. Those of the library's own rooms,
// which it offers as its types, stand alone; a type of a package with a topic
// of its own has that before it: LocateResult.
func defName(t reflect.Type) string {
	name := t.Name()
	dir, pkg := path.Split(t.PkgPath())
	if path.Base(dir) == "internal" || pkg == "graph" || pkg == "jsonrpc" {
		return name
	}
	return strings.ToUpper(pkg[:1]) + pkg[1:] + name
}

func (s *schemas) build(t reflect.Type) *jsonschema.Schema {
	switch t.Kind() {
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case reflect.String:
		return &jsonschema.Schema{Type: "string"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &jsonschema.Schema{Type: "integer"}
	case reflect.Float32, reflect.Float64:
		return &jsonschema.Schema{Type: "number"}
	case reflect.Slice, reflect.Array:
		return &jsonschema.Schema{Type: "array", Items: s.of(t.Elem())}
	case reflect.Map:
		return &jsonschema.Schema{Type: "object", AdditionalProperties: s.of(t.Elem())}
	case reflect.Struct:
		o := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
		s.fields(o, t)
		return o
	}
	panic("no JSON Schema for " + t.String())
}

func (s *schemas) fields(o *jsonschema.Schema, t reflect.Type) {
	for f := range t.Fields() {
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			embedded := f.Type
			for embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			s.fields(o, embedded)
			if f.Type.Kind() == reflect.Pointer {
				s.optional(o, embedded) // it may be nil
			}
			continue
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		optional := strings.Contains(rest, "omitempty") || strings.Contains(rest, "omitzero")
		p := s.of(f.Type)
		describe(p, f, comments[t.PkgPath()][t.Name()+"."+f.Name])
		if f.Type.Kind() == reflect.Pointer && !optional {
			p = nullable(p)
		}
		if _, ok := o.Properties[name]; !ok {
			o.PropertyOrder = append(o.PropertyOrder, name)
			if !optional {
				o.Required = append(o.Required, name)
			}
		}
		o.Properties[name] = p
	}
}

// optional makes the fields of an embedded type ones that may be missing.
func (s *schemas) optional(o *jsonschema.Schema, t reflect.Type) {
	inner := &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{}}
	(&schemas{inline: true}).fields(inner, t)
	o.Required = slices.DeleteFunc(o.Required, func(name string) bool { return inner.Properties[name] != nil })
}

func nullable(p *jsonschema.Schema) *jsonschema.Schema {
	if p.Ref != "" {
		return &jsonschema.Schema{Description: p.Description, AnyOf: []*jsonschema.Schema{{Ref: p.Ref}, {Type: "null"}}}
	}
	if p.Type != "" {
		p.Types, p.Type = []string{p.Type, "null"}, ""
	}
	return p
}

// describe adds what a field's tags say.
func describe(p *jsonschema.Schema, f reflect.StructField, comment string) {
	p.Description = comment
	if d := f.Tag.Get("jsonschema"); d != "" {
		p.Description = d
	}
	enumOf := p
	if p.Items != nil {
		enumOf = p.Items
	}
	if e := f.Tag.Get("enum"); e != "" {
		for v := range strings.SplitSeq(e, ",") {
			enumOf.Enum = append(enumOf.Enum, v)
		}
	}
	if d := f.Tag.Get("default"); d != "" {
		if p.Type == "string" {
			d = strconv.Quote(d)
		}
		p.Default = json.RawMessage(d)
	}
	p.Minimum, p.Maximum = bound(f, "min"), bound(f, "max")
}

func bound(f reflect.StructField, tag string) *float64 {
	v, ok := f.Tag.Lookup(tag)
	if !ok {
		return nil
	}
	x, err := strconv.ParseFloat(v, 64)
	if err != nil {
		panic(fmt.Sprintf("the tag %s of %s is no number", tag, f.Name))
	}
	return &x
}
