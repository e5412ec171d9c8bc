package archive

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

const (
	manifestName  = "manifest.json"
	signatureName = "manifest.sig"
	maxMembers    = 16
	window        = 4 << 20 // of the compressor; readers need no more
)

// Source is a member to be written, in a file.
type Source struct {
	Name string
	Path string
}

// Describe fills in the members of a manifest.
func (m *Manifest) Describe(sources []Source) error {
	m.Format, m.Members = Format, nil
	for _, s := range sources {
		f, err := os.Open(s.Path)
		if err != nil {
			return err
		}
		h := sha256.New()
		n, err := io.Copy(h, f)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
		m.Members = append(m.Members, Member{s.Name, n, hex.EncodeToString(h.Sum(nil))})
	}
	return m.checkMembers()
}

// Write writes an archive of the sources that the manifest was described
// with. sign signs a message; nil leaves the archive unsigned. The signature
// is given back.
func Write(w io.Writer, m *Manifest, sources []Source, sign func(message []byte) ([]byte, error)) (signature []byte, err error) {
	text, err := m.encode()
	if err != nil {
		return nil, err
	}
	if _, err := parseManifest(text); err != nil {
		return nil, err
	}
	z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(window))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, z.Close()) }()
	t := tar.NewWriter(z)
	if err := entry(t, manifestName, text); err != nil {
		return nil, err
	}
	if sign != nil {
		if signature, err = sign(Message(text)); err != nil {
			return nil, err
		}
		if err := entry(t, signatureName, signature); err != nil {
			return nil, err
		}
	}
	for i, s := range sources {
		if err := copyFile(t, &m.Members[i], s.Path); err != nil {
			return nil, err
		}
	}
	return signature, t.Close()
}

func header(name string, size int64) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o644, Format: tar.FormatUSTAR}
}

func entry(t *tar.Writer, name string, data []byte) error {
	if err := t.WriteHeader(header(name, int64(len(data)))); err != nil {
		return err
	}
	_, err := t.Write(data)
	return err
}

func copyFile(t *tar.Writer, m *Member, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := t.WriteHeader(header(m.Name, m.Size)); err != nil {
		return err
	}
	n, err := io.Copy(t, f)
	if err == nil && n != m.Size {
		err = fmt.Errorf("%s changed while it was packed", m.Name)
	}
	return err
}
