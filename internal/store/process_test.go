package store

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// The test binary runs itself as other processes that use the same file.
const roleVar, fileVar = "SMP_STORE_TEST_ROLE", "SMP_STORE_TEST_FILE"

func TestMain(m *testing.M) {
	if role := roles[os.Getenv(roleVar)]; role != nil {
		if err := role(os.Getenv(fileVar)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

const rounds = 40

var roles = map[string]func(path string) error{
	// count opens the file and counts up, reading in between.
	"count": func(path string) error {
		s, err := Open(bg, path, Options{})
		if err != nil {
			return err
		}
		for range rounds {
			if err := increment(s); err != nil {
				return err
			}
			if err := s.Read(bg, func(c *sqlite.Conn) error { _, err := MetaInt(c, "n"); return err }); err != nil {
				return err
			}
		}
		return s.Close()
	},
	// die holds the index lock and is in the middle of a large write when it
	// says so; then it waits to be killed.
	"die": func(path string) error {
		s, err := Open(bg, path, Options{})
		if err != nil {
			return err
		}
		if _, err := s.LockIndex(bg); err != nil {
			return err
		}
		return s.Write(bg, func(c *sqlite.Conn) error {
			if err := SetMetaInt(c, "n", 99); err != nil {
				return err
			}
			// More than the cache holds, so that part of it is in the log.
			if err := pragma(c, "cache_size = 10"); err != nil {
				return err
			}
			if err := sqlitex.ExecuteTransient(c, "INSERT INTO meta WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 100) SELECT 'k' || x, zeroblob(30000) FROM c", nil); err != nil {
				return err
			}
			fmt.Println("ready")
			_, err := io.Copy(io.Discard, os.Stdin)
			return errors.Join(err, errors.New("nobody killed me"))
		})
	},
}

func start(t *testing.T, role, path string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleVar+"="+role, fileVar+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewReader(out)
}

func TestProcessesLoseNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	var procs []*exec.Cmd
	for range 3 { // they also race to create the file
		cmd, _ := start(t, "count", path)
		procs = append(procs, cmd)
	}
	for _, cmd := range procs {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	s, err := Open(bg, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := get(t, s, "n"); got != int64(len(procs)*rounds) {
		t.Errorf("count %d, want %d", got, len(procs)*rounds)
	}
}

func TestAKilledWriterLeavesAGoodFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(bg, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "n", 1)
	s.Close()
	cmd, out := start(t, "die", path)
	if line, err := out.ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed: that is the point
	if s, err = Open(bg, path, Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := get(t, s, "n"); got != 1 {
		t.Errorf("reads %d: something of the unfinished write is there", got)
	}
	unlock, err := s.LockIndex(bg)
	if err != nil {
		t.Fatal(err)
	}
	unlock()
	put(t, s, "n", 2)
	err = s.Read(bg, func(c *sqlite.Conn) error {
		st, err := c.Prepare("PRAGMA integrity_check")
		if err != nil {
			return err
		}
		if got, err := sqlitex.ResultText(st); got != "ok" || err != nil {
			t.Errorf("integrity: %s, %v", got, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
