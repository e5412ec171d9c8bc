package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

// ErrNotFound says that a store does not have something.
var ErrNotFound = errors.New("there is no such snapshot")

// Store is a place for files, by names of the layout above.
type Store interface {
	// Get opens a file; ErrNotFound where there is none.
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	// Put writes a file of so many bytes, whole or not at all.
	Put(ctx context.Context, name string, content io.ReadSeeker, size int64) error
	// String is the address, without secrets.
	String() string
}

// Open opens the store at an address: s3://BUCKET/PREFIX, http(s)://…,
// file:///PATH or a path. getenv looks up what an address should not hold, see
// openS3 and openHTTP; nil is none.
func Open(address string, getenv func(string) string) (Store, error) {
	if getenv == nil {
		getenv = func(string) string { return "" }
	}
	scheme, _, found := strings.Cut(address, "://")
	if !found {
		if address == "" {
			return nil, errors.New("name the store: s3://BUCKET/PREFIX, http(s)://… or a folder")
		}
		return openFolder(address)
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the address of the store is none")
	}
	if u.User != nil {
		return nil, errors.New("the address of the store holds a secret; put it into the environment")
	}
	switch scheme {
	case "s3":
		return openS3(u, getenv)
	case "http", "https":
		return openHTTP(u, getenv), nil
	case "file":
		if u.Host != "" && u.Host != "localhost" {
			return nil, fmt.Errorf("%s names another machine; use file:///PATH", address)
		}
		return openFolder(filepath.FromSlash(u.Path))
	}
	return nil, fmt.Errorf("%s:// is no store: use s3://BUCKET/PREFIX, http(s)://… or a folder", scheme)
}
