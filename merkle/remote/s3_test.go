package remote

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// s3Module is a small S3-compatible server. It is no part of this module: it
// is built once, where it is asked for, and kept in the user's cache.
const s3Module = "github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0"

// s3Server gives the program: the one that SMP_TEST_S3 names, one that has
// been built, or with SMP_TEST_S3=build one that is built now.
func s3Server(t *testing.T) string {
	asked := os.Getenv("SMP_TEST_S3")
	if asked != "" && asked != "build" {
		return asked
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("there is no folder to keep an S3-compatible server in: ", err)
	}
	dir := filepath.Join(cache, "smp-test", "gofakes3-v1.2.0")
	path := filepath.Join(dir, "gofakes3")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if _, err := os.Stat(path); err == nil {
		return path
	}
	if asked != "build" {
		t.Skip("no S3-compatible server is built; SMP_TEST_S3=build does, once")
	}
	cmd := exec.CommandContext(t.Context(), "go", "install", s3Module)
	cmd.Dir = t.TempDir() // outside of this module
	cmd.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("an S3-compatible server cannot be built: %v\n%s", err, out)
	}
	return path
}

// s3 starts a server with a bucket and gives what the environment says of it.
func s3(t *testing.T, bucket string) func(string) string {
	t.Helper()
	program := s3Server(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "-host", addr, "-backend", "memory", "-initialbucket", bucket)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", addr); err == nil {
			_ = c.Close()
			break
		}
		if time.Now().After(end) {
			t.Fatal("the server does not listen")
		}
	}
	env := map[string]string{"AWS_ENDPOINT_URL": "http://" + addr, "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "a secret", "AWS_REGION": "us-east-1"}
	return func(name string) string { return env[name] }
}

func TestS3(t *testing.T) {
	env := s3(t, "team")
	for i := range 2 {
		s, err := Open(fmt.Sprintf("s3://team/shop/%d", i), env)
		if err != nil {
			t.Fatal(err)
		}
		keeps(t, s)
	}
	s, err := Open("s3://none", env)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Push(t.Context(), s, packed(t, "snap_000001", "full", commits[0])); err == nil {
		t.Error("a bucket that does not exist was written")
	}
}
