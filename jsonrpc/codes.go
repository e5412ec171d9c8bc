package jsonrpc

// Code is the number of an error.
type Code int

// The codes. Codes below says what each means; a number is given once.
const (
	ParseError     Code = -32700
	InvalidRequest Code = -32600
	MethodNotFound Code = -32601
	InvalidParams  Code = -32602
	InternalError  Code = -32603

	NotReady         Code = -32000
	NotFound         Code = -32001
	DocstringExists  Code = -32002
	Ambiguous        Code = -32003
	TimedOut         Code = -32004
	Overloaded       Code = -32005
	TooLarge         Code = -32006
	Forbidden        Code = -32007
	Unsupported      Code = -32008
	Busy             Code = -32009
	SignatureInvalid Code = -32010
	ReadOnly         Code = -32011

	SequenceViolation Code = -32020
	ScopeViolation    Code = -32021
	LockConflict      Code = -32022
	UnknownID         Code = -32023
	SessionEnded      Code = -32024
	RollbackConflict  Code = -32025
	ViewLost          Code = -32026
	MergeConflict     Code = -32027

	Cancelled Code = -32800
)

// CodeInfo is what is documented of a code.
type CodeInfo struct {
	Code    Code
	Name    string
	Message string // as sent
	Meaning string
	Data    string // the fields of error.data
	HTTP    int    // the status where an answer is no JSON-RPC envelope
}

// Codes is the one table of errors.
var Codes = []CodeInfo{
	{ParseError, "parse_error", "Parse error", "The message is not JSON.", "detail", 400},
	{InvalidRequest, "invalid_request", "Invalid Request", "The message is JSON but no request: jsonrpc is not \"2.0\", method is missing, or id is neither a string, a number nor null.", "detail", 400},
	{MethodNotFound, "method_not_found", "Method not found", "There is no such method.", "method, suggestions", 404},
	{InvalidParams, "invalid_params", "Invalid params", "Parameters are unknown, missing, or not what the method takes.", "unknown, missing, invalid (param, reason)", 400},
	{InternalError, "internal_error", "Internal error", "Something failed that the caller can do nothing about; the server's log says more.", "detail", 500},
	{NotReady, "not_ready", "Index not ready", "The repository has not been indexed yet. While it is being indexed, data says how far; ask again.", "state, percent, stage, hint", 503},
	{NotFound, "not_found", "Node not found", "Nothing in the graph fits the reference.", "node_id, suggestions", 404},
	{DocstringExists, "docstring_exists", "Node already has extracted docstring. Set force: true to override.", "An annotation would overwrite a docstring.", "node_id", 409},
	{Ambiguous, "ambiguous", "Ambiguous reference", "Several nodes fit the reference; ask again with the id of one of the candidates.", "node_id, candidates (id, type, name, file, line), more", 409},
	{TimedOut, "timed_out", "Timed out", "The request took longer than it may.", "seconds", 504},
	{Overloaded, "overloaded", "Overloaded", "Too many requests are running; ask again a little later.", "limit", 503},
	{TooLarge, "too_large", "Too large", "The message is larger, deeper or a longer batch than the server takes.", "what, limit", 413},
	{Forbidden, "forbidden", "Forbidden", "The token does not allow this method.", "method, needs, has", 403},
	{Unsupported, "unsupported", "Unsupported", "This server lacks what the method needs; detail says what to install or configure.", "detail", 501},
	{Busy, "busy", "Busy", "Another process keeps writing to the same file; ask again.", "detail", 503},
	{SignatureInvalid, "signature_invalid", "signature_invalid", "A snapshot is not signed, or not by the key that it names.", "snapshot_id, key_id", 403},
	{ReadOnly, "read_only", "Read-only", "The index cannot be written: it was opened for reading, or its folder cannot be written.", "detail", 403},
	{SequenceViolation, "sequence_violation", "sequence_violation", "An elevated session wrote without guard, dry run and checkpoint, in that order.", "session_id, file, missing", 409},
	{ScopeViolation, "scope_violation", "scope_violation", "A session wrote outside its declared scope.", "session_id, attempted_file, declared_scope, reason", 403},
	{LockConflict, "lock_conflict", "lock_conflict", "Another session holds the file.", "file, held_by_session, held_by_agent", 409},
	{UnknownID, "unknown_id", "Unknown id", "There is no session, checkpoint or audit log with the id.", "detail", 404},
	{SessionEnded, "session_ended", "Session ended", "The session is closed, or its time was over and its locks are released; open another.", "session_id, status, ended_at", 410},
	{RollbackConflict, "rollback_conflict", "rollback_conflict", "Someone else has changed files since the checkpoint; with force they are brought back all the same.", "checkpoint_id, files", 409},
	{ViewLost, "view_lost", "view_lost", "What a session or a commit sees cannot be shown any more; open another session.", "view, reason", 410},
	{MergeConflict, "merge_conflict", "merge_conflict", "What a session has written does not go together with what others have made of the files. Nothing is written, and the session stays open.", "session_id, conflicts (file, node_id, kind, line, base, mine, theirs), more", 409},
	{Cancelled, "cancelled", "Request cancelled", "The client cancelled the request.", "", 499},
}

var codeOf = func() map[Code]CodeInfo {
	m := make(map[Code]CodeInfo, len(Codes))
	for _, c := range Codes {
		m[c.Code] = c
	}
	return m
}()

// Info is what is documented of the code; a code outside the table is as an
// internal error.
func (c Code) Info() CodeInfo {
	if i, ok := codeOf[c]; ok {
		return i
	}
	i := codeOf[InternalError]
	i.Code = c
	return i
}

func (c Code) String() string { return c.Info().Name }
