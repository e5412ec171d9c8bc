package transport

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
)

// A server that nobody gave a token makes one for its own user, so that other
// users of the machine, and pages in a browser, can ask but not write. It lies
// in a file that only its user can read, named after the port, where the
// clients look for it.

// TokenFolder is where servers of this user leave their tokens: the first of
// the places that can be used. Clients look into all of them in this order.
func TokenFolder() (string, error) {
	var all error
	for _, dir := range tokenFolders() {
		err := ownFolder(dir)
		if err == nil {
			return dir, nil
		}
		all = errors.Join(all, err)
	}
	return "", fmt.Errorf("no place for the server's token: %w; give one with --token or SMP_TOKEN", all)
}

func tokenFolders() (all []string) {
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		all = append(all, filepath.Join(dir, "smp"))
	}
	if dir, err := os.UserCacheDir(); err == nil {
		all = append(all, filepath.Join(dir, "smp", "run"))
	}
	return append(all, filepath.Join(os.TempDir(), fmt.Sprintf("smp-%d", os.Getuid())))
}

// ownFolder makes a folder where there is none, and refuses one that another
// user has made, or that leads elsewhere: who owns it could put a token of
// theirs there, or a link to a secret that a client would then show.
func ownFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", dir)
	case !own(info):
		return fmt.Errorf("%s belongs to another user", dir)
	case info.Mode().Perm()&0o077 != 0:
		return os.Chmod(dir, 0o700)
	}
	return nil
}

// FindToken is the file that a server of this user has left for an address.
func FindToken(addr string) (string, error) {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("%q is no address: use HOST:PORT", addr)
	}
	for _, dir := range tokenFolders() {
		file := filepath.Join(dir, port+".token")
		if info, err := os.Lstat(file); err == nil && info.Mode().IsRegular() && own(info) {
			return file, nil
		}
	}
	return "", fmt.Errorf("no server of yours has left a token for port %s: start one with smp serve, or name its --addr", port)
}

// localToken is the file of a token.
type localToken struct{ file, secret string }

// leaveToken makes a token for the server at a port, and leaves it whole and
// readable by this user alone.
func leaveToken(folder, port string) (*localToken, error) {
	var secret [24]byte
	_, _ = rand.Read(secret[:]) // never fails
	t := &localToken{filepath.Join(folder, port+".token"), hex.EncodeToString(secret[:])}
	if err := ownFolder(folder); err != nil {
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
