package smp_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/structural-memory/smp"
)

// pusher pushes contents, takes them back and changes the disk, in random
// order, and knows what each file counts as.
type pusher struct {
	t        *testing.T
	root, db string
	m        *smp.Memory
	rnd      *rand.Rand
	disk     map[string]string
	pushed   map[string]*string // nil: pushed as gone
	paths    []string
}

func (p *pusher) open() {
	p.t.Helper()
	m, err := smp.Open(p.t.Context(), p.db, smp.WithRoot(p.root), smp.WithWorkers(1))
	if err != nil {
		p.t.Fatal(err)
	}
	p.m = m
}

func (p *pusher) text() string {
	return fmt.Sprintf("def f%d(): pass\n", p.rnd.IntN(4))
}

// onDisk writes or removes a file of the disk, which from then on counts.
func (p *pusher) onDisk(path string) {
	at := filepath.Join(p.root, path)
	was, here := p.disk[path]
	text := p.text()
	if here && (p.rnd.IntN(3) == 0 || text == was) {
		if err := os.Remove(at); err != nil {
			p.t.Fatal(err)
		}
		delete(p.disk, path)
	} else {
		writeAll(p.t, p.root, map[string]string{path: text})
		p.disk[path] = text
	}
	delete(p.pushed, path)
}

// push is a random push: another content, the disk's, or that a file is gone.
func (p *pusher) push() smp.FileChange {
	path := p.paths[p.rnd.IntN(len(p.paths))]
	disk, here := p.disk[path]
	text, gone := p.text(), false
	switch p.rnd.IntN(5) {
	case 0:
		gone = true
	case 1:
		text, gone = disk, !here
	case 2:
		delete(p.pushed, path)
		return smp.FileChange{Path: path}
	}
	switch {
	case gone == !here && (gone || text == disk):
		delete(p.pushed, path)
	case gone:
		p.pushed[path] = nil
	default:
		p.pushed[path] = &text
	}
	if gone {
		return smp.FileChange{Path: path, Deleted: true}
	}
	return smp.FileChange{Path: path, Content: []byte(text)}
}

