package framework

import "slices"

// Listens and Signals tell whether a call of that name names an event and what
// is called for it, or that it happens.
func Listens(lang, name string) bool {
	return slices.ContainsFunc(For(lang), func(f *Framework) bool { return slices.Contains(f.listen, name) })
}

// Signals: see Listens.
func Signals(lang, name string) bool {
	return slices.ContainsFunc(For(lang), func(f *Framework) bool { return slices.Contains(f.signal, name) })
}
