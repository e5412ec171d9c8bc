package jsonrpc

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/structural-memory/smp"
)

// record writes what a method of the table that is audited has done into the
// log of the session that the request names, or beside all sessions.
func (s *Server) record(ctx context.Context, row *Method, params map[string]json.RawMessage, result any, fault *Error) {
	e := smp.AuditEvent{Method: row.Name, Result: outcome(result, fault)}
	for _, name := range []string{"target", "node_id", "entity", "scope"} {
		if e.Target == "" {
			e.Target = text(params, name)
		}
	}
	e.File = text(params, "file_path")
	_ = json.Unmarshal(params["files"], &e.Files) // left out where it is no list of paths
	if fault != nil {
		e.Detail = map[string]any{"reason": fault.Message}
	}
	// What was done was done, also where the client has gone meanwhile.
	if err := s.memory.Audit(context.WithoutCancel(ctx), text(params, "session_id"), e); err != nil {
		s.log.Error("a call cannot be audited", "method", row.Name, "error", err)
	}
}

// outcome is a result in a word: its verdict or status where it has one.
func outcome(result any, fault *Error) string {
	if fault != nil {
		return fault.Code.String()
	}
	v := reflect.ValueOf(result)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct {
		for _, name := range []string{"Verdict", "Status"} {
			if f := v.FieldByName(name); f.Kind() == reflect.String && f.Len() > 0 {
				return f.String()
			}
		}
	}
	return "success"
}
