package jsonrpc

import (
	"context"
	"errors"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/merkle/archive"
)

// ErrorOf says what an error of any kind is in the protocol. It is the one
// place that maps errors to codes: servers and the command line both ask it.
func ErrorOf(err error) *Error { return errorOf(err, error.Error) }

// errorOf is ErrorOf with errors in words as the reader may see them.
func errorOf(err error, say func(error) string) *Error {
	var wire *Error
	var docstring *smp.DocstringError
	var signature *smp.SignatureError
	var writing *smp.FileChangedError
	if e := referenceError(err); e != nil {
		return e
	}
	if e := sessionError(err, say); e != nil {
		return e
	}
	switch {
	case errors.As(err, &wire):
		return wire
	case errors.As(err, &docstring):
		return Fail(DocstringExists, map[string]string{"node_id": docstring.NodeID})
	case errors.As(err, &signature):
		return Fail(SignatureInvalid, signatureData(signature))
	case errors.Is(err, archive.ErrFormat):
		return invalidParam("source_url", "cannot be taken in: "+say(err))
	case errors.Is(err, smp.ErrNoCommunities):
		return Fail(NotReady, Progress{State: "missing", Hint: say(err)})
	case errors.Is(err, context.DeadlineExceeded):
		return Fail(TimedOut, map[string]float64{})
	case errors.Is(err, context.Canceled):
		return Fail(Cancelled, nil)
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, smp.ErrNotAsked):
		return Fail(Unsupported, Detail{say(err)})
	case errors.Is(err, smp.ErrBusy), errors.As(err, &writing):
		return Fail(Busy, Detail{say(err)})
	case errors.Is(err, smp.ErrReadOnly):
		return Fail(ReadOnly, Detail{say(err)})
	}
	return Fail(InternalError, Detail{say(err)})
}

// referenceError are the errors of what a caller names: nodes and values.
func referenceError(err error) *Error {
	var missing *smp.NotFoundError
	var many *smp.AmbiguousError
	var param *smp.ParamError
	switch {
	case errors.As(err, &missing) && missing.Outside != "":
		return invalidParam("path", missing.Ref+" lies outside of the indexed folder: name a path below it")
	case errors.As(err, &missing):
		return Fail(NotFound, NotFoundData{missing.Ref, append([]string{}, missing.Suggestions...)})
	case errors.As(err, &many):
		return ambiguous(many)
	case errors.As(err, &param):
		return invalidParam(param.Param, "cannot be "+param.Value+": "+param.Hint)
	}
	return nil
}

func ambiguous(e *smp.AmbiguousError) *Error {
	all := make([]smp.NodeRef, 0, len(e.Candidates))
	for _, n := range e.Candidates {
		ref := smp.NodeRef{ID: n.ID, Type: n.Type, Name: n.Name, File: n.File, Line: n.NameLine}
		if n.Qualified != "" {
			ref.Name = n.Qualified
		}
		all = append(all, ref)
	}
	return Fail(Ambiguous, AmbiguousData{e.Ref, all, e.More})
}

// signatureData says whose signature is missing or wrong.
func signatureData(e *smp.SignatureError) SignatureData {
	d := SignatureData{SnapshotID: e.SnapshotID, KeyID: e.KeyID}
	if e.KeyID == "" {
		d.Detail = "it is not signed"
	}
	return d
}
