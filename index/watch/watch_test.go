package watch

import (
	"errors"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/structural-memory/smp/index/walk"
)

func TestMain(m *testing.M) {
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	goleak.VerifyTestMain(m)
}

// fixture is a folder that is watched.
type fixture struct {
	t       *testing.T
	dir     string
	w       *Watcher
	notices chan string
}

func detect(p string, head func() []byte) string {
	switch ext := path.Ext(p); ext {
	case ".go", ".py", ".md":
		return ext[1:]
	}
	return ""
}

// ways are those in which a folder can be watched; all tell the same.
var ways = map[string]Options{
	"told":    {Quiet: 15 * time.Millisecond},
	"scanned": {Quiet: 15 * time.Millisecond, MaxWatches: -1, Scan: 20 * time.Millisecond},
	"both":    {Quiet: 15 * time.Millisecond, MaxWatches: 2, Scan: 20 * time.Millisecond},
}

// inAllWays runs a test in each of them.
func inAllWays(t *testing.T, test func(t *testing.T, o Options)) {
	for name, o := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, o)
		})
	}
}

func watching(t *testing.T, o Options, files ...string) *fixture {
	t.Helper()
	x := &fixture{t: t, dir: real(t, t.TempDir()), notices: make(chan string, 100)}
	x.write(files...)
	x.watch(o)
	return x
}

func (x *fixture) watch(o Options) {
	x.t.Helper()
	o.Walk.Detect = detect
	o.Notice = func(s string) { x.notices <- s }
	var err error
	if x.w, err = New(x.dir, o); err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(func() { _ = x.w.Close() })
}

