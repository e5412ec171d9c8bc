package linker

// What is read of a file in an answer is asked for: these are the ways to its
// tables that account for it, so that a file is linked again when what it was
// told has changed. A solver does not go to the tables past them.

// children are the definitions of that name right below parent, in order.
func (s *solver) children(f *file, parent int32, name string) []int32 {
	s.ask(f.path, name)
	return f.children(parent, name)
}

// shown are those of them that are members of the type itself.
func (s *solver) shown(f *file, parent int32, name string) []int32 {
	s.ask(f.path, name)
	return f.shown(parent, name)
}

// fieldsOf are the values that a member of a definition is given by
// assignment.
func (s *solver) fieldsOf(f *file, def int32, name string) []int32 {
	s.ask(f.path, name)
	return f.fieldsOf(def, name)
}

// all are all definitions right below parent, by name.
func (s *solver) all(f *file, parent int32) []int32 {
	s.ask(f.path, listing(f, parent))
	return f.all(parent)
}

// listing is the name under which it is told what a definition holds.
func listing(f *file, parent int32) string {
	if parent <= 0 {
		return "{"
	}
	return "{" + f.facts.Defs[parent].Name
}
