package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// jsFamily is TypeScript and JavaScript: modules are files, names are lexical,
// functions may build objects, interfaces exist for the checker only.
func jsFamily() *family {
	fam := &family{
		id:                  "js",
		hands:               true,
		handedCalls:         []string{"call", "apply"},
		resolve:             jsResolve,
		modules:             jsModules,
		wildcards:           &wildcards{targets: jsStarTargets, own: jsOwn, last: jsLast, hides: jsHides, says: jsSays},
		exported:            jsExported,
		global:              jsGlobal,
		memberHook:          jsMember,
		selfType:            func(t *facts.Type) bool { return t.Op == facts.TSelf },
		literals:            map[string]string{"number": "number", "bool": "boolean", "list": "Array", "dict": "Object", "regex": "RegExp", "template": "string"},
		listType:            "Array",
		builtins:            loadBuiltins("js"),
		callMembers:         []string{"()"},
		iterMembers:         []string{"Symbol.iterator", "Symbol.asyncIterator"},
		signatureOverloads:  true,
		lastWins:            true,
		prototypes:          true,
		inheritConstructors: true,
		virtual:             true,
	}
	return fam
}

// jsResolve is the value that an import binds.
func jsResolve(s *solver, f *file, im *facts.Import, sp space) *val {
	files, external := jsModules(s, f, im)
	if external != "" {
		switch im.Name {
		case "", "*", "=":
			return ext(external + "#*")
		}
		return ext(external + "#" + im.Name)
	}
	var vs []*val
	for _, t := range files {
		switch im.Name {
		case "", "*":
			vs = append(vs, moduleOf(t))
		case "=":
			if v := s.export(t, "=", sp); v != nil {
				vs = append(vs, v)
			} else if v := s.export(t, "default", sp); v != nil && s.onlyDefault(t) {
				vs = append(vs, v)
			} else {
				vs = append(vs, moduleOf(t))
			}
		default:
			v := s.export(t, im.Name, sp)
			if v == nil && im.Name == "default" {
				v = s.export(t, "=", sp)
			}
			if v == nil {
				if eq := s.export(t, "=", sp); eq != nil {
					v = s.part(eq, im.Name, sp)
				}
			}
			if v == nil { // a submodule of a CommonJS module, or nothing
				continue
			}
			vs = append(vs, v)
		}
	}
	return union(vs...)
}

// onlyDefault tells whether a module exports a default definition and nothing
// by name.
func (s *solver) onlyDefault(f *file) bool {
	if len(exportedDefs(f, "default")) == 0 {
		return false
	}
	for _, d := range s.all(f, 0) {
		if m := f.facts.Defs[d].Mods; m&facts.Exported != 0 && m&facts.Default == 0 {
			return false
		}
	}
	return true
}

func moduleOf(f *file) *val { return &val{k: vModule, ref: ref{f, 0}} }

// jsExported adds module.exports = x to the common rule.
func jsExported(s *solver, f *file, name string, sp space) *val {
	if v := s.commonExport(f, name, sp); v != nil {
		return v
	}
	return jsLast(s, f, name, sp)
}

func jsOwn(s *solver, f *file, name string, sp space) (*val, bool) { return s.ownExport(f, name, sp) }

// jsLast is a member of what module.exports is.
func jsLast(s *solver, f *file, name string, sp space) *val {
	if name != "=" && name != "default" {
		for _, e := range f.facts.Exports {
			if e.Name == "=" {
				return s.part(s.expr(f, e.Expr), name, sp)
			}
		}
	}
	return nil
}

// jsStarTargets is the module that "export * from" leads to.
func jsStarTargets(s *solver, f *file, im *facts.Import) []*file {
	if im.Kind != facts.ImportReexport {
		return nil
	}
	files, _ := jsModules(s, f, im)
	return files
}

// jsHides: the default export goes no further, nor does module.exports.
func jsHides(_ *file, name string) bool { return name == "default" || name == "=" }

func jsSays(_ *solver, f *file, name string) bool {
	return f.saysName(name) || slices.ContainsFunc(f.facts.Exports, func(e facts.Export) bool { return e.Name == "=" })
}

// jsGlobal is a name that a declaration file or a script declares for all.
func jsGlobal(s *solver, f *file, scope int32, name string, sp space) *val {
	if sp == asType || f.fam.builtins.has(name) {
		if f.fam.builtins.has(name) || f.fam.builtins.types[name] {
			return ext(name)
		}
	}
	return nil
}

// jsMember: a member of a module namespace object that was made by require
// or import is an export.
func jsMember(s *solver, f *file, e *facts.Expr) (*val, bool) {
	if e.Name != "default" {
		return nil, false
	}
	v := s.expr(f, e.A)
	if v != nil && v.k == vModule {
		if d := s.export(v.ref.f, "default", asValue); d != nil {
			return d, true
		}
		if d := s.export(v.ref.f, "=", asValue); d != nil {
			return d, true
		}
	}
	return nil, false
}

// jsModules finds the file that an import names.
func jsModules(s *solver, f *file, im *facts.Import) ([]*file, string) {
	spec := im.Module
	if spec == "" {
		return nil, ""
	}
	if t, external := s.l.roots.js.resolve(s, f, spec); t != nil {
		return []*file{t}, ""
	} else if external {
		return nil, spec
	}
	return nil, ""
}

// isRelative tells whether a specifier is a path.
func isRelative(spec string) bool {
	return spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") || strings.HasPrefix(spec, "/")
}
