package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Contents reads the contents with these names through one process, and calls
// each for them in that order until it fails. A content that is not there is
// ErrMissing, one of more than limit bytes ErrTooLarge (0: no limit); the bytes
// are the caller's to keep.
func (r *Repo) Contents(ctx context.Context, names []string, limit int64, each func(i int, content []byte, err error) error) error {
	for _, n := range names {
		if !isObjectName(n) {
			return fmt.Errorf("git in %s: %q names no content", r.root, n)
		}
	}
	if len(names) == 0 {
		return nil
	}
	var ended error
	asked := strings.NewReader(strings.Join(names, "\n") + "\n")
	err := r.stream(ctx, r.root, "", asked, func(from *bufio.Reader) error {
		for i := range names {
			content, err := r.content(from, limit)
			if err != nil && !errors.Is(err, ErrMissing) && !errors.Is(err, ErrTooLarge) {
				return err
			}
			if ended = each(i, content, err); ended != nil {
				return ended
			}
		}
		return nil
	}, "cat-file", "--batch", "--buffer")
	if ended != nil {
		return ended
	}
	return err
}

// content reads "name type size", the content and a newline.
func (r *Repo) content(from *bufio.Reader, limit int64) ([]byte, error) {
	head, err := from.ReadString('\n')
	if err == io.EOF {
		return nil, io.ErrUnexpectedEOF // the error is git's
	}
	if err != nil {
		return nil, err
	}
	parts := strings.Fields(head)
	if len(parts) == 2 && (parts[1] == "missing" || parts[1] == "ambiguous") {
		return nil, fmt.Errorf("%s: %w", parts[0], ErrMissing)
	}
	if len(parts) != 3 {
		return nil, r.unexpected(head)
	}
	size, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil || size < 0 {
		return nil, r.unexpected(head)
	}
	if limit > 0 && size > limit {
		if _, err := io.CopyN(io.Discard, from, size+1); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("%s has %d bytes: %w", parts[0], size, ErrTooLarge)
	}
	content := make([]byte, size+1)
	if _, err := io.ReadFull(from, content); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return content[:size:size], nil
}

// isObjectName tells whether s is the full name of an object.
func isObjectName(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}
