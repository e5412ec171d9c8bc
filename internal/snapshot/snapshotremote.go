package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/merkle/archive"
)

const (
	snapshotURL = "smp://snapshots/"
	snapshotExt = ".tar.zst"
)

// SnapshotName tells whether a file name is that of a snapshot: nothing else
// is read from the folder of snapshots, or served.
func SnapshotName(name string) bool {
	id, ok := strings.CutSuffix(name, snapshotExt)
	return ok && archive.ValidID(id)
}

// SnapshotSchema is the newest schema of snapshots that this program takes in.
func SnapshotSchema() int { return store.Schema() }

// fetch opens the archive that the options name.
func (x *importer) fetch(ctx context.Context) (io.ReadCloser, error) {
	o := x.o
	address := o.SourceURL
	if address == "" {
		if o.SnapshotID == "" {
			return nil, &workspace.ParamError{Param: "source_url", Value: `""`, Hint: "name a snapshot by its address or its id"}
		}
		address = snapshotURL + o.SnapshotID + snapshotExt
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, badSource(address, "it is no address")
	}
	switch u.Scheme {
	case "smp":
		name := strings.TrimPrefix(u.Path, "/")
		if u.Host != "snapshots" || !SnapshotName(name) {
			return nil, badSource(address, "the addresses of own snapshots are "+snapshotURL+"ID"+snapshotExt)
		}
		dir, err := snapshotDir(x.home)
		if err != nil {
			return nil, err
		}
		return openPlain(address, filepath.Join(dir, name))
	case "file":
		if u.Host != "" && u.Host != "localhost" || !filepath.IsAbs(filepath.FromSlash(u.Path)) {
			return nil, badSource(address, "use file:///absolute/path")
		}
		path := filepath.FromSlash(u.Path)
		if !o.AnyFile && !x.ours(path) {
			return nil, badSource(address, "it is outside of the repository; only who administers the server may name files there")
		}
		return openPlain(address, path)
	case "http", "https":
		return fetchHTTP(ctx, address)
	}
	return nil, badSource(address, "use smp://snapshots/, http://, https:// or file://")
}

func badSource(address, hint string) error {
	return &workspace.ParamError{Param: "source_url", Value: address, Hint: hint}
}

// ours tells whether a file is below the root or in the folder of snapshots,
// wherever links lead.
func (x *importer) ours(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	dirs := []string{x.m.Space.Opts.Root}
	if dir, err := snapshotDir(x.home); err == nil {
		dirs = append(dirs, dir)
	}
	for _, dir := range dirs {
		if d, err := filepath.EvalSymlinks(dir); err == nil {
			if rel, err := filepath.Rel(d, real); err == nil && filepath.IsLocal(rel) {
				return true
			}
		}
	}
	return false
}

// openPlain opens a file, and nothing that a read could wait for.
func openPlain(address, path string) (io.ReadCloser, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, badSource(address, "it is no file")
	}
	var f *os.File
	if err == nil {
		f, err = os.Open(path)
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil, badSource(address, "there is no such snapshot")
	}
	if err != nil {
		return nil, fmt.Errorf("the snapshot cannot be read: %w", err)
	}
	return f, nil
}

// Bounds of a download.
const (
	answerWithin = 30 * time.Second // of the first byte
	silentFor    = 60 * time.Second // between two reads
	mostHops     = 5
)

// snapshotClient follows redirects to the web only, and never from https to
// http.
var snapshotClient = &http.Client{
	Transport: &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		TLSHandshakeTimeout:    10 * time.Second,
		ResponseHeaderTimeout:  answerWithin,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true,
		IdleConnTimeout:        time.Minute,
	},
	CheckRedirect: func(r *http.Request, via []*http.Request) error {
		switch {
		case len(via) > mostHops:
			return errors.New("it redirects too often")
		case r.URL.Scheme != "https" && (r.URL.Scheme != "http" || via[0].URL.Scheme == "https"):
			return fmt.Errorf("it redirects to %s://", r.URL.Scheme)
		}
		return nil
	},
}

// fetchHTTP begins a download.
func fetchHTTP(ctx context.Context, address string) (io.ReadCloser, error) {
	ctx, cancel := context.WithCancel(ctx)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		cancel()
		return nil, badSource(address, "it is no address")
	}
	resp, err := snapshotClient.Do(req)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("the snapshot cannot be fetched: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		cancel()
		return nil, errors.Join(badSource(address, "the server answers "+resp.Status), resp.Body.Close())
	}
	return &download{resp.Body, cancel, time.AfterFunc(silentFor, cancel)}, nil
}

// download ends when nothing comes for a while.
type download struct {
	body   io.ReadCloser
	cancel context.CancelFunc
	silent *time.Timer
}

func (d *download) Read(p []byte) (int, error) {
	d.silent.Reset(silentFor)
	return d.body.Read(p)
}

func (d *download) Close() error {
	d.silent.Stop()
	d.cancel()
	return d.body.Close()
}
