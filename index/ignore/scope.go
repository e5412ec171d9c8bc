package ignore

// Scope holds the rules that are in force inside one directory. It is a value;
// the scope of a subdirectory is made from its parent's and shares it.
type Scope struct {
	first    *List // ranks above all others
	own, git *layer
}

type layer struct {
	list *List
	up   *layer
}

// Base starts a scope with rules that rank above every file, or nil.
func Base(first *List) Scope { return Scope{first: first} }

// WithGit adds a file of git's that ranks above those already there.
func (s Scope) WithGit(l *List) Scope {
	if l != nil {
		s.git = &layer{l, s.git}
	}
	return s
}

// WithOwn adds an .smpignore file that ranks above those already there.
func (s Scope) WithOwn(l *List) Scope {
	if l != nil {
		s.own = &layer{l, s.own}
	}
	return s
}

// Verdict is what the rules say about one path by itself, regardless of the
// directories above it.
type Verdict struct {
	list *List
	pat  *pattern
	own  bool
}

// Ignored says that the rule excludes the path.
func (v Verdict) Ignored() bool { return v.pat != nil && !v.pat.negated }

// Kept says that a "!" rule includes the path.
func (v Verdict) Kept() bool { return v.pat != nil && v.pat.negated }

// Own says that the rule is ours, not git's.
func (v Verdict) Own() bool { return v.own }

// Rule is the rule that decided; the zero Rule if none did.
func (v Verdict) Rule() Rule {
	if v.pat == nil {
		return Rule{}
	}
	return v.list.rule(v.pat)
}

// Match returns the verdict on path, which is relative to the root and whose
// last element is name. The path's directory must be the scope's.
func (s Scope) Match(path, name string, isDir bool) Verdict {
	if s.first != nil {
		if p := s.first.find(path, name, isDir); p != nil {
			return Verdict{s.first, p, true}
		}
	}
	for l := s.own; l != nil; l = l.up {
		if p := l.list.find(path, name, isDir); p != nil {
			return Verdict{l.list, p, true}
		}
	}
	for l := s.git; l != nil; l = l.up {
		if p := l.list.find(path, name, isDir); p != nil {
			return Verdict{l.list, p, false}
		}
	}
	return Verdict{}
}

// Reaches says whether one of our "!" rules names something inside dir, so
// that dir must be looked into although it is itself left out.
func (s Scope) Reaches(dir string) bool {
	if s.first != nil && s.first.reaches(dir) {
		return true
	}
	for l := s.own; l != nil; l = l.up {
		if l.list.reaches(dir) {
			return true
		}
	}
	return false
}
