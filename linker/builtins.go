package linker

import (
	"embed"
	"maps"
	"strconv"
	"strings"
)

//go:embed builtins/*.txt
var builtinFiles embed.FS

// builtins is what linking needs to know of a language's own library: names
// that exist without an import, and for the types through which project types
// travel (lists, maps, promises, options, iterators) what their members give.
//
// A file has one entry a line, "#" starts a comment:
//
//	names NAME…                     names that exist without an import
//	wraps TYPE…                     types with the members of their first argument
//	elem TYPE RESULT                what iterating or indexing gives
//	key TYPE RESULT                 what iterating a map's keys gives
//	TYPE.member [ (P, …) ] RESULT   a member, *.member of any type; P are the parameters of a function that it takes
//	func NAME [ (P, …) ] RESULT     a function
//	from PACKAGE                    the functions below are names of files that import all of it
//	prop TYPE.member RESULT         a member that is read, not called
//	out TYPE.member RESULT          what a call of the member puts into a variable
//	base TYPE RESULT…               what else a type is, and whose members it has
//	tuple TYPE…                     types whose parts are their type arguments
//	parts NAME NAME                 what tuples of two parts may call them
//	case TYPE RESULT                what a case holds, by what it is a case of
//	takes MEMBER (P, …)             what the arguments of a member or function are
//	left MEMBER N                   a member that gives parameter N of its block as that leaves it
//	runs FUNCTION…                  functions that call their first argument with the others
//	bare TYPE…                      bases that bring no members by name
//	raw TYPE…                       what enums may have as a base that is the type of their values
//
// RESULT and P are types: 0 and 1 are the receiver's type arguments, a0 and
// a1 the call's arguments, t0 and t1 its explicit type arguments, ret what
// the function argument returns, r1 what argument 1 returns, self the
// receiver, _ unknown, Name or Name<…> a type; or<A,B> is A if it is known,
// else B.
type builtins struct {
	names   map[string]bool
	wraps   map[string]bool
	elems   map[string]string
	keys    map[string]string
	members map[string]entry
	types   map[string]bool
	props   map[string]string
	outs    map[string]string
	bases   map[string][]string
	tuples  map[string]bool
	from    map[string]map[string]bool // package → the names that it has
	parts   [][2]string
	cases   map[string]string
	takes   map[string][]string
	left    map[string]int32
	runs    map[string]bool
	bare    map[string]bool
	raw     map[string]bool
}

// extend adds the library of another language, less the names that only its
// files have.
func (b *builtins) extend(o *builtins) {
	maps.Copy(b.wraps, o.wraps)
	maps.Copy(b.elems, o.elems)
	maps.Copy(b.keys, o.keys)
	maps.Copy(b.members, o.members)
	maps.Copy(b.types, o.types)
	maps.Copy(b.props, o.props)
	maps.Copy(b.outs, o.outs)
	for t, bases := range o.bases {
		b.bases[t] = append(b.bases[t], bases...)
	}
	maps.Copy(b.tuples, o.tuples)
	maps.Copy(b.cases, o.cases)
}

type entry struct {
	params []string
	result string
}

func loadBuiltins(name string) *builtins {
	b := &builtins{names: map[string]bool{}, wraps: map[string]bool{}, elems: map[string]string{}, keys: map[string]string{}, members: map[string]entry{}, types: map[string]bool{},
		props: map[string]string{}, outs: map[string]string{}, bases: map[string][]string{}, tuples: map[string]bool{}, from: map[string]map[string]bool{},
		cases: map[string]string{}, takes: map[string][]string{}, left: map[string]int32{}, runs: map[string]bool{}, bare: map[string]bool{}, raw: map[string]bool{}}
	data, err := builtinFiles.ReadFile("builtins/" + name + ".txt")
	if err != nil {
		panic(err) // embedded: cannot happen
	}
	sets := map[string]map[string]bool{"names": b.names, "wraps": b.wraps, "tuple": b.tuples, "runs": b.runs, "bare": b.bare, "raw": b.raw}
	pkg := ""
	for _, line := range strings.Split(string(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		if set := sets[w[0]]; set != nil {
			for _, n := range w[1:] {
				set[n] = true
			}
			continue
		}
		switch w[0] {
		case "elem":
			b.elems[w[1]] = w[2]
		case "key":
			b.keys[w[1]] = w[2]
		case "prop":
			b.props[w[1]] = w[2]
		case "out":
			b.outs[w[1]] = w[2]
		case "base":
			b.bases[w[1]] = append(b.bases[w[1]], w[2:]...)
			b.types[w[1]] = true
		case "parts":
			b.parts = append(b.parts, [2]string{w[1], w[2]})
		case "case":
			b.cases[w[1]] = w[2]
		case "takes":
			b.takes[w[1]] = splitArgs(strings.Trim(strings.Join(w[2:], ""), "()"))
		case "left":
			n, _ := strconv.Atoi(w[2])
			b.left[w[1]] = int32(n)
		case "func":
			b.add("."+w[1], strings.Join(w[2:], ""))
			if pkg != "" {
				b.from[pkg][w[1]] = true
			} else {
				b.names[w[1]] = true
			}
		case "from":
			pkg = w[1]
			if b.from[pkg] == nil {
				b.from[pkg] = map[string]bool{}
			}
		default:
			b.add(w[0], strings.Join(w[1:], ""))
			t, _, _ := strings.Cut(w[0], ".")
			b.types[t] = true
		}
	}
	return b
}

func (b *builtins) add(name, spec string) {
	var e entry
	if strings.HasPrefix(spec, "(") {
		if i := strings.Index(spec, ")"); i > 0 {
			e.params, spec = splitArgs(spec[1:i]), spec[i+1:]
		}
	}
	e.result = spec
	b.members[name] = e
}

// splitArgs splits at commas outside angle brackets.
func splitArgs(s string) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<':
			depth++
		case '>':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, s[from:i])
				from = i + 1
			}
		}
	}
	return append(out, s[from:])
}

