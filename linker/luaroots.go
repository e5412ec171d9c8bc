package linker

import (
	"path"
	"regexp"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// luaRoots is where modules lie: what the rockspecs state, and the folders
// that hold modules.
type luaRoots struct {
	stated  map[string]string // module → file
	folders map[string]bool   // first part of a module's name that is a folder of the repository
}

var luaStated = regexp.MustCompile(`(?:\[\s*["']([\w.\-]+)["']\s*\]|(\w+))\s*=\s*["']([\w./\-]+\.lua)["']`)

func newLuaRoots(l *Linker) *luaRoots {
	r := &luaRoots{stated: map[string]string{}, folders: map[string]bool{}}
	for _, f := range l.inOrder() {
		if f.fam.id != "lua" {
			continue
		}
		for d := f.dir; d != ""; d = parentDir(d) {
			r.folders[path.Base(d)] = true
		}
		if !strings.HasSuffix(f.path, ".rockspec") || f.test || f.alone {
			continue
		}
		data, err := l.content(f.path)
		if err != nil {
			continue
		}
		for _, m := range luaStated.FindAllStringSubmatch(string(data), -1) {
			if p := path.Join(f.dir, m[3]); l.files[p] != nil {
				r.stated[m[1]+m[2]] = p
			}
		}
	}
	return r
}

// state is all that resolution rests on, by the keys that it asks under.
func (r *luaRoots) state() map[uint32]string {
	if r == nil {
		return nil
	}
	out := map[uint32]string{}
	for m, p := range r.stated {
		out[key("rockspec", m)] = p
	}
	for d := range r.folders {
		out[key("lua folder", d)] = "+"
	}
	return out
}

// luaBases are the folders below which modules lie.
var luaBases = []string{"", "src", "lua", "lib"}

// luaModules is the file that require loads: one that a rockspec states, one
// below the root or a folder that packages lie in, below a folder around the
// file that is built like a root.
func luaModules(s *solver, f *file, im *facts.Import) ([]*file, string) {
	at := func(p string) *file {
		s.ask("path:", p)
		if t := s.l.files[p]; t != nil && t.fam == f.fam {
			return t
		}
		return nil
	}
	if im.Kind == facts.ImportInclude { // dofile: a path
		for _, p := range []string{path.Clean(im.Module), path.Join(f.dir, im.Module)} {
			if t := at(p); t != nil {
				return []*file{t}, ""
			}
		}
		return nil, ""
	}
	s.ask("rockspec", im.Module)
	if p := s.l.roots.lua.stated[im.Module]; p != "" {
		if t := at(p); t != nil {
			return []*file{t}, ""
		}
	}
	name := strings.ReplaceAll(im.Module, ".", "/")
	for _, root := range append([]string{""}, foldersAbove(f.dir)...) {
		for _, b := range luaBases {
			for _, tail := range [...]string{".lua", "/init.lua"} {
				if t := at(path.Join(root, b, name+tail)); t != nil && t != f {
					return []*file{t}, ""
				}
			}
		}
	}
	first, _, _ := strings.Cut(name, "/")
	s.ask("lua folder", first)
	if first != name && s.l.roots.lua.folders[first] {
		return nil, "" // it should be here
	}
	return nil, im.Module
}
