package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

// The exit codes.
const (
	exitOK       = 0
	exitNegative = 1 // an honest no: not found, ambiguous, no path, problems
	exitUsage    = 2
	exitFailure  = 3

	exitInterrupted = 130 // by Ctrl-C, as shells count: 128 and the signal
)

// errNegative ends a command that has printed its answer, and the answer is no.
var errNegative = errors.New("no")

// failure is an error with all that is said of it.
type failure struct {
	code jsonrpc.Code
	exit int
	text string
	hint string   // what to do next
	list []string // candidates or suggestions
	data any
}

func (f *failure) Error() string { return f.text }

// candidate is a node that an ambiguous name may mean.
type candidate struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Name string `json:"name"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// failureOf says what an error of any kind is to the caller.
func failureOf(err error) *failure {
	var f *failure
	var missing *smp.NotFoundError
	var many *smp.AmbiguousError
	var param *smp.ParamError
	var docstring *smp.DocstringError
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &missing):
		return notFound(missing)
	case errors.As(err, &many):
		return ambiguous(many)
	case errors.As(err, &docstring):
		return &failure{code: jsonrpc.DocstringExists, exit: exitNegative, text: docstring.Error(), hint: docstring.NodeID + " is described all the same with --force",
			data: map[string]string{"node_id": docstring.NodeID}}
	case errors.As(err, &param):
		return &failure{code: jsonrpc.InvalidParams, exit: exitUsage, text: err.Error(), data: map[string]string{"param": param.Param, "value": param.Value, "hint": param.Hint}}
	}
	e := jsonrpc.ErrorOf(err)
	return &failure{code: e.Code, exit: exitOf(e.Code), text: err.Error(), data: e.Data}
}

// exitOf is the exit code of an error that the protocol has a code for: what
// sessions are refused, and what is not there, is an honest no.
func exitOf(c jsonrpc.Code) int {
	switch c {
	case jsonrpc.InvalidParams, jsonrpc.MethodNotFound:
		return exitUsage
	case jsonrpc.NotReady, jsonrpc.NotFound, jsonrpc.Ambiguous, jsonrpc.DocstringExists, jsonrpc.SignatureInvalid, jsonrpc.SequenceViolation, jsonrpc.ScopeViolation,
		jsonrpc.LockConflict, jsonrpc.UnknownID, jsonrpc.SessionEnded, jsonrpc.RollbackConflict, jsonrpc.ViewLost, jsonrpc.MergeConflict:
		return exitNegative
	}
	return exitFailure
}

func notFound(e *smp.NotFoundError) *failure {
	if e.Outside != "" {
		return &failure{code: jsonrpc.NotFound, exit: exitNegative, text: fmt.Sprintf("%q lies outside of %s, which is what is indexed", e.Ref, e.Outside), data: map[string]any{"ref": e.Ref, "suggestions": []string{}},
			hint: "name a path below it, or the other repository with --repo"}
	}
	near := e.Suggestions
	if near == nil {
		near = []string{}
	}
	f := &failure{code: jsonrpc.NotFound, exit: exitNegative, text: fmt.Sprintf("nothing in the index is called %q", e.Ref), data: map[string]any{"ref": e.Ref, "suggestions": near}}
	if len(near) > 0 {
		f.hint, f.list = "the closest names are", near
	} else {
		f.hint = "if it is new, add --fresh; smp status says what was left out"
	}
	return f
}

func ambiguous(e *smp.AmbiguousError) *failure {
	all := make([]candidate, 0, len(e.Candidates))
	var rows [][]string
	for _, n := range e.Candidates {
		c := candidate{ID: n.ID, Type: n.Type, Name: n.Name, File: n.File, Line: n.NameLine}
		if n.Qualified != "" {
			c.Name = n.Qualified
		}
		all = append(all, c)
		line := ""
		if n.Qualified != "" && n.NameLine > 0 {
			line = fmt.Sprintf("line %d", n.NameLine)
		}
		rows = append(rows, []string{n.ID, line})
	}
	hint := "ask again with one of these ids"
	if slices.ContainsFunc(all, func(c candidate) bool { return strings.ContainsAny(c.ID, "() ") }) {
		hint += ", in quotes"
	}
	f := &failure{code: jsonrpc.Ambiguous, exit: exitNegative, text: fmt.Sprintf("%q fits %d nodes", e.Ref, len(all)+e.More), hint: hint,
		list: columns(rows, ""), data: map[string]any{"ref": e.Ref, "candidates": all, "more": e.More}}
	if e.More > 0 {
		f.list = append(f.list, fmt.Sprintf("… %d more", e.More))
	}
	return f
}

// fail reports an error and gives the exit code.
func (a *app) fail(err error) int {
	if err == nil {
		return exitOK
	}
	if errors.Is(err, errNegative) {
		return exitNegative
	}
	f := failureOf(err)
	if a.ctx.Err() != nil {
		f = &failure{code: jsonrpc.InternalError, exit: exitInterrupted, text: "interrupted; the index is as it was before"}
		var by *interrupted
		if errors.As(context.Cause(a.ctx), &by) {
			f.exit = by.exit
		}
	}
	var param *smp.ParamError
	if !a.methods {
		if f.text, f.hint = inCommands(f.text), inCommands(f.hint); errors.As(err, &param) {
			f.text = paramText(param, a.flags)
		}
	}
	if a.JSON {
		a.failJSON(f)
		return f.exit
	}
	a.logPage().line("%s %s", a.logStyle.bold("smp:"), f.text)
	if f.hint != "" {
		end := ""
		if len(f.list) > 0 {
			end = ":"
		}
		a.logPage().line("%s%s", f.hint, end)
	}
	for _, s := range f.list {
		a.logPage().line("  %s", s)
	}
	return f.exit
}

func (a *app) failJSON(f *failure) {
	var doc struct {
		Error struct {
			Code    jsonrpc.Code `json:"code"`
			Message string       `json:"message"`
			Data    any          `json:"data"`
		} `json:"error"`
	}
	doc.Error.Code, doc.Error.Message, doc.Error.Data = f.code, f.text, f.data
	if f.data == nil && f.hint != "" {
		doc.Error.Data = map[string]string{"hint": f.hint}
	}
	if doc.Error.Data == nil {
		doc.Error.Data = struct{}{}
	}
	enc := json.NewEncoder(plainJSON{a.log})
	enc.SetEscapeHTML(false)
	_ = enc.Encode(doc) // where standard error is gone nobody reads it
}