func (p *pusher) step() {
	ctx := p.t.Context()
	var err error
	switch n := p.rnd.IntN(10); {
	case n < 5:
		var all []smp.FileChange
		for range 1 + p.rnd.IntN(4) {
			all = append(all, p.push())
		}
		_, err = p.m.UpdateOutside(ctx, all...)
	case n < 7:
		path := p.paths[p.rnd.IntN(len(p.paths))]
		p.onDisk(path)
		_, err = p.m.UpdateFiles(ctx, path)
	case n < 8:
		p.m.Close()
		p.open()
	default:
		_, err = p.m.Index(ctx, nil)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *pusher) check(step int) {
	p.t.Helper()
	want := maps.Clone(p.disk)
	for path, text := range p.pushed {
		if delete(want, path); text != nil {
			want[path] = *text
		}
	}
	if got, fresh := dumped(p.t, p.m), freshDump(p.t, want, "r"); got != fresh {
		p.t.Fatalf("after step %d:\n%s", step, difference(got, fresh))
	}
}

// TestPushedAndTakenBack: however contents are pushed and taken back, in one
// update or in many, across runs and processes, a file counts as what was said
// of it last, or as the disk has it.
func TestPushedAndTakenBack(t *testing.T) {
	for seed := range uint64(4) {
		p := &pusher{t: t, root: filepath.Join(t.TempDir(), "r"), db: filepath.Join(t.TempDir(), "smp.db"), rnd: rand.New(rand.NewPCG(seed, 7)),
			disk: map[string]string{}, pushed: map[string]*string{}, paths: []string{"a.py", "b.py", "d/c.py", "d/e.py", "virtual.py"}}
		for _, path := range p.paths[:4] {
			p.disk[path] = p.text()
		}
		writeAll(t, p.root, p.disk)
		p.open()
		if _, err := p.m.Index(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		for i := range 40 {
			p.step()
			p.check(i)
		}
		if _, err := p.m.Index(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		p.check(40)
		p.m.Close()
	}
}

// TestRollbackOfPushes: what an exclusive session has pushed is gone after a
// rollback, whether or not the disk has had it, and whatever runs afterwards.
func TestRollbackOfPushes(t *testing.T) {
	const before, after = "def before(): pass\n", "def after(): pass\n"
	for name, onDisk := range map[string]bool{"pushed": false, "pushed and written": true} {
		for _, end := range []string{"rollback", "aborted", "rolled_back"} {
			t.Run(name+" "+end, func(t *testing.T) {
				ctx, root := t.Context(), filepath.Join(t.TempDir(), "r")
				files := []string{"a.py", "new.py"}
				state := map[string]string{"a.py": before, "b.py": "import a\n"}
				writeAll(t, root, state)
				db := filepath.Join(t.TempDir(), "smp.db")
				p := &pusher{t: t, root: root, db: db}
				p.open()
				if _, err := p.m.Index(ctx, nil); err != nil {
					t.Fatal(err)
				}
				s, err := p.m.OpenSession(ctx, smp.SessionRequest{AgentID: "a", Task: "t", Mode: "write", Concurrency: "exclusive", Scope: []string{"**"}})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := p.m.Lock(ctx, s.SessionID, files...); err != nil {
					t.Fatal(err)
				}
				c, err := p.m.Checkpoint(ctx, s.SessionID, files...)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range files {
					if _, err := p.m.UpdateIn(ctx, s.SessionID, smp.FileChange{Path: f, Content: []byte(after)}); err != nil {
						t.Fatal(err)
					}
				}
				if onDisk {
					writeAll(t, root, map[string]string{"a.py": after, "new.py": after})
				}
				if end == "rollback" || onDisk {
					res, err := p.m.Rollback(ctx, s.SessionID, c.CheckpointID, false)
					if err != nil || !slices.Equal(res.FilesRestored, files) {
						t.Fatalf("%+v %v", res, err)
					}
				}
				if end != "rollback" {
					if _, err := p.m.CloseSession(ctx, s.SessionID, end); err != nil {
						t.Fatal(err)
					}
				}
				want := freshDump(t, state, "r")
				for range 2 {
					if got := dumped(t, p.m); got != want {
						t.Fatal(difference(got, want))
					}
					p.m.Close()
					p.open()
					if _, err := p.m.Index(ctx, nil); err != nil {
						t.Fatal(err)
					}
				}
				p.m.Close()
			})
		}
	}
}

// TestRollbackToPush: what was pushed when the checkpoint was made counts again.
func TestRollbackToPush(t *testing.T) {
	ctx, root := t.Context(), filepath.Join(t.TempDir(), "r")
	writeAll(t, root, map[string]string{"a.py": "def disk(): pass\n"})
	p := &pusher{t: t, root: root, db: filepath.Join(t.TempDir(), "smp.db")}
	p.open()
	defer func() { p.m.Close() }()
	s, err := p.m.OpenSession(ctx, smp.SessionRequest{AgentID: "a", Task: "t", Mode: "write", Concurrency: "exclusive", Scope: []string{"**"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.m.Lock(ctx, s.SessionID, "a.py"); err != nil {
		t.Fatal(err)
	}
	push := func(text string) {
		if _, err := p.m.UpdateIn(ctx, s.SessionID, smp.FileChange{Path: "a.py", Content: []byte(text)}); err != nil {
			t.Fatal(err)
		}
	}
	push("def first(): pass\n")
	c, err := p.m.Checkpoint(ctx, s.SessionID, "a.py")
	if err != nil {
		t.Fatal(err)
	}
	push("def second(): pass\n")
	writeAll(t, root, map[string]string{"a.py": "def second(): pass\n"})
	if _, err := p.m.Rollback(ctx, s.SessionID, c.CheckpointID, false); err != nil {
		t.Fatal(err)
	}
	if _, err := p.m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := dumped(t, p.m), freshDump(t, map[string]string{"a.py": "def first(): pass\n"}, "r"); got != want {
		t.Fatal(difference(got, want))
	}
}
