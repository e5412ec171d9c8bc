package linker

import (
	"slices"
	"strconv"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// luaFamily: a module is what its file returns, mostly a table; a table is a
// class and its only instance, and what has it as metatable is an instance
// too; a local is there from behind its statement on.
func luaFamily() *family {
	return &family{
		id:                  "lua",
		resolve:             luaResolve,
		modules:             luaModules,
		spaceOf:             luaSpaceOf,
		top:                 luaTop,
		typeHook:            luaType,
		named:               luaNamed,
		extend:              luaExtend,
		ctors:               func(ref) []string { return []string{"__call", "initialize", "_init", "init"} },
		literals:            map[string]string{},
		listType:            "list",
		builtins:            loadBuiltins("lua"),
		callMembers:         []string{"__call"},
		inheritConstructors: true,
		superInterfaces:     true,
		functionsApart:      true,
		interfaceValues:     true,
		prototypes:          true,
		lastWins:            true,
		virtual:             true,
	}
}

// luaGlobal tells whether a definition at the top of a file is a global one.
func luaGlobal(def *facts.Def) bool {
	switch {
	case def.Form == "global":
		return true
	case def.Mods&facts.Exported == 0 || def.Mods&facts.Static != 0:
		return false
	}
	return def.Form == "table" || def.Form == "function" && (len(def.Params) == 0 || def.Params[0].Flags&facts.ParamSelf == 0)
}

func luaSpaceOf(f *file, d int32) (string, bool) {
	def := &f.facts.Defs[d]
	return "", def.Parent == 0 && luaGlobal(def)
}

// luaTop is what a name means outside of all functions: the last local that
// is visible there, what require gave it, a global of the file, one of the
// library, one that another file of the program sets.
func luaTop(s *solver, f *file, scope int32, name string, pos uint32, sp space) (*val, bool) {
	var local, global []int32
	for _, d := range s.children(f, 0, name) {
		def := &f.facts.Defs[d]
		switch {
		case def.Mods&facts.Local != 0:
		case def.EndByte <= pos, def.StartByte <= pos && def.Kind != facts.Variable:
			local = append(local, d)
		case luaGlobal(def):
			global = append(global, d)
		}
	}
	if v, ok := s.bound(f, 0, name, pos, sp); ok && (v != nil || len(local) == 0) {
		return v, true
	}
	if len(local) > 0 {
		return s.defs(f, local[len(local)-1:], sp, graph.ViaFile), true
	}
	if v, ok := s.imported(f, scope, name, sp, false); ok {
		return v, true
	}
	if len(global) > 0 {
		return s.defs(f, global[len(global)-1:], sp, graph.ViaFile), true
	}
	if f.fam.builtins.has(name) {
		return ext(name), true
	}
	if r, ok := luaShared(s, f, name); ok {
		return s.refs([]ref{r}, sp, graph.ViaScope), true
	}
	return nil, false
}

// luaShared is the global of another file: the only one of the repository,
// if one of the files loads the other.
func luaShared(s *solver, f *file, name string) (ref, bool) {
	var found []ref
	for _, r := range s.space(f.fam, "", name) {
		if r.f != f && (!r.f.test || f.test) && !r.f.alone {
			found = append(found, r)
		}
	}
	if len(found) != 1 || !luaLoads(s, f, found[0].f) && !luaLoads(s, found[0].f, f) {
		return ref{}, false
	}
	return found[0], true
}

// luaLoads tells whether a file requires another, or one that does.
func luaLoads(s *solver, f, other *file) bool {
	files, _ := s.reach(f, qLuaRequired, 500, func(x *file) (files []*file, all bool) {
		s.ask(x.path, "*")
		for i := range x.facts.Imports {
			ts, _ := luaModules(s, x, &x.facts.Imports[i])
			files = append(files, ts...)
		}
		return files, true
	})
	return slices.Contains(files, ref{other, 0})
}

// luaResolve is what require gives: what the file returns, or one of its
// fields.
func luaResolve(s *solver, f *file, im *facts.Import, sp space) *val {
	files, external := luaModules(s, f, im)
	switch {
	case external != "" && (im.Name == "" || im.Name == "=" || im.Name == "*"):
		return ext(external + "#")
	case external != "":
		return ext(external + "#" + im.Name)
	case len(files) == 0:
		return nil
	}
	m := luaModule(s, files[0])
	if im.Name == "" || im.Name == "=" || im.Name == "*" {
		return m
	}
	return s.member(m, im.Name)
}

// luaModule is the value that a file returns.
func luaModule(s *solver, f *file) *val {
	s.ask(f.path, "=")
	return s.once(memoKey{r: ref{f, 0}, what: qLuaModule}, func() *val {
		for _, e := range f.facts.Exports {
			switch {
			case e.Name != "=":
				continue
			case e.Local == "":
				return s.expr(f, e.Expr)
			}
			v, _ := luaTop(s, f, 0, e.Local, ^uint32(0), asValue)
			return v
		}
		return &val{k: vModule, ref: ref{f, 0}}
	})
}

// luaNamed is what is known of a name's values.
func luaNamed(s *solver, f *file, i int32, v *val, found bool) *val { return luaKnown(v) }

// luaKnown leaves out plain tables and what unknown functions give, of which
// nothing is known.
func luaKnown(v *val) *val {
	var out []*val
	each(v, func(m *val) {
		if !luaPlain(m) {
			out = append(out, m)
		}
	})
	return union(out...)
}

func luaPlain(v *val) bool {
	return v.k == vExt && v.recv == nil && (v.name == "dict" || v.name == "list" || v.name == "Object" || v.name == "?" || strings.HasSuffix(v.name, "()"))
}

// luaExtend is the member of a table: that of a module from outside has the
// module's name.
func luaExtend(s *solver, f *file, i int32, recv, v *val) *val {
	e := &f.facts.Exprs[i]
	recv = luaKnown(recv)
	if recv == nil {
		return nil
	}
	if recv.k == vExt && strings.HasSuffix(recv.name, "#") {
		return ext(recv.name + e.Name)
	}
	if v != nil && v.k == vUnion || v != nil && luaPlain(v) {
		v = s.member(recv, e.Name)
		if v != nil && luaPlain(v) {
			return nil
		}
	}
	return v
}

// luaType is what has a table as its type: an instance of it, or of what the
// table says lookups go on in.
func luaType(s *solver, f *file, t *facts.Type, args []int32) (*val, bool) {
	switch t.Name {
	case "string", "number", "integer", "boolean", "function", "thread", "userdata":
		return ext(t.Name), true
	case "table", "any", "nil", "self", "unknown", "void":
		return nil, true
	}
	// A comment may give a parameter a type of its own name.
	k := memoKey{r: ref{f, t.Scope}, what: qLuaType, name: t.Name + " " + strconv.FormatUint(uint64(t.Pos), 10)}
	return s.once(k, func() *val { return luaTable(s, f, t) }), true
}

func luaTable(s *solver, f *file, t *facts.Type) *val {
	names := strings.Split(t.Name, ".")
	v, _ := s.name(f, t.Scope, names[0], t.Pos, asValue)
	if v == nil { // comments may name what comes later
		v, _ = luaTop(s, f, 0, names[0], ^uint32(0), asValue)
	}
	for _, n := range names[1:] {
		v = s.member(v, n)
	}
	if v == nil || v.k != vInst && v.k != vClass {
		return nil
	}
	if index := s.member(inst(v.ref), "__index"); index != nil && (index.k == vInst || index.k == vClass) {
		v = index
	}
	return inst(v.ref)
}

// foldersAbove are the folders around a file, the nearest first.
func foldersAbove(dir string) []string {
	var out []string
	for d := dir; d != ""; d = parentDir(d) {
		out = append(out, d)
	}
	return out
}
