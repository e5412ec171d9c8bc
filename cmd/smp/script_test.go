package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"smp": main})
}

// TestScripts runs the command line as a user does. Beside testscript's own
// commands there are:
//
//	code N COMMAND ARGS…      the command ends with exit code N
//	json FILE PATH WANT       the value at the dotted path is the JSON WANT
//	keys FILE PATH KEY…       the object at the path has these keys
//	keep NAME FILE PATH       the variable has the text at the path from here on
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code": scriptCode, "json": scriptJSON, "keys": scriptKeys, "bytes": scriptBytes, "keep": scriptKeep,
		},
	})
}

func scriptCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND ARGS…")
	}
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
}

func scriptJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: json FILE PATH WANT")
	}
	got, err := json.Marshal(valueAt(ts, args[0], args[1]))
	ts.Check(err)
	if (string(got) == args[2]) == neg {
		ts.Fatalf("%s is %s", args[1], got)
	}
}

func scriptKeys(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 3 {
		ts.Fatalf("usage: keys FILE PATH KEY…")
	}
	object, ok := valueAt(ts, args[0], args[1]).(map[string]any)
	if !ok {
		ts.Fatalf("%s is no object", args[1])
	}
	for _, key := range args[2:] {
		if _, ok := object[key]; ok == neg {
			ts.Fatalf("%s: key %s: %v", args[1], key, ok)
		}
	}
}

func scriptKeep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: keep NAME FILE PATH")
	}
	text, ok := valueAt(ts, args[1], args[2]).(string)
	if !ok {
		ts.Fatalf("there is no text at %s", args[2])
	}
	ts.Setenv(args[0], text)
}

// valueAt is what stands at a dotted path in the one JSON document of a file.
func valueAt(ts *testscript.TestScript, file, path string) any {
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile(file)))
	dec.UseNumber()
	var v any
	ts.Check(dec.Decode(&v))
	if dec.More() {
		ts.Fatalf("%s holds more than one document", file)
	}
	for part := range strings.SplitSeq(strings.Trim(path, "."), ".") {
		if part == "" {
			break
		}
		if list, ok := v.([]any); ok {
			i, err := strconv.Atoi(part)
			ts.Check(err)
			if i >= len(list) {
				ts.Fatalf("%s: the list has %d entries", path, len(list))
			}
			v = list[i]
			continue
		}
		object, ok := v.(map[string]any)
		if !ok {
			ts.Fatalf("%s: nothing inside at %q", path, part)
		}
		v = object[part]
	}
	return v
}

// scriptBytes overwrites bytes of a file: bytes FILE OFFSET COUNT.
func scriptBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: bytes FILE OFFSET COUNT")
	}
	offset, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_WRONLY, 0)
	ts.Check(err)
	_, err = f.WriteAt(make([]byte, n), offset)
	ts.Check(err)
	ts.Check(f.Close())
}