func real(t *testing.T, dir string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func (x *fixture) full(rel string) string { return filepath.Join(x.dir, filepath.FromSlash(rel)) }

func (x *fixture) do(err error) {
	x.t.Helper()
	if err != nil {
		x.t.Fatal(err)
	}
}

// write writes files, the text is the name and a count; a name that ends in
// "/" is a folder.
func (x *fixture) write(files ...string) {
	x.t.Helper()
	for _, f := range files {
		name, text, _ := strings.Cut(f, "=")
		if strings.HasSuffix(name, "/") {
			x.do(os.MkdirAll(x.full(name), 0o755))
			continue
		}
		x.do(os.MkdirAll(filepath.Dir(x.full(name)), 0o755))
		x.do(os.WriteFile(x.full(name), []byte(text), 0o644))
	}
}

func (x *fixture) git(args ...string) string {
	x.t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		x.t.Skip("git is not installed")
	}
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e", "-c", "core.editor=true"}, args...)...)
	cmd.Dir = x.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		x.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

const patience = 20 * time.Second

// collect receives batches until all paths are told, below something or by
// their own names, and gives the last.
func (x *fixture) collect(paths ...string) (all []string, last Batch) {
	x.t.Helper()
	late := time.After(patience)
	for {
		missing := slices.ContainsFunc(paths, func(p string) bool { return !covered(all, p) })
		if !missing {
			slices.Sort(all)
			return slices.Compact(all), last
		}
		select {
		case b, ok := <-x.w.Events():
			if !ok {
				x.t.Fatal("closed")
			}
			last = b
			all = append(all, b.Paths...)
			if b.Whole {
				all = append(all, ".")
			}
		case <-late:
			x.t.Fatalf("told of %q, not of all of %q", all, paths)
		}
	}
}

func covered(told []string, p string) bool {
	return slices.ContainsFunc(told, func(at string) bool { return at == "." || at == p || strings.HasPrefix(p, at+"/") })
}

// quiet holds that nothing more comes.
func (x *fixture) quiet() {
	x.t.Helper()
	select {
	case b := <-x.w.Events():
		x.t.Errorf("told of %+v", b)
	case <-time.After(150 * time.Millisecond):
	}
}

func TestFilesAndFolders(t *testing.T) {
	inAllWays(t, func(t *testing.T, o Options) {
		x := watching(t, o, "a.go=1", "sub/b.go=1", "sub/deep/c.go=1", "other/d.go=1", "x/y/z.go=1")
		step := func(what string, f func(), want ...string) {
			t.Helper()
			f()
			if all, _ := x.collect(want...); slices.Contains(all, ".") {
				t.Errorf("%s: told of the whole: %q", what, all)
			}
		}
		step("an edit", func() { x.write("a.go=22") }, "a.go")
		step("an edit below", func() { x.write("sub/deep/c.go=22") }, "sub/deep/c.go")
		step("a new file", func() { x.write("sub/new.go=1") }, "sub/new.go")
		step("a file is gone", func() { x.do(os.Remove(x.full("sub/new.go"))) }, "sub/new.go")
		step("an atomic save", func() {
			x.write("sub/.b.go.tmp=333")
			x.do(os.Rename(x.full("sub/.b.go.tmp"), x.full("sub/b.go")))
		}, "sub/b.go")
		step("a new folder", func() { x.write("n/e/w/f.go=1") }, "n/e/w/f.go")
		step("an edit in it", func() { x.write("n/e/w/f.go=22") }, "n/e/w/f.go")
		step("a new one in it", func() { x.write("n/e/more/g.go=22") }, "n/e/more/g.go")
		step("a folder is moved", func() { x.do(os.Rename(x.full("x"), x.full("moved"))) }, "x", "moved/y/z.go")
		step("an edit where it is now", func() { x.write("moved/y/z.go=22") }, "moved/y/z.go")
		step("a new file where it is now", func() { x.write("moved/y/new.go=22") }, "moved/y/new.go")
		step("a folder is gone", func() { x.do(os.RemoveAll(x.full("sub"))) }, "sub")
		step("and back", func() { x.write("sub/deep/again.go=1") }, "sub/deep/again.go")
		step("an edit in it", func() { x.write("sub/deep/again.go=22") }, "sub/deep/again.go")
		step("gone and back at once", func() {
			x.do(os.RemoveAll(x.full("sub")))
			x.write("sub/deep/third.go=1")
		}, "sub/deep/third.go", "sub/deep/again.go")
		step("an edit after that", func() { x.write("sub/deep/third.go=22") }, "sub/deep/third.go")
		step("moved out and in", func() {
			out := filepath.Join(t.TempDir(), "out")
			x.do(os.Rename(x.full("other"), out))
			x.collect("other")
			x.do(os.WriteFile(filepath.Join(out, "d.go"), []byte("333"), 0o644))
			x.do(os.Rename(out, x.full("other")))
		}, "other/d.go")
		step("an edit after that", func() { x.write("other/d.go=4444") }, "other/d.go")
		step("a folder for a file", func() {
			x.do(os.Remove(x.full("a.go")))
			x.write("a.go/inside.go=1")
		}, "a.go/inside.go")
		step("an edit in it", func() { x.write("a.go/inside.go=22") }, "a.go/inside.go")
		step("touched", func() {
			later := time.Now().Add(time.Hour)
			x.do(os.Chtimes(x.full("other/d.go"), later, later))
		}, "other/d.go")
	})
}

func TestWhatIsNotWatched(t *testing.T) {
	inAllWays(t, func(t *testing.T, o Options) {
		x := watching(t, o, ".gitignore=/out/\n", "out/a.go=1", "node_modules/p/i.go=1", "a.go=1", "log.txt=1")
		x.do(os.Symlink("out", x.full("link")))
		x.collect("link")
		x.write("out/a.go=22", "out/more/b.go=1", "node_modules/p/i.go=22", "log.txt=22", ".smp/x.go=1")
		x.quiet()
		if s := x.w.State(); s.Folders != 1 {
			t.Errorf("%+v", s)
		}
		x.write(".gitignore=\n")
		if _, b := x.collect("out"); !b.Whole || len(b.Paths) != 0 {
			t.Errorf("other rules: %+v", b)
		}
		x.write("out/more/b.go=333")
		x.collect("out/more/b.go")
		x.write(".smpignore=out\n")
		if _, b := x.collect("out"); !b.Whole {
			t.Errorf("other rules: %+v", b)
		}
		x.write("out/more/b.go=4444")
		x.quiet()
	})
}

func TestBatches(t *testing.T) {
	t.Parallel()
	x := watching(t, Options{Quiet: 100 * time.Millisecond, MaxPaths: 50}, "a.go=1")
	for i := range 20 {
		x.write("f" + string(rune('a'+i)) + ".go=1")
	}
	if _, b := x.collect("fa.go", "ft.go"); len(b.Paths) != 20 || !slices.IsSorted(b.Paths) {
		t.Errorf("one batch: %+v", b)
	}
	for i := range 200 {
		x.write("g" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + ".go=1")
	}
	if _, b := x.collect("."); !b.Whole || len(b.Paths) != 0 {
		t.Errorf("many: %+v", b)
	}
	x.quiet()
}

// TestWhileNobodyReceives: what happens then is added to the batch that waits.
func TestWhileNobodyReceives(t *testing.T) {
	t.Parallel()
	var b Batch
	b.merge([]string{"b", "a"}, false, 3)
	b.merge([]string{"c", "a"}, false, 3)
	if !slices.Equal(b.Paths, []string{"a", "b", "c"}) || b.Whole {
		t.Errorf("%+v", b)
	}
	b.merge([]string{"d"}, false, 3)
	if !b.Whole || b.Paths != nil {
		t.Errorf("too many: %+v", b)
	}
	b.merge([]string{"e"}, false, 3)
	if !b.Whole || b.Paths != nil {
		t.Errorf("of the whole: %+v", b)
	}
	x := watching(t, Options{Quiet: 10 * time.Millisecond}, "a.go=1", "b.go=1")
	x.write("a.go=22")
	time.Sleep(30 * time.Millisecond)
	x.write("b.go=22")
	x.collect("a.go", "b.go")
}

func TestHalfWritten(t *testing.T) {
	t.Parallel()
	x := watching(t, Options{Quiet: 60 * time.Millisecond, MaxDelay: 150 * time.Millisecond}, "a.go=1", "b.go=1")
	stop, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			case <-time.After(10 * time.Millisecond):
				_ = os.WriteFile(x.full("a.go"), []byte(strings.Repeat("x", i)), 0o644)
			}
		}
	}()
	x.write("b.go=22")
	b := <-x.w.Events()
	if !slices.Equal(b.Paths, []string{"b.go"}) {
		t.Errorf("first %+v", b)
	}
	b = <-x.w.Events() // although it is still written: at last it is told
	if !slices.Equal(b.Paths, []string{"a.go"}) {
		t.Errorf("then %+v", b)
	}
	close(stop)
	<-ended
}

