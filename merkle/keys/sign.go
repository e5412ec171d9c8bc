package keys

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// maxFile bounds what is read of a key's file.
const maxFile = 16 << 10

// Sign signs a message with the private half of a key.
func (s *Store) Sign(id string, message []byte) ([]byte, error) {
	private, err := s.private(id)
	if err != nil {
		return nil, err
	}
	return ed25519.Sign(private, message), nil
}

// Verify tells by its error whether a message was signed by the key: one that
// is not trusted here matches ErrUnknown, another signature ErrSignature.
func (s *Store) Verify(id string, message, signature []byte) error {
	public, err := s.public(id)
	if err != nil {
		return err
	}
	if len(signature) != ed25519.SignatureSize || !ed25519.Verify(public, message, signature) {
		return fmt.Errorf("%s: %w", id, ErrSignature)
	}
	return nil
}

// ExportPublic is the public half as PEM, to be given to others.
func (s *Store) ExportPublic(id string) (string, error) {
	public, err := s.public(id)
	if err != nil {
		return "", err
	}
	text, err := encodePublic(public)
	return string(text), err
}

func (s *Store) public(id string) (ed25519.PublicKey, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	data, err := readFile(s.path(id, ".pub"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; smp key list shows those that there are", id, ErrUnknown)
	}
	if err != nil {
		return nil, fmt.Errorf("the key %s cannot be read: %w", id, err)
	}
	public, err := ParsePublic(string(data))
	if err != nil {
		return nil, fmt.Errorf("the key %s is damaged: %w", id, err)
	}
	return public, nil
}

func (s *Store) private(id string) (ed25519.PrivateKey, error) {
	public, err := s.public(id)
	if err != nil {
		return nil, err
	}
	path := s.path(id, ".key")
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", id, ErrPrivate)
	}
	if err != nil {
		return nil, fmt.Errorf("the private half of %s cannot be read: %w", id, err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("others can read the private half of %s; chmod 600 %s", id, path)
	}
	data, err := readFile(path)
	if err != nil {
		return nil, fmt.Errorf("the private half of %s cannot be read: %w", id, err)
	}
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, fmt.Errorf("the private half of %s is damaged", id)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	private, ok := parsed.(ed25519.PrivateKey)
	if err != nil || !ok {
		return nil, fmt.Errorf("the private half of %s is damaged", id) // what exactly is nobody's business
	}
	if !public.Equal(private.Public()) {
		return nil, fmt.Errorf("the two halves of %s do not belong together", id)
	}
	return private, nil
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile))
}

// ParsePublic reads a public key: PEM, or the base64 of its 32 bytes.
func ParsePublic(text string) (ed25519.PublicKey, error) {
	if block, _ := pem.Decode([]byte(text)); block != nil {
		parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
		if public, ok := parsed.(ed25519.PublicKey); ok && err == nil {
			return public, nil
		}
		return nil, errors.New("the PEM block is no public Ed25519 key")
	}
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(raw) != ed25519.PublicKeySize {
		return nil, errors.New("it is no public Ed25519 key, neither as PEM nor as base64")
	}
	return raw, nil
}

func encodePublic(public ed25519.PublicKey) ([]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(public)
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), err
}

func encodePrivate(private ed25519.PrivateKey) ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(private)
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), err
}
