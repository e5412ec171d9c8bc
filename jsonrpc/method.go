package jsonrpc

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/structural-memory/smp"
)

// Access is what a method needs and what a caller may do: to read, to write,
// or to administer. Each includes the ones before it.
type Access int

const (
	Read Access = iota + 1
	Write
	Admin
)

var accessNames = []string{"none", "read", "write", "admin"}

func (a Access) String() string { return accessNames[a] }

// AccessOf is the inverse of String; zero where there is no such access.
func AccessOf(name string) Access {
	for i, n := range accessNames {
		if n == name {
			return Access(i)
		}
	}
	return 0
}

// Example is a request with its answer, as documentation.
type Example struct {
	Name   string
	Params string // JSON
	Result string // JSON; "" where the answer depends on the repository too much
}

// Method is a row of the table.
type Method struct {
	Name     string
	Aliases  []string
	Group    string
	Access   Access
	Summary  string // one line
	Doc      string // the rest, Markdown
	Errors   []Code // beside those that any method can answer
	Examples []Example
	Timeout  time.Duration // 0: the server's
	Anytime  bool          // it needs no index
	Notes    bool          // of them, those that succeed are noted by what they do, with more than is known here
	Audited  bool          // calls go into the audit log; methods of sessions write there by themselves

	Viewed bool // it can be asked of a session's view, and of a commit's

	Params *jsonschema.Schema // without references
	params reflect.Type
	result reflect.Type

	run      func(ctx context.Context, c *Call, params json.RawMessage) (any, error)
	markdown func(result any) string
	focus    func(result any) *Focus
}

// Call is a request on its way.
type Call struct {
	Server *Server
	Peer   *Peer
	Method *Method

	memory *smp.Memory
}

// Memory is what the request is about: the repository as it is, or as a session
// or a commit has it.
func (c *Call) Memory() *smp.Memory { return c.memory }

// define makes a row of its description and a function.
func define[P, R any](m Method, run func(context.Context, *Call, P) (R, error)) *Method {
	m.params, m.result = reflect.TypeFor[P](), reflect.TypeFor[R]()
	m.Params = paramsSchema(m.params)
	if m.Access == Read {
		addFormat(m.Params)
	}
	if m.Viewed {
		addView(m.Params)
	}
	m.run = func(ctx context.Context, c *Call, raw json.RawMessage) (any, error) {
		var p P
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, Fail(InvalidParams, Detail{err.Error()})
		}
		r, err := run(ctx, c, p)
		if err != nil {
			return nil, err
		}
		return r, nil
	}
	m.markdown = Markdown
	return &m
}

// shown gives a row the Markdown form of its result.
func shown[R any](m *Method, f func(w *writer, r R)) *Method {
	m.markdown = func(result any) string {
		w := &writer{}
		f(w, result.(R))
		return Plain(w.String())
	}
	return m
}

// focusing makes a row tell the listeners which node an answer is about.
func focusing[R any](m *Method, f func(R) *Focus) *Method {
	m.focus = func(result any) *Focus { return f(result.(R)) }
	return m
}

// format is the parameter that every method takes that reads.
const format = "format"

func addFormat(s *jsonschema.Schema) {
	s.Properties[format] = &jsonschema.Schema{Type: "string", Enum: []any{"json", "markdown"}, Default: json.RawMessage(`"json"`),
		Description: "markdown: the result is a text for a reader, not an object; the HTTP header Accept: text/markdown asks for the same"}
	s.PropertyOrder = append(s.PropertyOrder, format)
}

// The parameters that choose a view.
const (
	sessionParam = "session_id"
	atParam      = "at"
)

func addView(s *jsonschema.Schema) {
	s.Properties[sessionParam] = &jsonschema.Schema{Type: "string", Description: "ask of what this session sees: its commit, with what it has written itself"}
	s.Properties[atParam] = &jsonschema.Schema{Type: "string", Description: "ask of the repository at this commit, branch or tag"}
	s.PropertyOrder = append(s.PropertyOrder, sessionParam, atParam)
}

// Text is a result of the method for a reader.
func (m *Method) Text(result any) string { return m.markdown(result) }

// ParamsName is what clients call the type of the parameters; "" where there
// are none.
func (m *Method) ParamsName() string {
	if len(m.Params.Properties) == 0 || m.params == reflect.TypeFor[NoParams]() {
		return ""
	}
	return m.params.Name()
}
