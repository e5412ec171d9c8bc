package linker

// StepsOf links one file anew, by a solver that remembers nothing, and tells
// how many answers it worked out for that.
func StepsOf(l *Linker, path string) int {
	s := newSolver(l)
	s.link(l.files[path])
	return s.frames
}

// LinkAlone links one file anew, by a solver that remembers nothing.
func LinkAlone(l *Linker, path string) *Links { return l.linkSafely(newSolver(l), l.files[path]) }
