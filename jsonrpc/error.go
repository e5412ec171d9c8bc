package jsonrpc

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/structural-memory/smp"
)

// Error is an error as the protocol sends it.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// Fail makes an error with the code's own message.
func Fail(c Code, data any) *Error { return &Error{Code: c, Message: c.Info().Message, Data: data} }

// Detail is the data of errors that only words can explain.
type Detail struct {
	Detail string `json:"detail"`
}

// NotFoundData says what was asked for, and what comes near.
type NotFoundData struct {
	NodeID      string   `json:"node_id"`
	Suggestions []string `json:"suggestions"`
}

// AmbiguousData lists what a reference may mean.
type AmbiguousData struct {
	NodeID     string        `json:"node_id"`
	Candidates []smp.NodeRef `json:"candidates"`
	More       int           `json:"more,omitempty"`
}

// ParamsData names what is wrong with parameters.
type ParamsData struct {
	Unknown []string       `json:"unknown,omitempty"`
	Missing []string       `json:"missing,omitempty"`
	Invalid []InvalidParam `json:"invalid,omitempty"`
	Takes   []string       `json:"takes,omitempty"` // what the method takes, where a name is unknown
}

// InvalidParam says why a parameter cannot be used.
type InvalidParam struct {
	Param  string `json:"param"`
	Reason string `json:"reason"`
}

// errorOf is ErrorOf for a client elsewhere: paths of this machine do not leave
// it, the root is written as a dot.
func (s *Server) errorOf(err error, timeout time.Duration) *Error {
	if errors.Is(err, context.DeadlineExceeded) {
		return Fail(TimedOut, map[string]float64{"seconds": timeout.Seconds()})
	}
	return errorOf(err, s.scrub)
}

func (s *Server) scrub(err error) string { return s.scrubText(err.Error()) }

func (s *Server) scrubText(text string) string {
	if root := s.memory.Root(); root != "/" {
		text = strings.ReplaceAll(text, root+"/", "")
		text = strings.ReplaceAll(text, root, ".")
	}
	if path := s.memory.Path(); path != "" {
		text = strings.ReplaceAll(text, path, s.dbName())
	}
	return text
}

func invalidParam(name, reason string) *Error {
	e := Fail(InvalidParams, ParamsData{Invalid: []InvalidParam{{name, reason}}})
	e.Message += ": " + name + " " + reason
	return e
}

// Text is the error for a reader.
func (e *Error) Text() string {
	text := "**" + PlainLine(e.Message) + "** (" + fmt.Sprint(int(e.Code)) + ")\n"
	if e.Data != nil {
		text += "\n" + Markdown(e.Data)
	}
	return text
}
