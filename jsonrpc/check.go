package jsonrpc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// checkParams validates parameters against a method's schema, and gives them
// as an object: parameters by position take the order of the schema, and what
// is left out has its documented default, here and nowhere else. All that is
// wrong is told at once.
func checkParams(schema *jsonschema.Schema, raw json.RawMessage) (map[string]json.RawMessage, *Error) {
	c := &checker{}
	in := map[string]json.RawMessage{}
	switch raw = bytes.TrimSpace(raw); {
	case len(raw) == 0 || bytes.Equal(raw, null):
	case raw[0] == '[':
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, Fail(InvalidParams, Detail{err.Error()})
		}
		if len(list) > len(schema.PropertyOrder) {
			return nil, invalidParam("params", fmt.Sprintf("are %d by position, the method takes %d: %s", len(list), len(schema.PropertyOrder), strings.Join(schema.PropertyOrder, ", ")))
		}
		for i, v := range list {
			in[schema.PropertyOrder[i]] = v
		}
	default:
		var err error
		if in, err = c.members("", raw); err != nil {
			return nil, Fail(InvalidParams, Detail{err.Error()})
		}
	}
	c.object("", schema, in)
	if c.Unknown == nil && c.Missing == nil && c.Invalid == nil {
		return in, nil
	}
	slices.Sort(c.Unknown)
	if c.Unknown != nil {
		c.Takes = schema.PropertyOrder
	}
	e := Fail(InvalidParams, c.ParamsData)
	e.Message += ": " + c.words()
	return nil, e
}

type checker struct{ ParamsData }

// words say in the message what data says.
func (c *checker) words() string {
	var parts []string
	if len(c.Unknown) > 0 {
		parts = append(parts, "unknown "+strings.Join(c.Unknown, ", "))
	}
	if len(c.Missing) > 0 {
		parts = append(parts, "missing "+strings.Join(c.Missing, ", "))
	}
	for _, i := range c.Invalid {
		parts = append(parts, i.Param+" "+i.Reason)
	}
	return strings.Join(parts, "; ")
}

func (c *checker) bad(path, format string, args ...any) {
	c.Invalid = append(c.Invalid, InvalidParam{path, fmt.Sprintf(format, args...)})
}

// below is the path of a member.
func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// members are those of an object. One that is given twice is wrong: readers do
// not agree on which of them counts.
func (c *checker) members(path string, raw json.RawMessage) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	in := map[string]json.RawMessage{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := t.(string)
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return nil, err
		}
		if _, twice := in[name]; twice {
			c.bad(below(path, name), "is given twice")
		}
		in[name] = v
	}
	return in, nil
}

func (c *checker) object(path string, s *jsonschema.Schema, in map[string]json.RawMessage) {
	for name := range in {
		if s.Properties[name] == nil {
			c.Unknown = append(c.Unknown, below(path, name))
		}
	}
	for _, name := range s.PropertyOrder {
		v, ok := in[name]
		if ok && bytes.Equal(v, null) {
			delete(in, name) // null is as if it were not there
			ok = false
		}
		switch {
		case ok:
			in[name] = c.value(below(path, name), s.Properties[name], v)
		case s.Properties[name].Default != nil && name != format: // that one the transport may say otherwise
			in[name] = s.Properties[name].Default
		case slices.Contains(s.Required, name):
			c.Missing = append(c.Missing, below(path, name))
		}
	}
}

// value checks one value, and gives it with the defaults of what is left out
// in it.
func (c *checker) value(path string, s *jsonschema.Schema, raw json.RawMessage) json.RawMessage {
	kind := kindOf(raw)
	want := s.Type
	if want == "" && len(s.Types) > 0 {
		want = s.Types[0]
	}
	switch {
	case want == "":
		return raw
	case want == "integer":
		c.integer(path, s, raw)
		return raw
	case want != kind:
		c.bad(path, "must be %s, not %s", withArticle(want), withArticle(kind))
		return raw
	}
	switch want {
	case "string":
		var v string
		if err := json.Unmarshal(raw, &v); err != nil {
			c.bad(path, "is no string: %v", err)
		} else if len(s.Enum) > 0 && !slices.Contains(s.Enum, any(v)) {
			c.bad(path, "must be one of %s, not %q", choices(s.Enum), v)
		}
	case "number":
		var v float64
		if err := json.Unmarshal(raw, &v); err != nil {
			c.bad(path, "is no number that can be used")
		} else {
			c.bounds(path, s, v)
		}
	case "array":
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			c.bad(path, "is no array: %v", err)
			return raw
		}
		for i, v := range list {
			list[i] = c.value(fmt.Sprintf("%s[%d]", path, i), s.Items, v)
		}
		return again(raw, list)
	case "object":
		return c.inner(path, s, raw)
	}
	return raw
}

func (c *checker) inner(path string, s *jsonschema.Schema, raw json.RawMessage) json.RawMessage {
	in, err := c.members(path, raw)
	if err != nil {
		c.bad(path, "is no object: %v", err)
		return raw
	}
	if s.AdditionalProperties == nil {
		c.object(path, s, in)
		return again(raw, in)
	}
	for name, v := range in {
		in[name] = c.value(path+"."+name, s.AdditionalProperties, v)
	}
	return again(raw, in)
}

// again is a value written anew; raw where it cannot be, which then is told
// already.
func again(raw json.RawMessage, v any) json.RawMessage {
	if out, err := json.Marshal(v); err == nil {
		return out
	}
	return raw
}

func (c *checker) integer(path string, s *jsonschema.Schema, raw json.RawMessage) {
	if kind := kindOf(raw); kind != "number" {
		c.bad(path, "must be an integer, not %s", withArticle(kind))
		return
	}
	var v int
	if err := json.Unmarshal(raw, &v); err != nil {
		c.bad(path, "must be an integer, not %s", raw)
		return
	}
	c.bounds(path, s, float64(v))
}

func (c *checker) bounds(path string, s *jsonschema.Schema, v float64) {
	if s.Minimum != nil && v < *s.Minimum {
		c.bad(path, "must be at least %v", *s.Minimum)
	}
	if s.Maximum != nil && v > *s.Maximum {
		c.bad(path, "must be at most %v", *s.Maximum)
	}
}

// kindOf is the JSON type of a valid value.
func kindOf(raw json.RawMessage) string {
	switch raw[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

func withArticle(kind string) string {
	switch kind {
	case "null":
		return kind
	case "array", "object", "integer":
		return "an " + kind
	}
	return "a " + kind
}

func choices(enum []any) string {
	out := make([]string, len(enum))
	for i, e := range enum {
		out[i] = fmt.Sprint(e)
	}
	return strings.Join(out, ", ")
}
