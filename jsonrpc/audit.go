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
	e.Files = paths(params)
	if fault != nil {
		e.Detail = map[string]any{"reason": fault.Message}
	}
	// What was done was done, also where the client has gone meanwhile.
	session := text(params, "session_id")
	if fault != nil && fault.Code == UnknownID {
		session = "" // there is none whose log it could be in
	}
	write := s.memory.Audit
	if row.Access == Read {
		write = s.memory.AuditLater
	}
	if err := write(context.WithoutCancel(ctx), session, e); err != nil {
		s.log.Error("a call cannot be audited", "method", row.Name, "error", err)
	}
}

// paths are the files that a request lists, by themselves or with what they
// become.
func paths(params map[string]json.RawMessage) (files []string) {
	if json.Unmarshal(params["files"], &files) == nil && files != nil {
		return files
	}
	var changes []struct {
		FilePath string `json:"file_path"`
	}
	if json.Unmarshal(params["changes"], &changes) == nil {
		for _, c := range changes {
			files = append(files, c.FilePath)
		}
	}
	return files
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
