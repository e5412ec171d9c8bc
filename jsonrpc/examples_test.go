package jsonrpc

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// The examples of the OpenRPC document obey the schemas of the same document:
// read as a client reads it, from its text.
func TestOpenRPCExamplesObeyTheirSchemas(t *testing.T) {
	raw, err := json.Marshal(OpenRPC())
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Methods []struct {
			Name   string
			Params []struct {
				Name     string
				Required bool
				Schema   json.RawMessage
			}
			Result   struct{ Schema json.RawMessage }
			Examples []struct {
				Name   string
				Params []struct {
					Name  string
					Value any
				}
				Result *struct{ Value any }
			}
		}
		Components struct{ Schemas map[string]json.RawMessage }
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	valid := func(schema json.RawMessage, value any) error {
		whole := map[string]any{}
		if err := json.Unmarshal(schema, &whole); err != nil {
			return err
		}
		whole["$defs"] = doc.Components.Schemas // where the validator looks
		text, err := json.Marshal(whole)
		if err != nil {
			return err
		}
		text = bytes.ReplaceAll(text, []byte("#/components/schemas/"), []byte("#/$defs/"))
		var s jsonschema.Schema
		if err := json.Unmarshal(text, &s); err != nil {
			return err
		}
		r, err := s.Resolve(nil)
		if err != nil {
			return err
		}
		return r.Validate(value)
	}
	seen := 0
	for _, m := range doc.Methods {
		for _, e := range m.Examples {
			given := map[string]any{}
			for _, p := range e.Params {
				given[p.Name] = p.Value
			}
			for _, p := range m.Params {
				value, ok := given[p.Name]
				delete(given, p.Name)
				if !ok && p.Required {
					t.Errorf("%s, %s: %s is missing", m.Name, e.Name, p.Name)
				}
				if ok {
					seen++
					if err := valid(p.Schema, value); err != nil {
						t.Errorf("%s, %s: %s: %v", m.Name, e.Name, p.Name, err)
					}
				}
			}
			for name := range given {
				t.Errorf("%s, %s: there is no %s", m.Name, e.Name, name)
			}
			if e.Result != nil && e.Result.Value != nil {
				seen++
				if err := valid(m.Result.Schema, e.Result.Value); err != nil {
					t.Errorf("%s, %s: the result: %v", m.Name, e.Name, err)
				}
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d values of examples", seen)
	}
}
