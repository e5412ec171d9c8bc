package linker

import (
	"path"
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

// updateRoots makes anew what rests on files that came, went or changed, and
// notes what is different.
func (l *Linker) updateRoots(changed []File, removed []string, grown map[string]bool, d *dirty) {
	touched := map[string]bool{} // families, and names of configuration files
	note := func(p, lang string) {
		if lang != "" {
			touched[l.familyOf(lang).id] = true
		}
		switch b := path.Base(p); {
		case strings.HasSuffix(b, ".json"):
			touched["json"] = true
		case b == "Cargo.toml":
			touched["cargo"] = true
		case strings.HasSuffix(b, ".rockspec"):
			touched["rockspec"] = true
		case strings.HasSuffix(b, ".csproj"):
			touched["csproj"] = true
		}
	}
	for _, f := range changed {
		note(f.Path, f.Facts.Lang)
	}
	for _, p := range removed {
		note(p, "")
	}
	old := *l.roots
	if old.c == nil || grown["c"] || touched["c"] && old.c.stale(l, changed) {
		l.roots.c = newCRoots(l)
		l.roots.c.compare(old.c, d)
	}
	if old.js == nil || grown["js"] || touched["json"] {
		l.roots.js = newJSRoots(l)
		d.compare(old.js.state(), l.roots.js.state())
	}
	if old.py == nil || grown["python"] {
		l.roots.py = newPyRoots(l)
		d.compare(old.py.state(), l.roots.py.state())
	}
	if old.rust == nil || grown["rust"] || touched["rust"] || touched["cargo"] {
		l.roots.rust = newRustRoots(l)
		d.compare(old.rust.state(), l.roots.rust.state())
	}
	if old.php == nil || grown["php"] || touched["json"] {
		l.roots.php = newPHPRoots(l)
		d.compare(old.php.state(), l.roots.php.state())
	}
	if old.ruby == nil || grown["ruby"] {
		l.roots.ruby = newRubyRoots(l)
		d.compare(old.ruby.state(), l.roots.ruby.state())
	}
	if old.swift == nil || grown["swift"] || touched["swift"] {
		l.roots.swift = newSwiftRoots(l)
		d.compare(old.swift.state(), l.roots.swift.state())
	}
	if old.lua == nil || grown["lua"] || touched["rockspec"] {
		l.roots.lua = newLuaRoots(l)
		d.compare(old.lua.state(), l.roots.lua.state())
	}
	if old.bash == nil || grown["bash"] || touched["bash"] {
		l.roots.bash = newBashRoots(l)
		d.compare(old.bash.state(), l.roots.bash.state())
	}
	if old.cs == nil || grown["csharp"] || touched["csproj"] || old.cs.concerns(changed) {
		l.roots.cs = newCSRoots(l)
		d.compare(old.cs.state(), l.roots.cs.state())
	}
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

// content reads a configuration file once an Update.
func (l *Linker) content(p string) ([]byte, error) {
	return l.cache.get(p, l.src.Content)
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
		if f.star == nil {
			f.star = func(*solver, *file, *facts.Import, string, space) *val { return nil }
		}
	}
	all["c"] = cFamily()
	return all
}
