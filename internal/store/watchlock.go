package store

import "github.com/gofrs/flock"

// TryLockWatch makes the caller the one that keeps the file up to date with
// what it is of. ok is false while another, in this process or another, is. A
// process that dies gives the place up.
func (s *Store) TryLockWatch() (unlock func(), ok bool, err error) {
	if s.mem != nil {
		return func() {}, true, nil
	}
	l := flock.New(s.path + ".watch")
	if ok, err = l.TryLock(); err != nil || !ok {
		return nil, false, err
	}
	return func() { _ = l.Unlock() }, true, nil
}
