package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// web is a folder of a web server that answers GET and takes PUT.
type web struct {
	base  *url.URL
	token string
}

// openHTTP takes a bearer token from SMP_STORE_TOKEN.
func openHTTP(u *url.URL, getenv func(string) string) Store {
	return &web{base: u, token: getenv("SMP_STORE_TOKEN")}
}

func (w *web) String() string { return w.base.Redacted() }

// client waits for the first bytes of an answer only so long; how long the
// rest may take is the context's.
var client = &http.Client{Transport: transport(), CheckRedirect: func(r *http.Request, via []*http.Request) error {
	if len(via) > 5 || r.URL.Host != via[0].URL.Host || r.URL.Scheme != via[0].URL.Scheme {
		return errors.New("it redirects elsewhere; name that address")
	}
	return nil
}}

func transport() *http.Transport {
	return &http.Transport{Proxy: http.ProxyFromEnvironment, DialContext: (&net.Dialer{Timeout: 10 * time.Second}).DialContext, TLSHandshakeTimeout: 10 * time.Second,
		ResponseHeaderTimeout: time.Minute, MaxResponseHeaderBytes: 64 << 10, DisableCompression: true, IdleConnTimeout: time.Minute}
}

func (w *web) do(ctx context.Context, method, name string, content io.Reader, size int64) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, w.base.JoinPath(name).String(), content)
	if err != nil {
		return nil, err
	}
	if content != nil {
		req.ContentLength = size
	}
	if w.token != "" {
		req.Header.Set("Authorization", "Bearer "+w.token)
	}
	return client.Do(req)
}

func (w *web) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	resp, err := w.do(ctx, http.MethodGet, name, nil, 0)
	if err != nil {
		return nil, err
	}
	switch resp.StatusCode {
	case http.StatusOK:
		return resp.Body, nil
	case http.StatusNotFound, http.StatusGone:
		return nil, errors.Join(ErrNotFound, resp.Body.Close())
	}
	return nil, errors.Join(fmt.Errorf("%s answers %s", w, resp.Status), resp.Body.Close())
}

func (w *web) Put(ctx context.Context, name string, content io.ReadSeeker, size int64) error {
	resp, err := w.do(ctx, http.MethodPut, name, io.NopCloser(content), size)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("%s answers %s", w, resp.Status)
	}
	return nil
}
