package views

import (
	"crypto/rand"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/structural-memory/smp/internal/copies"
)

// Whoever makes a view holds a lock on a file beside it while it does. A file
// of a view that is being made and whose lock is free was cut off, by a kill or
// a crash, and is removed by whoever sweeps next.

const holdSuffix = ".hold"

// beginMaking gives a name to make a view under; done lets go of it.
func (m *View) beginMaking(name string) (making string, done func(), err error) {
	dir, err := m.Copies.ViewsFolder()
	if err != nil {
		return "", nil, err
	}
	token := copies.MakingPrefix + strings.ToLower(rand.Text()[:8])
	hold := flock.New(filepath.Join(dir, token+holdSuffix))
	if ok, err := hold.TryLock(); err != nil || !ok {
		return "", nil, fmt.Errorf("a view cannot be made in %s: %w", dir, err)
	}
	return token + "-" + name, func() {
		_ = os.Remove(hold.Path()) // while it is held: nobody takes it for one that was cut off
		_ = hold.Unlock()
	}, nil
}

// justMade is how long a file that nobody holds may be about to be held.
const justMade = 5 * time.Second

// cutOff tells whether nobody makes the view any more that a file is of.
func cutOff(dir, file string, info fs.FileInfo) bool {
	if time.Since(info.ModTime()) < justMade {
		return false
	}
	token := strings.TrimPrefix(strings.TrimPrefix(file, "."), copies.MakingPrefix)
	token, _, _ = strings.Cut(strings.TrimSuffix(token, holdSuffix), "-")
	path := filepath.Join(dir, copies.MakingPrefix+token+holdSuffix)
	if _, err := os.Stat(path); err != nil {
		return true
	}
	hold := flock.New(path)
	ok, err := hold.TryLock()
	if ok {
		_ = hold.Unlock()
	}
	return ok && err == nil
}
