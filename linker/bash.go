package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// bashFamily: a command is a function of the script, of a script that it
// sources, or of one that runs with it because a third sources both; else a
// program, unless what is sourced is not known.
func bashFamily() *family {
	return &family{
		id:             "bash",
		modules:        bashModules,
		resolve:        func(*solver, *file, *facts.Import, space) *val { return nil },
		spaceOf:        bashSpaceOf,
		top:            func(*solver, *file, int32, string, uint32, space) (*val, bool) { return nil, false },
		named:          bashNamed,
		functionsApart: true,
		lastWins:       true,
		builtins:       loadBuiltins("bash"),
		listType:       "list",
	}
}

// bashSpaceOf makes it known which functions there are anywhere: what has
// such a name may be one, where it is not known what a script sources.
func bashSpaceOf(f *file, d int32) (string, bool) {
	return "", f.facts.Defs[d].Kind == facts.Function
}

// bashNamed is the command of a name.
func bashNamed(s *solver, f *file, i int32, _ *val, _ bool) *val {
	if _, called := f.callOf(i); !called {
		return nil
	}
	name := f.facts.Exprs[i].Name
	return s.once(memoKey{r: ref{f, 0}, what: qCommand, name: name}, func() *val { return bashCommand(s, f, name) })
}

func bashCommand(s *solver, f *file, name string) *val {
	if r, ok := bashOwn(s, f, name); ok {
		return &val{k: vFunc, refs: []ref{r}, via: graph.ViaFile}
	}
	sourced, all := bashSourced(s, f)
	if r, ok := bashIn(s, sourced, name); ok {
		return &val{k: vFunc, refs: []ref{r}, via: graph.ViaImport}
	}
	var found []*val
	tops, known := bashAround(s, f) // the scripts that source this one
	all = all && known
	for _, top := range tops {
		scripts, known := bashSourced(s, top.f)
		r, ok := bashOwn(s, top.f, name)
		if !ok {
			r, ok = bashIn(s, scripts, name)
		}
		if ok {
			found = append(found, &val{k: vFunc, refs: []ref{r}, via: graph.ViaImport})
		}
		all = all && known
	}
	switch {
	case len(found) > 0:
		return union(found...)
	case f.fam.builtins.has(name):
		return ext(name)
	case !all || len(s.space(f.fam, "", name)) > 0:
		return nil
	}
	return ext(name)
}

// bashOwn is the function that a script defines last.
func bashOwn(s *solver, f *file, name string) (ref, bool) {
	s.ask(f.path, name)
	for d := len(f.facts.Defs) - 1; d > 0; d-- {
		if def := &f.facts.Defs[d]; def.Name == name && def.Kind == facts.Function {
			return ref{f, int32(d)}, true
		}
	}
	return ref{}, false
}

func bashIn(s *solver, scripts []ref, name string) (ref, bool) {
	for _, x := range scripts {
		if r, ok := bashOwn(s, x.f, name); ok {
			return r, true
		}
	}
	return ref{}, false
}

// bashSourced are the scripts that a script sources, and those that they do;
// all tells whether every one of them is known.
func bashSourced(s *solver, f *file) (scripts []ref, all bool) {
	return s.reach(f, qSourced, maxSourced, func(x *file) (files []*file, all bool) {
		s.ask(x.path, "*")
		all = true
		for i := range x.facts.Imports {
			ts, _ := bashModules(s, x, &x.facts.Imports[i])
			files = append(files, ts...)
			all = all && len(ts) > 0
		}
		return files, all
	})
}

// bashAround are the scripts that source a script, directly or not.
func bashAround(s *solver, f *file) (scripts []ref, all bool) {
	return s.reach(f, qSourcing, maxSourcing, func(x *file) (files []*file, all bool) {
		s.ask("sourced", x.path)
		for _, by := range s.l.roots.bash.by[x.path] {
			if t := s.l.files[by]; t != nil && (!t.test || f.test) {
				files = append(files, t)
			}
		}
		return files, true
	})
}

// How many scripts are followed from one: past that it is not known what runs
// with it.
const (
	maxSourced  = 200
	maxSourcing = 50
)