func (b *builtins) has(name string) bool { return b != nil && b.names[name] }

func (b *builtins) transparent(name string) bool { return b != nil && b.wraps[lastName(name)] }

func (b *builtins) hasMember(typ, name string) bool {
	if b == nil {
		return false
	}
	return b.hasMemberOf(lastName(typ), name, 6)
}

func (b *builtins) hasMemberOf(typ, name string, depth int) bool {
	if _, ok := b.members[typ+"."+name]; ok {
		return true
	}
	if _, ok := b.props[typ+"."+name]; ok {
		return true
	}
	for _, spec := range b.bases[typ] {
		if base, _, _ := strings.Cut(spec, "<"); depth > 0 && b.hasMemberOf(base, name, depth-1) {
			return true
		}
	}
	return false
}

// declarer is the nearest of a type and its bases that has a member itself.
func (b *builtins) declarer(typ, name string) string {
	if b == nil {
		return ""
	}
	for queue, n := []string{lastName(typ)}, 0; n < len(queue) && n < 30; n++ {
		if b.hasMemberOf(queue[n], name, 0) {
			return queue[n]
		}
		for _, spec := range b.bases[queue[n]] {
			base, _, _ := strings.Cut(spec, "<")
			queue = append(queue, base)
		}
	}
	return ""
}

// make builds the value that a spec describes.
func (b *builtins) make(spec string, recv *val, arg func(int) *val, ret func() *val) *val {
	switch {
	case spec == "" || spec == "_":
		return nil
	case spec == "self":
		return recv
	case spec == "ret":
		return ret()
	case len(spec) == 1 && spec[0] >= '0' && spec[0] <= '9':
		if recv != nil && recv.k == vTuple {
			return union(recv.args...)
		}
		return recv.arg(int(spec[0] - '0'))
	case len(spec) == 2 && spec[0] == 'a' && spec[1] >= '0' && spec[1] <= '9':
		n, _ := strconv.Atoi(spec[1:])
		return arg(n)
	case len(spec) == 2 && spec[0] == 't' && spec[1] >= '0' && spec[1] <= '9':
		return arg(-1 - int(spec[1]-'0'))
	case len(spec) == 2 && spec[0] == 'r' && spec[1] >= '0' && spec[1] <= '9':
		return arg(-100 - int(spec[1]-'0'))
	}
	if i := strings.IndexByte(spec, '|'); i > 0 && !strings.Contains(spec[:i], "<") {
		return union(b.make(spec[:i], recv, arg, ret), b.make(spec[i+1:], recv, arg, ret))
	}
	name, args := spec, []*val(nil)
	if i := strings.IndexByte(spec, '<'); i > 0 && strings.HasSuffix(spec, ">") {
		name = spec[:i]
		for _, a := range splitArgs(spec[i+1 : len(spec)-1]) {
			args = append(args, b.make(a, recv, arg, ret))
		}
	}
	switch name {
	case "or":
		for _, a := range args {
			if a != nil {
				return a
			}
		}
		return nil
	case "tuple":
		return &val{k: vTuple, args: args}
	case "elem": // the element of a container
		if len(args) == 1 && args[0] != nil {
			if args[0].k == vTuple {
				return union(args[0].args...)
			}
			return args[0].arg(max(0, len(args[0].args)-1))
		}
		return nil
	case "classof":
		if len(args) == 1 && args[0] != nil && args[0].k == vInst {
			return class(args[0].ref, args[0].args...)
		}
		return nil
	case "flat": // awaited, unwrapped
		if len(args) == 1 && args[0] != nil && args[0].k == vExt && len(args[0].args) > 0 {
			return args[0].args[0]
		}
		if len(args) == 1 {
			return args[0]
		}
	}
	return ext(name, args...)
}

func (b *builtins) element(s *solver, v *val, how string) *val {
	if b == nil {
		return nil
	}
	n := lastName(v.name)
	if how == "iterkey" || how == "iter" {
		if spec, ok := b.keys[n]; ok {
			return b.make(spec, v, nil, nil)
		}
	}
	if spec, ok := b.elems[n]; ok {
		return b.make(spec, v, nil, nil)
	}
	if b.wraps[n] {
		return s.element(v.arg(0), how)
	}
	return nil
}
