package jsonrpc

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// declaredCodes are the names of all codes that the source declares.
func declaredCodes(t *testing.T) (names []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			if id, ok := v.Type.(*ast.Ident); ok && id.Name == "Code" {
				names = append(names, v.Names[0].Name)
			}
		}
		return true
	})
	return names
}

// Every code that the code can send is in the table, in PROTOCOL.md and in
// openrpc.json, and every one that is there can be sent.
func TestCodesAreDocumentedAndSent(t *testing.T) {
	names := declaredCodes(t)
	if len(names) != len(Codes) {
		t.Errorf("%d codes are declared, %d are in the table", len(names), len(Codes))
	}
	source := ownSources(t, "codes.go")
	for _, name := range names {
		if !regexp.MustCompile(`(?i)\bfail\(` + name + `\b`).MatchString(source) {
			t.Errorf("nothing sends %s", name)
		}
	}
	protocol, err := os.ReadFile("../docs/PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile("../docs/openrpc.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Errors []struct{ Code Code } `json:"x-errors"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	listed := map[Code]bool{}
	for _, e := range doc.Errors {
		listed[e.Code] = true
	}
	for _, c := range Codes {
		if !strings.Contains(string(protocol), fmt.Sprintf("| %d | %s |", c.Code, c.Name)) || !listed[c.Code] {
			t.Errorf("%s is not documented", c.Name)
		}
	}
	for _, n := range notices {
		if !strings.Contains(string(protocol), fmt.Sprintf("| `%s` | %s |", n.method, n.kind)) || n.kind != "" && !strings.Contains(string(raw), `"`+n.kind+`"`) {
			t.Errorf("the notification %s %s is not documented", n.method, n.kind)
		}
	}
}

// failures are the errors of the library that have no code of their own: the
// caller can do nothing about them but read what they say, or they come inside
// of others that have one.
var failures = []string{"ErrForeign", "ErrNewer", "ErrOlder", "ErrFull", "ErrCorrupt", "ErrClosed",
	"ErrSessionExpired", "ErrSessionClosed", "ErrHasDocstring"} // inside of SessionError and DocstringError

// Every error that the library offers has its place in the one mapping, or is
// said to be a failure.
func TestErrorsOfTheLibraryHaveCodes(t *testing.T) {
	mapping := ""
	for _, file := range []string{"errorof.go", "sessionerror.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		mapping += string(text)
	}
	files, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	offered := regexp.MustCompile(`(?m)^(?:\t|type |var )(\w+Error|Err[A-Z]\w*) += `)
	seen := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range offered.FindAllStringSubmatch(string(text), -1) {
			seen++
			failure := false
			for _, f := range failures {
				failure = failure || f == m[1]
			}
			if failure == regexp.MustCompile(`\bsmp\.`+m[1]+`\b`).MatchString(mapping) {
				t.Errorf("%s: which code has %s?", file, m[1])
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d errors", seen)
	}
}

// An error keeps its code however it is wrapped.
func TestErrorOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want Code
	}{
		{&smp.NotFoundError{Ref: "x"}, NotFound},
		{&smp.AmbiguousError{Ref: "x"}, Ambiguous},
		{&smp.ParamError{Param: "x"}, InvalidParams},
		{&smp.DocstringError{}, DocstringExists},
		{&smp.SignatureError{}, SignatureInvalid},
		{&smp.FileChangedError{}, Busy},
		{&smp.MergeConflictError{}, MergeConflict},
		{&smp.ViewLostError{}, ViewLost},
		{&smp.LockError{}, LockConflict},
		{&smp.ScopeError{}, ScopeViolation},
		{&smp.SequenceError{}, SequenceViolation},
		{&smp.RollbackError{}, RollbackConflict},
		{&smp.SessionError{Status: "completed"}, SessionEnded},
		{smp.ErrNoSession, UnknownID},
		{smp.ErrBusy, Busy},
		{smp.ErrReadOnly, ReadOnly},
		{errors.ErrUnsupported, Unsupported},
		{smp.ErrFull, InternalError},
	} {
		if got := ErrorOf(fmt.Errorf("in between: %w", c.err)); got.Code != c.want {
			t.Errorf("%T %v: %v, want %v", c.err, c.err, got.Code, c.want)
		}
	}
}
