package golink

import (
	"go/types"
	"maps"
	"slices"
)

// change is what of a package's declarations must be checked again.
type change struct {
	pkg     *pkg
	names   nameSet            // to be declared anew
	inplace map[string]*remake // types that stay, by name
	members nameSet            // methods and fields that have come, gone or changed
	outside nameSet            // names that have changed in the package's other configurations only
	lost    lost               // what is known to be gone by hashes only
	types   map[string]*typeInfo
	aliases map[string]string
}

// lost are the hashes of names and members that are gone.
type lost struct{ own, exported, members hashes }

// remake is what differs in a type that stays.
type remake struct {
	fields  bool
	methods nameSet
}

// typeInfo counts what declares a type in a package's text.
type typeInfo struct {
	specs   int
	file    *file
	open    bool
	methods map[string]int
	derived []string // types that take over its underlying type
}

// nameSet is a set of names.
type nameSet map[string]bool

func (s nameSet) add(names []string) bool {
	grown := false
	for _, n := range names {
		if !s[n] {
			s[n], grown = true, true
		}
	}
	return grown
}

func (s nameSet) all(names []string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return !s[n] })
}

// of is the change of a package, empty at first.
func (p *plan) of(q *pkg) *change {
	c := p.changed[q]
	if c == nil {
		c = &change{pkg: q, names: nameSet{}, inplace: map[string]*remake{}, members: nameSet{}, outside: nameSet{}, aliases: map[string]string{}, lost: lost{hashes{}, hashes{}, hashes{}}}
		p.changed[q] = c
		c.survey()
	}
	return c
}

// survey counts what the package's text, as it is now, says of each type in
// its own configuration.
func (c *change) survey() {
	c.types = map[string]*typeInfo{}
	byHash := map[uint32][]string{}
	c.pkg.eachFile(func(f *file) {
		if f.variant != nil {
			return
		}
		for i := range f.pieces {
			p := &f.pieces[i]
			if p.method == "" && !p.typ || len(p.names) == 0 {
				continue
			}
			t := c.types[p.names[0]]
			if t == nil {
				t = &typeInfo{methods: map[string]int{}}
				c.types[p.names[0]] = t
			}
			if p.method != "" {
				t.methods[p.method]++
				continue
			}
			t.specs++
			t.file, t.open = f, p.open
			if p.derives != 0 {
				byHash[p.derives] = append(byHash[p.derives], p.names[0])
			}
		}
		for i := range f.facts.Defs {
			if d := &f.facts.Defs[i]; d.Form == "type_alias" && d.Type >= 0 {
				c.aliases[d.Name] = f.facts.Types[d.Type].Name
			}
		}
	})
	for n, t := range c.types {
		t.derived = byHash[nameHash(n)]
	}
}

// named is the type of that name if it can stay while its methods or fields
// change: it is declared once, in the package's own configuration, and has no
// type parameters.
func (c *change) named(name string, f *file) *types.Named {
	t := c.types[name]
	if c.names[name] || t == nil || t.specs != 1 || t.file.test != f.test || c.pkg.lib == nil {
		return nil
	}
	ly := c.pkg.lib
	if f.test {
		ly = c.pkg.all
	}
	if ly == nil {
		return nil
	}
	tn, ok := ly.names.Lookup(name).(*types.TypeName)
	if !ok || tn.IsAlias() {
		return nil
	}
	n, ok := tn.Type().(*types.Named)
	if !ok || n.TypeParams().Len() > 0 || n.Obj() != tn || tn.Pkg() != c.pkg.own {
		return nil
	}
	return n
}

func (c *change) remake(name string) *remake {
	if c.inplace[name] == nil {
		c.inplace[name] = &remake{methods: nameSet{}}
	}
	return c.inplace[name]
}

// take notes what differs in the text.
func (c *change) take(d *delta) {
	specs := map[string][2][]filePiece{} // the declarations of a type before and now
	for i, list := range [2][]filePiece{d.old, d.now} {
		for _, p := range list {
			if p.excluded {
				c.outsideOf(&p.piece)
			} else if p.typ {
				s := specs[p.names[0]]
				s[i] = append(s[i], p)
				specs[p.names[0]] = s
			} else if p.method == "" {
				c.rename(p.names)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(specs)) {
		if s := specs[name]; len(s[0]) != 1 || len(s[1]) != 1 || !c.sameButFields(&s[0][0], &s[1][0]) {
			c.rename([]string{name})
		}
	}
	times := map[string]int{}
	for _, p := range d.old {
		if p.method != "" && len(p.names) > 0 && !p.excluded {
			times[p.names[0]+"."+p.method]++
		}
	}
	for _, list := range [2][]filePiece{d.old, d.now} {
		for _, p := range list {
			if p.method != "" && len(p.names) > 0 && !p.excluded {
				c.method(p.file, &p.piece, times[p.names[0]+"."+p.method] > 1)
			}
		}
	}
}

// outsideOf notes a piece that other configurations see only.
func (c *change) outsideOf(p *piece) bool {
	grown := c.outside.add(p.names)
	if p.method != "" {
		grown = c.outside.add([]string{p.method}) || grown
	}
	return grown
}

// rename notes names that are to be declared anew. Methods can be declared on
// an alias: then it and its type go together.
func (c *change) rename(names []string) bool {
	grown := false
	for _, n := range names {
		for ; n != "" && !c.names[n]; n = c.aliases[n] {
			c.names[n], grown = true, true
		}
	}
	return grown
}

// method notes that a method is new, gone or different.
func (c *change) method(f *file, p *piece, again bool) bool {
	owner := p.names[0]
	if again || c.named(owner, f) == nil || c.types[owner].methods[p.method] > 1 {
		return c.rename(p.names)
	}
	grown := c.remake(owner).methods.add([]string{p.method})
	return c.members.add([]string{p.method}) || grown
}

// sameButFields tells whether a struct differs in its fields only, and notes
// which; what it embeds must be the same.
func (c *change) sameButFields(old, now *filePiece) bool {
	name := now.names[0]
	if !old.open || !now.open || old.file != now.file || c.named(name, now.file) == nil {
		return false
	}
	var diff []string
	has := func(list []field, f field) bool {
		return slices.ContainsFunc(list, func(g field) bool { return g.name == f.name && g.hash == f.hash })
	}
	for _, pair := range [2][2][]field{{old.fields, now.fields}, {now.fields, old.fields}} {
		for _, f := range pair[0] {
			if !has(pair[1], f) {
				if f.name == "" {
					return false
				}
				diff = append(diff, f.name)
			}
		}
	}
	c.refield(name, diff)
	return true
}

// refield notes that fields of a struct have changed. Types that take over its
// underlying type go with it.
func (c *change) refield(name string, fields []string) bool {
	r := c.remake(name)
	grown := !r.fields
	r.fields = true
	grown = c.members.add(fields) || grown
	return c.rename(c.types[name].derived) || grown
}