func TestLimit(t *testing.T) {
	t.Parallel()
	x := watching(t, Options{MaxWatches: 2, Scan: 20 * time.Millisecond}, "a/1.go=1", "b/1.go=1", "c/1.go=1")
	s := x.w.State()
	if s.Folders != 4 || s.Scanned != 2 || s.Every != 20*time.Millisecond || !strings.Contains(s.Why, "max_user_watches") {
		t.Errorf("%+v", s)
	}
	notice := <-x.notices
	if !strings.HasPrefix(notice, "2 folders are watched by scanning every 20ms because inotify's limit") || !strings.HasSuffix(notice, "raise fs.inotify.max_user_watches with sysctl") {
		t.Error(notice)
	}
}

func TestOverflow(t *testing.T) {
	t.Parallel()
	x := &fixture{t: t, dir: real(t, t.TempDir()), notices: make(chan string, 9)}
	w := &Watcher{root: x.dir, opts: Options{}.withDefaults(), folders: map[string]*folder{}, out: make(chan Batch)}
	w.ctx = t.Context()
	w.changes.init(&w.opts)
	w.openSystem()
	x.do(w.sync())
	x.write("missed/a.go=1") // as if it had not been told
	w.fault(errors.New("lost"))
	w.flush(time.Now().Add(time.Minute))
	if !w.ready.Whole || w.folders[x.full("missed")] == nil {
		t.Errorf("%+v %+v", w.ready, w.folders)
	}
	x.do(w.closeSystem())
}

func TestRootIsGone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(real(t, t.TempDir()), "root")
	x := &fixture{t: t, dir: dir, notices: make(chan string, 9)}
	x.write("a.go=1")
	x.watch(Options{Scan: 20 * time.Millisecond})
	x.do(os.RemoveAll(dir))
	x.collect(".")
	x.write("sub/b.go=1")
	x.collect(".")
	x.write("sub/b.go=22")
	x.collect("sub/b.go")
	for _, want := range []string{"is gone", "again"} {
		if n := <-x.notices; !strings.Contains(n, want) {
			t.Error(n)
		}
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	x := watching(t, Options{}, "a.go=1")
	x.write("a.go=22")
	x.do(x.w.Close())
	for range x.w.Events() {
	}
	if err := x.w.Close(); err != ErrClosed {
		t.Error(err)
	}
	if _, err := New(x.full("nowhere"), Options{}); err == nil {
		t.Error("what is not there is watched")
	}
	if _, err := New(x.full("a.go"), Options{Walk: walk.Options{}}); err == nil {
		t.Error("a file is watched")
	}
}
