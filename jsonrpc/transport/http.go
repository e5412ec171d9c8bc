package transport

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/structural-memory/smp/jsonrpc"
)

// gzipFrom is how long an answer is that is worth compressing.
const gzipFrom = 1024

// post answers a message in the body of a request: a single one or a batch. A
// client that prefers text/markdown gets the result alone, as a text.
func (h *HTTP) post(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST, OPTIONS")
		http.Error(w, "send a JSON-RPC request with POST", http.StatusMethodNotAllowed)
		return
	}
	p := h.s.NewPeer(jsonrpc.PeerOptions{Name: r.RemoteAddr, Access: AccessOf(r), Markdown: wantsMarkdown(r.Header.Get("Accept"))})
	raw, err := body(r, h.s.Limits().Bytes)
	var large *tooLarge
	switch {
	case errors.As(err, &large):
		reply(w, r, http.StatusRequestEntityTooLarge, "application/json", h.s.Refusal(jsonrpc.Fail(jsonrpc.TooLarge, map[string]any{"what": "bytes", "limit": large.limit})))
		return
	case errors.Is(err, errEncoding):
		http.Error(w, err.Error(), http.StatusUnsupportedMediaType)
		return
	case err != nil:
		http.Error(w, "the body cannot be read", http.StatusBadRequest)
		return
	}
	if p.Markdown {
		if text, fault, ok := h.s.Text(r.Context(), p, raw); ok {
			status := http.StatusOK
			if fault != nil {
				status, text = fault.Code.Info().HTTP, fault.Text()
			}
			reply(w, r, status, "text/markdown; charset=utf-8", []byte(text))
			return
		}
	}
	if msg := h.s.Handle(r.Context(), p, raw); msg != nil {
		reply(w, r, http.StatusOK, "application/json", msg)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

var errEncoding = errors.New("use Content-Encoding: gzip, or none")

// body reads a request's body, of at most limit bytes after decompression.
func body(r *http.Request, limit int) ([]byte, error) {
	in := io.Reader(r.Body)
	switch r.Header.Get("Content-Encoding") {
	case "", "identity":
	case "gzip":
		z, err := gzip.NewReader(io.LimitReader(r.Body, int64(limit)))
		if err != nil {
			return nil, err
		}
		defer z.Close()
		in = z
	default:
		return nil, errEncoding
	}
	raw, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if len(raw) > limit {
		return nil, &tooLarge{limit}
	}
	return raw, err
}

func reply(w http.ResponseWriter, r *http.Request, status int, kind string, msg []byte) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Accept, Accept-Encoding")
	if len(msg) < gzipFrom || !accepts(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Length", strconv.Itoa(len(msg)))
		w.WriteHeader(status)
		_, _ = w.Write(msg) // a client that is gone needs no answer
		return
	}
	h.Set("Content-Encoding", "gzip")
	w.WriteHeader(status)
	z := gzip.NewWriter(w)
	_, _ = z.Write(msg)
	_ = z.Close()
}

// wantsMarkdown tells whether a text is preferred to JSON.
func wantsMarkdown(accept string) bool {
	text := quality(accept, "text/markdown")
	return text > 0 && text >= quality(accept, "application/json")
}

func accepts(header, what string) bool { return quality(header, what) > 0 }

// quality is how much a header of the Accept family wants something that it
// names; zero where it does not name it. Among equals the first counts a
// little more.
func quality(header, what string) float64 {
	for i, part := range strings.Split(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), what) {
			continue
		}
		q := 1.0
		if _, v, ok := strings.Cut(params, "q="); ok {
			v, _, _ = strings.Cut(v, ";")
			var err error
			if q, err = strconv.ParseFloat(strings.TrimSpace(v), 64); err != nil {
				q = 0
			}
		}
		if q <= 0 {
			return 0
		}
		return q - float64(i)/1e6
	}
	return 0
}
