package archive

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// Limits bound what a reader takes; zero values stand for the defaults.
type Limits struct {
	Total int64 // bytes of all members together, 8 GiB less one by default
	Ratio int64 // how many times its own size an archive may unpack to, 200
}

const (
	maxTotal    = 8<<30 - 1 // what the tar form can say
	maxRatio    = 200
	ratioFrom   = 16 << 20 // below it any ratio will do
	maxManifest = 1 << 20
	maxSig      = 1 << 10
	maxTail     = 64 << 10 // zeros behind the last entry
)

// Reader reads an archive, once, from its beginning.
type Reader struct {
	Manifest  *Manifest
	Text      []byte // the manifest's bytes
	Signature []byte // nil where there is none

	in    *counter
	out   *counter
	z     *zstd.Decoder
	tar   *tar.Reader
	next  *tar.Header // read already
	limit Limits
}

// counter counts what is read through it, by whichever goroutine.
type counter struct {
	r     io.Reader
	n     atomic.Int64
	check func() error
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	if c.check != nil && (err == nil || err == io.EOF) {
		if bad := c.check(); bad != nil {
			return n, bad
		}
	}
	return n, err
}

// NewReader reads the manifest and the signature, and nothing else. Close
// must be called.
func NewReader(r io.Reader, limit Limits) (*Reader, error) {
	if limit.Total <= 0 || limit.Total > maxTotal {
		limit.Total = maxTotal
	}
	if limit.Ratio <= 0 {
		limit.Ratio = maxRatio
	}
	x := &Reader{limit: limit, in: &counter{r: r}}
	z, err := zstd.NewReader(x.in, zstd.WithDecoderMaxWindow(window), zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(maxTotal))
	if err != nil {
		return nil, bad("%v", err)
	}
	x.z, x.out = z, &counter{r: z, check: x.tooLarge}
	x.tar = tar.NewReader(x.out)
	if err := x.head(); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

// tooLarge refuses a stream that unpacks to far more than it is. The
// decompressor reads ahead, which only makes the ratio look smaller.
func (x *Reader) tooLarge() error {
	if out := x.out.n.Load(); out > ratioFrom && out/x.limit.Ratio > x.in.n.Load() {
		return bad("it unpacks to more than %d times its size", x.limit.Ratio)
	}
	return nil
}

// Close frees what the reader holds; the stream stays the caller's.
func (x *Reader) Close() { x.z.Close() }

func (x *Reader) head() (err error) {
	if err := x.advance(); err != nil {
		return err
	}
	if x.Text, err = x.small(manifestName, maxManifest); err != nil {
		return err
	}
	if x.Manifest, err = parseManifest(x.Text); err != nil {
		return err
	}
	if x.Manifest.size() > x.limit.Total {
		return bad("it would unpack to more than %d bytes", x.limit.Total)
	}
	if err := x.advance(); err != nil {
		return err
	}
	if x.next != nil && x.next.Name == signatureName {
		if x.Signature, err = x.small(signatureName, maxSig); err != nil {
			return err
		}
		return x.advance()
	}
	return nil
}

// advance reads the next entry's header into next; nil behind the last.
func (x *Reader) advance() error {
	h, err := x.tar.Next()
	if err == io.EOF {
		x.next = nil
		return nil
	}
	if err != nil {
		return broken(err)
	}
	if h.Typeflag != tar.TypeReg || h.Linkname != "" || len(h.PAXRecords) > 0 {
		return bad("%q is no plain file", clip(h.Name))
	}
	x.next = h
	return nil
}

func (x *Reader) small(name string, limit int64) ([]byte, error) {
	if x.next == nil || x.next.Name != name {
		return nil, bad("%s is not where it should be", name)
	}
	if x.next.Size > limit {
		return nil, bad("%s is larger than %d bytes", name, limit)
	}
	b, err := io.ReadAll(io.LimitReader(x.tar, limit))
	if err != nil {
		return nil, broken(err)
	}
	return b, nil
}

// Extract gives the members to where to says, one after the other, each
// checked when it ends. What was written before an error is to be thrown away.
func (x *Reader) Extract(to func(Member) (io.Writer, error)) error {
	for _, m := range x.Manifest.Members {
		if x.next == nil || x.next.Name != m.Name {
			return bad("%s is not where it should be", m.Name)
		}
		if x.next.Size != m.Size {
			return bad("%s has not the size that the manifest says", m.Name)
		}
		w, err := to(m)
		if err != nil {
			return err
		}
		h := sha256.New()
		out := &sink{w: io.MultiWriter(w, h)}
		if _, err := io.CopyBuffer(out, struct{ io.Reader }{x.tar}, make([]byte, 256<<10)); err != nil {
			if out.err != nil {
				return out.err // the disk's fault, not the archive's
			}
			return broken(err)
		}
		if hex.EncodeToString(h.Sum(nil)) != m.SHA256 {
			return bad("%s has not the hash that the manifest says", m.Name)
		}
		if err := x.advance(); err != nil {
			return err
		}
	}
	if x.next != nil {
		return bad("%q is not in the manifest", clip(x.next.Name))
	}
	return x.end()
}

// sink remembers that it was the writer that failed.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (n int, err error) {
	n, s.err = s.w.Write(p)
	return n, s.err
}

// end refuses anything behind the archive but the padding of the tar form.
func (x *Reader) end() error {
	tail, err := io.ReadAll(io.LimitReader(x.out, maxTail+1))
	if err != nil {
		return broken(err)
	}
	if len(tail) > maxTail || len(bytes.Trim(tail, "\x00")) > 0 {
		return bad("something comes after its end")
	}
	return nil
}

// broken is an error of reading, as one of a damaged snapshot unless it says
// something else.
func broken(err error) error {
	if errors.Is(err, ErrFormat) {
		return err
	}
	return fmt.Errorf("%w: it is broken off or damaged: %w", ErrFormat, err)
}

func clip(s string) string {
	if len(s) <= 80 {
		return s
	}
	return s[:80] + "…"
}
