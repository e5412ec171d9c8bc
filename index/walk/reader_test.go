package walk

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

func TestRead(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "root")
	tree(t, base, map[string]string{"secret": "s", "root/a.go": "text", "root/empty": "", "root/d/b.go": "b", "root/big": strings.Repeat("x", 101)})
	must(t, os.Symlink("../secret", filepath.Join(dir, "out")))
	must(t, os.Symlink("..", filepath.Join(dir, "up")))
	r, err := OpenReader(dir)
	must(t, err)
	defer r.Close()

	for path, want := range map[string]string{"a.go": "text", "empty": "", "d/b.go": "b", "d/../a.go": "text"} {
		c, err := r.Read(path, 100)
		info, _ := os.Stat(filepath.Join(dir, path))
		if err != nil || string(c.Data) != want || c.ModTime != info.ModTime().UnixNano() {
			t.Errorf("Read(%q) = %q, %v", path, c.Data, err)
		}
	}
	for path, want := range map[string]Reason{
		"gone": Vanished, "gone/x": Vanished, "big": TooLarge, "d": NotRegular, "../secret": OutsideRoot, "up/secret": OutsideRoot,
	} {
		_, err := r.Read(path, 100)
		var re *ReadError
		if !errors.As(err, &re) || re.Reason != want || re.Path != path {
			t.Errorf("Read(%q): %v, want %s", path, err, want)
			continue
		}
		if s := re.Skip(); s.Path != path || s.Reason != want || want == TooLarge && s.Size != 101 {
			t.Errorf("Skip of %q: %+v", path, s)
		}
		if (want == Vanished) != errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Read(%q) and fs.ErrNotExist: %v", path, err)
		}
	}
	if _, err := r.Read("out", 100); err == nil {
		t.Error("a link led out of the root")
	}
	if _, err := ReadFile(filepath.Join(base, "nowhere"), "a", 0); err == nil {
		t.Error("a root that is not there is no error")
	}
	if b, err := ReadFile(dir, "big", -1); err != nil || len(b) != 101 {
		t.Errorf("without a limit: %d bytes, %v", len(b), err)
	}
}

// TestReadWhileWritten replaces a file's text all the time. What is read is
// one of the versions, whole.
func TestReadWhileWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "f.go")
	versions := [][]byte{bytes.Repeat([]byte("a"), 50_000), bytes.Repeat([]byte("b"), 30_000)}
	must(t, os.WriteFile(file, versions[0], 0o644))
	var stop atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; !stop.Load(); i++ {
			tmp := file + ".tmp"
			os.WriteFile(tmp, versions[i%2], 0o644)
			os.Rename(tmp, file)
		}
	}()
	for range 200 {
		b, err := ReadFile(dir, "f.go", 0)
		if err != nil || !bytes.Equal(b, versions[0]) && !bytes.Equal(b, versions[1]) {
			t.Errorf("%d bytes, %v", len(b), err)
			break
		}
	}
	stop.Store(true)
	<-done
}

func TestReadStopsAtTheLimit(t *testing.T) {
	endless := readerFunc(func(p []byte) (int, error) { return len(p), nil })
	b, err := readAll(endless, 10, 1000)
	if err != nil || len(b) != 1001 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
