package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

type callCommand struct {
	Method   string `arg:"" optional:"" help:"A method of the protocol, such as smp/trace; without one, all are listed."`
	Params   string `arg:"" optional:"" help:"Its parameters as JSON; - reads them from standard input."`
	Fresh    bool   `help:"Bring the index up to date first."`
	Markdown bool   `short:"m" help:"The answer as a text."`
}

func (*callCommand) Help() string {
	return `Runs in this process; no server is needed. The result is printed as JSON, as a server would send it.

Examples:

    smp call
    smp call smp/graph/why '{"from": "src/api/routes.ts", "to": "src/utils/crypto.ts"}'
    smp call smp/context '{"file_path": "src/auth/login.ts"}' --markdown
    smp call rpc.discover`
}

func (c *callCommand) Run(a *app) error {
	if c.Method == "" {
		return c.list(a)
	}
	params, err := c.params()
	if err != nil {
		return err
	}
	row := jsonrpc.Lookup(c.Method)
	return a.onIndex(row != nil && !row.Anytime, row != nil && c.Fresh, func(m *smp.Memory) error { return c.call(a, m, params) })
}

func (c *callCommand) call(a *app, m *smp.Memory, params json.RawMessage) error {
	s := jsonrpc.New(m, jsonrpc.Options{Version: versionOf().Version, Static: true})
	defer finish(s)
	peer := s.NewPeer(jsonrpc.PeerOptions{Name: "call", Access: jsonrpc.Admin})
	result, fault := s.Call(a.ctx, peer, c.Method, params, c.Markdown)
	if fault != nil {
		return failureOfCode(fault)
	}
	if text, ok := result.(string); ok && c.Markdown {
		_, err := a.out.WriteString(text)
		return err
	}
	return (&app{Globals: &Globals{JSON: true}, out: a.out}).answer(result, nil)
}

func (c *callCommand) params() (json.RawMessage, error) {
	raw := []byte(c.Params)
	if c.Params == "-" {
		var err error
		if raw, err = io.ReadAll(os.Stdin); err != nil {
			return nil, err
		}
	}
	if len(raw) > 0 && !json.Valid(raw) {
		return nil, badParam("params", c.Params, "write a JSON object")
	}
	return raw, nil
}

// listed is a method in the list.
type listed struct {
	Method  string `json:"method"`
	Access  string `json:"access"`
	Summary string `json:"summary"`
}

func (c *callCommand) list(a *app) error {
	var all []listed
	for _, m := range jsonrpc.Methods() {
		all = append(all, listed{m.Name, m.Access.String(), m.Summary})
	}
	return a.answer(all, func(p *page) {
		var rows [][]string
		for _, m := range all {
			rows = append(rows, []string{p.bold(m.Method), m.Summary})
		}
		p.table("", "", rows)
	})
}

// failureOfCode is an error of the protocol at the command line.
func failureOfCode(e *jsonrpc.Error) error {
	f := &failure{code: e.Code, exit: exitOf(e.Code), text: e.Message, data: e.Data}
	if f.exit == exitUsage {
		f.hint = "smp call lists the methods, smp call rpc.discover says what they take"
	}
	switch d := e.Data.(type) {
	case jsonrpc.NotFoundData:
		f.text = fmt.Sprintf("nothing in the index is called %q", d.NodeID)
		f.list = d.Suggestions
	case jsonrpc.AmbiguousData:
		f.text, f.hint = fmt.Sprintf("%q fits %d nodes", d.NodeID, len(d.Candidates)+d.More), "ask again with one of these ids"
		for _, n := range d.Candidates {
			f.list = append(f.list, n.ID)
		}
	case jsonrpc.Detail:
		f.text += ": " + d.Detail
	}
	if len(f.list) > 0 && f.hint == "" {
		f.hint = "the closest names are"
	}
	return f
}
