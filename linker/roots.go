package linker

import (
	"strings"
	"sync"

	"github.com/structural-memory/smp/facts"
)

// roots is what the languages know about where modules lie.
type roots struct {
	c    *cRoots
	js   *jsRoots
	py   *pyRoots
	rust *rustRoots
	cs   *csRoots
	php  *phpRoots
	ruby *rubyRoots

	swift *swiftRoots
	lua   *luaRoots
	bash  *bashRoots
}

// updateRoots makes anew what rests on files that came, went or changed, or on
// configuration that says something else, and notes what is different.
func (l *Linker) updateRoots(changed []File, removed []string, grown map[string]bool, d *dirty) {
	touched := map[string]bool{} // families
	at := map[string]bool{}      // where configuration may have changed
	for _, f := range changed {
		touched[l.familyOf(f.Facts.Lang).id] = true
		at[f.Path] = true
	}
	for _, p := range removed {
		at[p] = true
	}
	projects := false // files whose being there counts, whatever their names
	for p := range at {
		projects = projects || strings.HasSuffix(p, ".csproj")
	}
	for _, p := range l.recheck {
		at[p] = true
	}
	l.recheck = nil
	r := l.roots
	stale := func(fam string, more bool) bool {
		if l.configs[fam] != nil && !grown[fam] && !more && !l.reread(fam, at) {
			return false
		}
		l.reading(fam)
		return true
	}
	if old := r.c; stale("c", old != nil && touched["c"] && old.stale(l, changed)) {
		r.c = newCRoots(l)
		r.c.compare(old, d)
	}
	if stale("js", false) {
		r.js = newJSRoots(l)
		l.newState("js", r.js.state(), d)
	}
	if stale("python", false) {
		r.py = newPyRoots(l)
		l.newState("python", r.py.state(), d)
	}
	if stale("rust", touched["rust"]) {
		r.rust = newRustRoots(l)
		l.newState("rust", r.rust.state(), d)
	}
	if stale("php", false) {
		r.php = newPHPRoots(l)
		l.newState("php", r.php.state(), d)
	}
	if stale("ruby", false) {
		r.ruby = newRubyRoots(l)
		l.newState("ruby", r.ruby.state(), d)
	}
	if stale("swift", touched["swift"]) {
		r.swift = newSwiftRoots(l)
		l.newState("swift", r.swift.state(), d)
	}
	if stale("lua", false) {
		r.lua = newLuaRoots(l)
		l.newState("lua", r.lua.state(), d)
	}
	if stale("bash", touched["bash"]) {
		r.bash = newBashRoots(l)
		l.newState("bash", r.bash.state(), d)
	}
	if stale("csharp", projects || r.cs != nil && r.cs.concerns(changed)) {
		r.cs = newCSRoots(l)
		l.newState("csharp", r.cs.state(), d)
	}
}

// newState notes what the roots of a family say now, and which of it differs.
// It is a copy: what roots say may rest on tables that go on changing.
func (l *Linker) newState(fam string, now map[uint32]string, d *dirty) {
	d.compare(l.rootStates[fam], now)
	l.rootStates[fam] = now
}

// compare notes the keys whose values differ between two states.
func (d *dirty) compare(old, now map[uint32]string) {
	for k, v := range old {
		if w, ok := now[k]; !ok || w != v {
			d.keys[k] = true
		}
	}
	for k := range now {
		if _, ok := old[k]; !ok {
			d.keys[k] = true
		}
	}
}

type contentCache struct {
	mu sync.Mutex
	m  map[string]cached
}

type cached struct {
	data []byte
	err  error
}

func (c *contentCache) get(p string, read func(string) ([]byte, error)) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if x, ok := c.m[p]; ok {
		return x.data, x.err
	}
	data, err := read(p)
	if c.m == nil {
		c.m = map[string]cached{}
	}
	c.m[p] = cached{data, err}
	return data, err
}

// families are the strategies by id; "" serves languages without one.
func families() map[string]*family {
	js := jsFamily()
	plain := &family{builtins: loadBuiltins("none"), listType: "list"}
	all := map[string]*family{"": plain, "js": js, "typescript": js, "tsx": js, "javascript": js, "python": pythonFamily(), "jvm": jvmFamily(), "rust": rustFamily(), "csharp": csharpFamily(), "php": phpFamily(), "ruby": rubyFamily(), "swift": swiftFamily(), "lua": luaFamily(), "bash": bashFamily()}
	for _, f := range all {
		if f.resolve == nil {
			f.resolve = func(*solver, *file, *facts.Import, space) *val { return nil }
		}
	}
	all["c"] = cFamily()
	return all
}
