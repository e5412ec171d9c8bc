package keys

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func open(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "keys"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSignAndVerify(t *testing.T) {
	s, other := open(t), open(t)
	k, err := s.New("key_prod_01")
	if err != nil {
		t.Fatal(err)
	}
	sig, err := s.Sign(k.ID, []byte("message"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Verify(k.ID, []byte("message"), sig); err != nil {
		t.Error(err)
	}
	if err := s.Verify(k.ID, []byte("another"), sig); !errors.Is(err, ErrSignature) {
		t.Error("another message:", err)
	}
	if err := s.Verify(k.ID, []byte("message"), sig[1:]); !errors.Is(err, ErrSignature) {
		t.Error("a shorter signature:", err)
	}
	if err := other.Verify(k.ID, []byte("message"), sig); !errors.Is(err, ErrUnknown) {
		t.Error("a key that is not trusted:", err)
	}
	pem, err := s.ExportPublic(k.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{pem, k.Public} {
		if _, err := other.Trust(k.ID, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.Verify(k.ID, []byte("message"), sig); err != nil {
		t.Error(err)
	}
	if _, err := other.Sign(k.ID, nil); !errors.Is(err, ErrPrivate) {
		t.Error("signed without the private half:", err)
	}
}

func TestIdsStandForOneKey(t *testing.T) {
	s, other := open(t), open(t)
	if _, err := s.New("a"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.New("a"); !errors.Is(err, ErrTaken) {
		t.Error("made twice:", err)
	}
	b, err := other.New("")
	if err != nil || !strings.HasPrefix(b.ID, "key_") {
		t.Fatal(b, err)
	}
	if _, err := s.Trust("a", b.Public); !errors.Is(err, ErrTaken) {
		t.Error("replaced:", err)
	}
	for _, id := range []string{"", "../a", "a/b", "a.b", "-a", strings.Repeat("a", 65)} {
		if _, err := s.Trust(id, b.Public); err == nil {
			t.Errorf("%q was taken", id)
		}
		if _, err := s.Get(id); err == nil {
			t.Errorf("%q was found", id)
		}
	}
}

func TestPrivateHalvesStayPrivate(t *testing.T) {
	s := open(t)
	if _, err := s.New("a"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.Dir(), "a.key")
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatal(info.Mode(), err)
	}
	secret, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	k, err := s.Only()
	if err != nil {
		t.Fatal(err)
	}
	body := strings.Split(string(secret), "\n")[1]
	if strings.Contains(fmt.Sprintf("%v %+v %#v", s, k, k), body[20:]) {
		t.Error("the private half is shown")
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sign("a", nil); err == nil || !strings.Contains(err.Error(), "chmod") {
		t.Error("a key that others can read was used:", err)
	}
	if err := os.WriteFile(path, []byte("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sign("a", nil); err == nil {
		t.Error("a damaged key was used")
	}
}

func TestListAndOnly(t *testing.T) {
	s := open(t)
	if all, err := s.List(); err != nil || all == nil || len(all) != 0 {
		t.Error(all, err)
	}
	if _, err := s.Only(); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
	for _, id := range []string{"b", "a"} {
		if _, err := s.New(id); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.List()
	if err != nil || len(all) != 2 || all[0].ID != "a" || !all[0].CanSign {
		t.Error(all, err)
	}
	if _, err := s.Only(); err == nil {
		t.Error("one of two was chosen")
	}
}

func TestEnv(t *testing.T) {
	t.Setenv(Env, "/somewhere/keys")
	if s, err := Open(""); err != nil || s.Dir() != "/somewhere/keys" {
		t.Error(s, err)
	}
}

func FuzzParsePublic(f *testing.F) {
	f.Add("MCowBQYDK2VwAyEA")
	f.Add("-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n")
	f.Fuzz(func(t *testing.T, text string) {
		key, err := ParsePublic(text)
		if err != nil {
			return
		}
		pem, err := encodePublic(key)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ParsePublic(string(pem)); err != nil || !again.Equal(key) {
			t.Fatal("another key comes back", err)
		}
	})
}
