package transport

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/structural-memory/smp/jsonrpc"
)

// Stdio answers what comes over a pair of streams until the input ends, or ctx.
// Messages are lines, or have Content-Length headers as editors write them: the
// first byte tells which, and answers have the same form.
func Stdio(ctx context.Context, s *jsonrpc.Server, in io.Reader, out io.Writer) error {
	p := s.NewPeer(jsonrpc.PeerOptions{Name: "stdio", Access: jsonrpc.Admin})
	f := &framed{r: bufio.NewReaderSize(in, 64<<10), w: out, limit: s.Limits().Bytes}
	l := &pumped{framed: f, messages: make(chan read)}
	done := make(chan struct{})
	defer close(done)
	go l.pump(done)
	return serve(context.WithoutCancel(ctx), ctx.Done(), s, p, l)
}

// pumped reads in a goroutine of its own, since a read of a stream cannot be
// cancelled.
type pumped struct {
	*framed
	messages chan read
}

type read struct {
	msg []byte
	err error
}

func (l *pumped) pump(done <-chan struct{}) {
	for {
		msg, err := l.next()
		select {
		case l.messages <- read{msg, err}:
		case <-done:
			return
		}
		var large *tooLarge
		if err != nil && !errors.As(err, &large) {
			return
		}
	}
}

func (l *pumped) read(ctx context.Context) ([]byte, error) {
	select {
	case m := <-l.messages:
		return m.msg, m.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// mostHeader is how many bytes the headers of a message may have.
const mostHeader = 8 << 10

// framed is a pair of streams with messages on it.
type framed struct {
	r     *bufio.Reader
	limit int

	mu      sync.Mutex // of w and headers
	w       io.Writer
	known   bool
	headers bool
}

// next is the next message.
func (f *framed) next() ([]byte, error) {
	for {
		c, err := f.r.ReadByte()
		if err != nil {
			return nil, err
		}
		if c == ' ' || c == '\t' || c == '\r' || c == '\n' {
			continue
		}
		_ = f.r.UnreadByte() // cannot fail after ReadByte
		break
	}
	if f.form() {
		return f.withHeaders()
	}
	return f.line()
}

// form tells whether messages have headers; the first one decides.
func (f *framed) form() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.known {
		first, _ := f.r.Peek(1)
		f.known, f.headers = true, len(first) > 0 && (first[0]|0x20 == 'c')
	}
	return f.headers
}

func (f *framed) line() ([]byte, error) {
	var msg []byte
	large := false
	for {
		part, err := f.r.ReadSlice('\n')
		if large = large || len(msg)+len(part) > f.limit; !large {
			msg = append(msg, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case large:
			return nil, &tooLarge{f.limit}
		case errors.Is(err, io.EOF) && len(bytes.TrimSpace(msg)) > 0:
			return msg, nil // the last line need not end
		}
		return msg, err
	}
}

func (f *framed) withHeaders() ([]byte, error) {
	length := -1
	for left := mostHeader; ; {
		raw, err := f.r.ReadSlice('\n') // of at most what the reader holds
		if left -= len(raw); left < 0 || errors.Is(err, bufio.ErrBufferFull) {
			return nil, fmt.Errorf("the headers of a message are longer than %d bytes", mostHeader)
		}
		if err != nil {
			return nil, err
		}
		line := string(raw)
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("%.200q is no header of a message", line)
		}
		if strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 {
				return nil, fmt.Errorf("%.200q is no length of a message", value)
			}
		}
	}
	if length < 0 {
		return nil, errors.New("a message has no Content-Length")
	}
	if length > f.limit {
		_, err := io.CopyN(io.Discard, f.r, int64(length))
		if err != nil {
			return nil, err
		}
		return nil, &tooLarge{f.limit}
	}
	msg := make([]byte, length)
	_, err := io.ReadFull(f.r, msg)
	return msg, err
}

func (f *framed) write(_ context.Context, msg []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var b bytes.Buffer
	if f.headers {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n", len(msg))
		b.Write(msg)
	} else {
		b.Write(msg)
		b.WriteByte('\n')
	}
	_, err := f.w.Write(b.Bytes())
	return err
}
