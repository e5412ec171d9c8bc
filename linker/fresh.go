package linker

// What an earlier run left saves work when little has changed. When most has,
// it costs more than it saves: the tables are brought to a state that is left
// at once, and nearly all is linked again anyway. Then all is linked as if
// nothing had been known, which gives the same links.

// mostLoaded are all files, as changed ones, when most of those that are loaded
// have changed or are removed and none has been taken in yet; nil otherwise.
// The loaded ones are then no longer needed.
func (l *Linker) mostLoaded(changed []File, removed []string) []File {
	if len(l.files) > 0 || len(l.loaded) == 0 {
		return nil
	}
	other := make(map[string]bool, len(changed)+len(removed))
	for _, f := range changed {
		other[f.Path] = true
	}
	for _, p := range removed {
		other[p] = true
	}
	var same []File
	for _, f := range l.loaded {
		if !other[f.Path] {
			same = append(same, f)
		}
	}
	if len(same)*2 >= len(l.loaded) {
		return nil
	}
	l.loaded, l.linked = nil, nil
	return append(same, changed...)
}
