package keys

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Env names the variable that says where the keys are.
const Env = "SMP_KEYS"

// What can be wrong with a key.
var (
	ErrUnknown   = errors.New("no such key")
	ErrPrivate   = errors.New("its private half is not here")
	ErrTaken     = errors.New("another key has this id")
	ErrSignature = errors.New("the signature is not by this key")
)

// Store is a folder of keys.
type Store struct{ dir string }

// Open is the folder; "" is what Env names, else smp/keys in the user's
// configuration folder. It need not exist.
func Open(dir string) (*Store, error) {
	if dir == "" {
		dir = os.Getenv(Env)
	}
	if dir == "" {
		config, err := os.UserConfigDir()
		if err != nil {
			return nil, fmt.Errorf("there is no folder for keys (%w); name one with %s", err, Env)
		}
		dir = filepath.Join(config, "smp", "keys")
	}
	return &Store{dir}, nil
}

// Dir is the folder.
func (s *Store) Dir() string { return s.dir }

// Key is the public side of a key.
type Key struct {
	ID          string `json:"key_id"`
	Public      string `json:"public_key"` // base64
	Fingerprint string `json:"fingerprint"`
	CanSign     bool   `json:"can_sign"` // the private half is here
}

var validID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

func checkID(id string) error {
	if !validID.MatchString(id) {
		return fmt.Errorf("%q is no id of a key: use up to 64 letters, digits, _ and -", id)
	}
	return nil
}

func (s *Store) path(id, kind string) string { return filepath.Join(s.dir, id+kind) }

// New makes a key. Without an id, it gets one from its fingerprint.
func (s *Store) New(id string) (Key, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return Key{}, err
	}
	if id == "" {
		id = "key_" + fingerprint(public)[:8]
	}
	if err := checkID(id); err != nil {
		return Key{}, err
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return Key{}, fmt.Errorf("the folder for keys cannot be made: %w", err)
	}
	secret, err := encodePrivate(private)
	if err != nil {
		return Key{}, err
	}
	text, err := encodePublic(public)
	if err != nil {
		return Key{}, err
	}
	// The public half first: whoever has made it owns the id.
	if err := create(s.path(id, ".pub"), text, 0o644); err != nil {
		return Key{}, s.taken(id, err)
	}
	if err := create(s.path(id, ".key"), secret, 0o600); err != nil {
		return Key{}, errors.Join(s.taken(id, err), os.Remove(s.path(id, ".pub")))
	}
	return keyOf(id, public, true), nil
}

// Trust takes in somebody else's public key, as PEM or base64.
func (s *Store) Trust(id, text string) (Key, error) {
	if err := checkID(id); err != nil {
		return Key{}, err
	}
	public, err := ParsePublic(text)
	if err != nil {
		return Key{}, err
	}
	if old, err := s.public(id); err == nil {
		if old.Equal(public) {
			return s.Get(id)
		}
		return Key{}, fmt.Errorf("%s: %w; remove %s first if it is to be replaced", id, ErrTaken, s.path(id, ".pub"))
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return Key{}, fmt.Errorf("the folder for keys cannot be made: %w", err)
	}
	pem, err := encodePublic(public)
	if err != nil {
		return Key{}, err
	}
	if err := create(s.path(id, ".pub"), pem, 0o644); err != nil {
		return Key{}, s.taken(id, err)
	}
	return keyOf(id, public, false), nil
}

func (s *Store) taken(id string, err error) error {
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: %w", id, ErrTaken)
	}
	return fmt.Errorf("the key %s cannot be stored: %w", id, err)
}

// create writes a file that does not exist yet.
func create(path string, data []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// List are all keys, by id.
func (s *Store) List() ([]Key, error) {
	out := []Key{}
	files, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the folder of keys cannot be read: %w", err)
	}
	for _, f := range files {
		id, ok := strings.CutSuffix(f.Name(), ".pub")
		if !ok || !validID.MatchString(id) {
			continue
		}
		k, err := s.Get(id)
		if err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b Key) int { return strings.Compare(a.ID, b.ID) })
	return out, nil
}

// Get is the key with the id.
func (s *Store) Get(id string) (Key, error) {
	public, err := s.public(id)
	if err != nil {
		return Key{}, err
	}
	_, err = os.Stat(s.path(id, ".key"))
	return keyOf(id, public, err == nil), nil
}

// Only is the one key that can sign here; an error says why there is no such.
func (s *Store) Only() (Key, error) {
	all, err := s.List()
	if err != nil {
		return Key{}, err
	}
	all = slices.DeleteFunc(all, func(k Key) bool { return !k.CanSign })
	switch len(all) {
	case 0:
		return Key{}, fmt.Errorf("%w to sign with; smp key new makes one", ErrUnknown)
	case 1:
		return all[0], nil
	}
	return Key{}, fmt.Errorf("there are %d keys to sign with; name one", len(all))
}

func keyOf(id string, public ed25519.PublicKey, canSign bool) Key {
	return Key{ID: id, Public: base64.StdEncoding.EncodeToString(public), Fingerprint: fingerprint(public), CanSign: canSign}
}

func fingerprint(public ed25519.PublicKey) string {
	sum := sha256.Sum256(public)
	return hex.EncodeToString(sum[:])
}
