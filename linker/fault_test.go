package linker_test

import (
	"context"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp/linker"
)

// TestFaultOfAFile fails where a file's tables are made: that costs the file its
// links, is told, and costs nothing else; the next update finds it whole.
func TestFaultOfAFile(t *testing.T) {
	p := readProject(t, txtar.Parse([]byte("-- bad.py --\ndef f(): g()\ndef g(): pass\n-- good.py --\ndef h(): i()\ndef i(): pass\n")))
	for name, begin := range map[string]func(l *linker.Linker) []linker.File{
		"new":    func(*linker.Linker) []linker.File { return p.files },
		"loaded": func(l *linker.Linker) []linker.File { l.Load(p.files); return p.files[1:] },
	} {
		l := linker.New(p, linker.Options{Workers: 1, Families: p.families})
		files := begin(l)
		var links map[string]*linker.Links
		var err error
		linker.WithFault("bad.py", func() { links, err = l.Update(context.Background(), files, nil) })
		if err != nil {
			t.Fatal(name, err)
		}
		if faults := l.Faults(); len(faults) != 1 || !strings.HasPrefix(faults[0], "bad.py could not be linked") {
			t.Errorf("%s: told: %q", name, faults)
		}
		if bad := links["bad.py"]; bad != nil && bad.GivenUp == "" || bad == nil && name == "new" {
			t.Errorf("%s: its links do not say so", name)
		}
		if len(links["good.py"].Edges) != 1 {
			t.Errorf("%s: the other file has %d edges", name, len(links["good.py"].Edges))
		}
		if links, err = l.Update(context.Background(), p.files[:1], nil); err != nil || len(links["bad.py"].Edges) != 1 || len(l.Faults()) != 0 {
			t.Errorf("%s: after it: %v, %d edges", name, err, len(links["bad.py"].Edges))
		}
	}
}

// TestFaultOfALinker is one that no file can be blamed for: an error, in
// whichever goroutine it happens.
func TestFaultOfALinker(t *testing.T) {
	p := readProject(t, txtar.Parse([]byte("-- a.py --\ndef f(): pass\n")))
	l := linker.New(p, linker.Options{Workers: 2, Families: p.families})
	if told, err := linker.FailInParallel(l); told != "a fault of a worker" || err == nil || !strings.Contains(err.Error(), "linking failed") {
		t.Errorf("told %v, and the error is %v", told, err)
	}
}
