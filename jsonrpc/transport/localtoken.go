package transport

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A server that nobody gave a token makes one for its own user, so that other
// users of the machine, and pages in a browser, can ask but not write. It lies
// in a file that only its user can read, named after the port, where the
// clients look for it.

// TokenFolder is where servers of this user leave their tokens.
func TokenFolder() (string, error) {
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		return filepath.Join(dir, "smp"), nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no place for the server's token: %w; give one with --token or SMP_TOKEN", err)
	}
	return filepath.Join(dir, "smp", "run"), nil
}

// localToken is the file of a token.
type localToken struct{ file, secret string }

// leaveToken makes a token for the server at a port, and leaves it whole and
// readable by this user alone.
func leaveToken(folder, port string) (*localToken, error) {
	var secret [24]byte
	_, _ = rand.Read(secret[:]) // never fails
	t := &localToken{filepath.Join(folder, port+".token"), hex.EncodeToString(secret[:])}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the server's token cannot be left where clients look: %w", err)
	}
	f, err := os.CreateTemp(folder, ".token-*") // mode 600
	if err != nil {
		return nil, fmt.Errorf("the server's token cannot be left where clients look: %w", err)
	}
	_, err = f.WriteString(t.secret + "\n")
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), t.file)
	}
	if err != nil {
		return nil, errors.Join(err, os.Remove(f.Name()))
	}
	return t, nil
}

// remove takes the file away, unless another server has put its own there.
func (t *localToken) remove() {
	if t == nil {
		return
	}
	if text, err := os.ReadFile(t.file); err == nil && strings.TrimSpace(string(text)) == t.secret {
		_ = os.Remove(t.file) // of no use to anybody now
	}
}
