package jsonrpc

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// Document is an OpenRPC document.
type Document struct {
	OpenRPC    string          `json:"openrpc"`
	Info       DocInfo         `json:"info"`
	Servers    []DocServer     `json:"servers"`
	Methods    []*DocMethod    `json:"methods"`
	Components DocComponents   `json:"components"`
	Events     []*DocNotice    `json:"x-notifications"`
	Codes      []DocError      `json:"x-errors"`
	External   json.RawMessage `json:"externalDocs,omitempty"`
}

// DocInfo names what is documented.
type DocInfo struct {
	Title       string `json:"title"`
	Version     string `json:"version"`
	Description string `json:"description"`
}

// DocServer is where the server listens by default.
type DocServer struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// DocMethod is a method.
type DocMethod struct {
	Name           string       `json:"name"`
	Tags           []DocTag     `json:"tags"`
	Summary        string       `json:"summary"`
	Description    string       `json:"description,omitempty"`
	ParamStructure string       `json:"paramStructure"`
	Params         []DocContent `json:"params"`
	Result         DocContent   `json:"result"`
	Errors         []DocError   `json:"errors"`
	Examples       []DocExample `json:"examples,omitempty"`
	Access         string       `json:"x-access"`
	Aliases        []string     `json:"x-aliases,omitempty"`
}

// DocTag is a method's group.
type DocTag struct {
	Name string `json:"name"`
}

// DocContent is a parameter or a result.
type DocContent struct {
	Name        string             `json:"name"`
	Description string             `json:"description,omitempty"`
	Required    bool               `json:"required,omitempty"`
	Schema      *jsonschema.Schema `json:"schema"`
}

// DocError is an error that a method may answer.
type DocError struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Name    string `json:"x-name,omitempty"`
	Meaning string `json:"x-meaning,omitempty"`
	Data    string `json:"x-data,omitempty"`
}

// DocExample is a request with its answer.
type DocExample struct {
	Name   string     `json:"name"`
	Params []DocValue `json:"params"`
	Result *DocValue  `json:"result,omitempty"`
}

// DocValue is a value in an example.
type DocValue struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
}

// DocComponents are the named types.
type DocComponents struct {
	Schemas map[string]*jsonschema.Schema `json:"schemas"`
}

// DocNotice is what the server sends without being asked.
type DocNotice struct {
	Name    string             `json:"name"`
	Type    string             `json:"type,omitempty"` // of smp/notification
	Summary string             `json:"summary"`
	Params  *jsonschema.Schema `json:"params"`
}

var document struct {
	once, encoded sync.Once
	doc           *Document
	json          []byte
}

// OpenRPC is the document of the table; it must not be changed.
func OpenRPC() *Document {
	document.once.Do(func() { document.doc = describeAll() })
	return document.doc
}

// documentJSON is the same as JSON, made once.
func documentJSON() []byte {
	document.encoded.Do(func() {
		var err error
		if document.json, err = encode(OpenRPC()); err != nil {
			panic("the document cannot be encoded: " + err.Error())
		}
	})
	return document.json
}

func describeAll() *Document {
	s := newSchemas("#/components/schemas/")
	d := &Document{OpenRPC: "1.3.2",
		Info:    DocInfo{"SMP, the Structural Memory Protocol", Protocol, "Answers structural questions about a code base: what calls, imports, inherits and uses what, and how sure each of these statements is."},
		Servers: []DocServer{{"local", "http://127.0.0.1:7433/rpc"}},
	}
	for _, m := range Methods() {
		d.Methods = append(d.Methods, docMethod(s, m))
	}
	for _, n := range notices {
		schema := s.of(n.params)
		d.Events = append(d.Events, &DocNotice{n.method, n.kind, n.summary, schema})
	}
	for _, c := range Codes {
		d.Codes = append(d.Codes, DocError{c.Code, c.Message, c.Name, c.Meaning, c.Data})
	}
	d.Components.Schemas = s.defs
	return d
}

func docMethod(s *schemas, m *Method) *DocMethod {
	out := &DocMethod{Name: m.Name, Tags: []DocTag{{m.Group}}, Summary: m.Summary, Description: m.Doc, ParamStructure: "by-name", Params: []DocContent{}, Errors: []DocError{}, Access: m.Access.String(), Aliases: m.Aliases}
	for _, name := range m.Params.PropertyOrder {
		p := *m.Params.Properties[name]
		description := p.Description
		p.Description = ""
		out.Params = append(out.Params, DocContent{name, description, slices.Contains(m.Params.Required, name), &p})
	}
	out.Result = DocContent{Name: "result", Schema: s.of(m.result)}
	for _, c := range append([]Code{InvalidParams}, m.Errors...) {
		out.Errors = append(out.Errors, DocError{Code: c, Message: c.Info().Message})
	}
	for _, e := range m.Examples {
		out.Examples = append(out.Examples, docExample(e))
	}
	return out
}

func docExample(e Example) DocExample {
	x := DocExample{Name: e.Name, Params: []DocValue{}}
	var in map[string]json.RawMessage
	if err := json.Unmarshal([]byte(e.Params), &in); err != nil {
		panic("an example has no JSON object for parameters: " + e.Params)
	}
	for _, k := range slices.Sorted(maps.Keys(in)) {
		x.Params = append(x.Params, DocValue{k, in[k]})
	}
	if e.Result != "" {
		x.Result = &DocValue{"result", json.RawMessage(e.Result)}
	}
	return x
}
