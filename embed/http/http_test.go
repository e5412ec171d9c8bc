package http

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/structural-memory/smp/embed"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop"), goleak.IgnoreTopFunction("internal/poll.runtime_pollWait"))
}

const key = "sk-very-secret"

// server is what a local model server does: it checks what it is asked, and
// answers with vectors that depend on the text.
type server struct {
	*httptest.Server
	mu    sync.Mutex
	asked [][]string
	odd   []func(w http.ResponseWriter, input []string) bool // taken in turn for the first requests; true if it answered
	tear  func(data []map[string]any) []map[string]any
	limit int // texts in a request, 413 above
}

// vector is the one that the server gives for a text.
func vector(text string) []float64 {
	v := make([]float64, 8)
	for i, c := range []byte(text) {
		v[i%8] += float64(c%31) + 1
	}
	return v
}

func newServer(t testing.TB) *server {
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *server) serve(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Model      string
		Input      []string
		Dimensions int
	}
	switch err := json.NewDecoder(r.Body).Decode(&body); {
	case r.Method != "POST" || r.URL.Path != "/v1/embeddings":
		http.NotFound(w, r)
		return
	case r.Header.Get("Authorization") != "Bearer "+key:
		w.WriteHeader(401)
		fmt.Fprintf(w, `{"error": {"message": "wrong key: %s"}}`, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		return
	case err != nil || body.Model != "m" || slices.Contains(body.Input, ""):
		w.WriteHeader(400)
		io.WriteString(w, `{"error": "no such model, or nothing to embed"}`)
		return
	}
	s.mu.Lock()
	s.asked = append(s.asked, body.Input)
	var odd func(http.ResponseWriter, []string) bool
	if len(s.odd) > 0 {
		odd, s.odd = s.odd[0], s.odd[1:]
	}
	s.mu.Unlock()
	if odd != nil && odd(w, body.Input) {
		return
	}
	if s.limit > 0 && len(body.Input) > s.limit {
		w.WriteHeader(413)
		return
	}
	var data []map[string]any
	for i, x := range body.Input {
		v := vector(x)
		if body.Dimensions > 0 {
			v = v[:body.Dimensions]
		}
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": v})
	}
	slices.Reverse(data) // the index counts, not the place
	if s.tear != nil {
		data = s.tear(data)
	}
	json.NewEncoder(w).Encode(map[string]any{"object": "list", "model": body.Model, "data": data})
}

func (s *server) embedder(t testing.TB, change func(*Config)) (*Embedder, *[]time.Duration) {
	t.Helper()
	c := Config{BaseURL: s.URL + "/v1/", Key: key, Model: "m", Client: s.Client()}
	if change != nil {
		change(&c)
	}
	e, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var waits []time.Duration
	e.sleep = func(ctx context.Context, d time.Duration) error {
		mu.Lock()
		defer mu.Unlock()
		waits = append(waits, d)
		return ctx.Err()
	}
	return e, &waits
}

func texts(n int) (out []embed.Text) {
	for i := range n {
		out = append(out, embed.Text{Name: fmt.Sprintf("symbol%d", i)})
	}
	return out
}

func checkVectors(t *testing.T, got [][]float32, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d vectors for %d texts", len(got), len(want))
	}
	for i, w := range want {
		v, sum := vector(w), 0.0
		for _, x := range v {
			sum += x * x
		}
		for k, x := range got[i] {
			if math.Abs(float64(x)-v[k]/math.Sqrt(sum)) > 1e-6 {
				t.Fatalf("vector %d is not that of %q, scaled to 1: %v", i, w, got[i])
			}
		}
	}
}

func TestEmbedInBatches(t *testing.T) {
	for _, parallel := range []int{1, 3} {
		s := newServer(t)
		e, _ := s.embedder(t, func(c *Config) { c.MaxBatch, c.MaxBytes, c.Parallel, c.SymbolPrefix = 4, 60, parallel, "doc: " })
		list := texts(10)
		list[3] = embed.Text{} // nothing to say
		got, err := e.Embed(context.Background(), list)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for i := range list {
			want = append(want, "doc: "+list[i].Name)
		}
		if !slices.Equal(got[3], make([]float32, 8)) {
			t.Errorf("nothing has the vector %v", got[3])
		}
		got[3], want[3] = got[2], want[2]
		checkVectors(t, got, want)
		if e.Dim() != 8 || e.Name() != `http:m/"doc: ",""` {
			t.Errorf("%d dimensions, %s", e.Dim(), e.Name())
		}
		for _, b := range s.asked {
			if len(b) > 4 || len(strings.Join(b, "")) > 60 {
				t.Errorf("a request for %q", b)
			}
		}
	}
}

func TestEmbedQuery(t *testing.T) {
	s := newServer(t)
	e, _ := s.embedder(t, func(c *Config) { c.QueryPrefix, c.Dimensions, c.MaxText = "query: ", 4, 10 })
	v, err := e.EmbedQuery(context.Background(), "open the gröbste file")
	if err != nil || len(v) != 4 || e.Dim() != 4 {
		t.Fatal(v, err)
	}
	if got := s.asked[0][0]; got != "query: open the g" {
		t.Errorf("asked for %q", got) // ten bytes would cut the ö in two
	}
	if v, err := e.EmbedQuery(context.Background(), ""); err != nil || !slices.Equal(v, make([]float32, 4)) || len(s.asked) != 1 {
		t.Errorf("an empty question: %v, %v", v, err)
	}
}

func status(code int, header, body string) func(http.ResponseWriter, []string) bool {
	return func(w http.ResponseWriter, _ []string) bool {
		if header != "" {
			w.Header().Set("Retry-After", header)
		}
		w.WriteHeader(code)
		io.WriteString(w, body)
		return true
	}
}

func hangUp(w http.ResponseWriter, _ []string) bool {
	w.Header().Set("Content-Length", "1000")
	io.WriteString(w, `{"data": [`)
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func TestRetry(t *testing.T) {
	s := newServer(t)
	s.odd = append(s.odd, status(429, "7", `{"error":{"message":"slow down"}}`), status(503, "", "starting"), hangUp, status(429, time.Now().Add(20*time.Second).UTC().Format(http.TimeFormat), ""))
	e, waits := s.embedder(t, nil)
	got, err := e.Embed(context.Background(), texts(2))
	if err != nil {
		t.Fatal(err)
	}
	checkVectors(t, got, []string{"symbol0", "symbol1"})
	w := *waits
	if len(w) != 4 || w[0] != 7*time.Second || w[1] <= 0 || w[1] > time.Second || w[3] < 15*time.Second || w[3] > 20*time.Second {
		t.Errorf("it waits %v", w)
	}
}

func TestFailures(t *testing.T) {
	for _, c := range []struct {
		name   string
		odd    func(http.ResponseWriter, []string) bool
		times  int
		change func(*Config)
		want   string
	}{
		{"for ever busy", status(429, "", `{"error":{"message":"slow down"}}`), 9, func(c *Config) { c.Retries = 2 }, "after 3 attempts: the embedding server HOST says 429 Too Many Requests: slow down"},
		{"never again", status(500, "", ""), 9, func(c *Config) { c.Retries = -1 }, "after 1 attempts: the embedding server HOST says 500 Internal Server Error"},
		{"busy for long", status(429, "3600", ""), 9, nil, "the embedding server HOST says 429 Too Many Requests; it asks to wait 1h0m0s, more than the limit of 1m0s"},
		{"wrong key", nil, 0, func(c *Config) { c.Key = "sk-other" }, "the embedding server HOST says 401 Unauthorized: wrong key: (hidden) (is the key right?)"},
		{"wrong path", nil, 0, func(c *Config) { c.BaseURL = strings.TrimSuffix(c.BaseURL, "/v1/") }, "the embedding server HOST says 404 Not Found: 404 page not found (are the base URL and the model right?)"},
		{"wrong model", nil, 0, func(c *Config) { c.Model = "x" }, "the embedding server HOST says 400 Bad Request: no such model, or nothing to embed"},
		{"other dimensions", nil, 0, func(c *Config) { c.Dimensions = 4; c.Model = "m" }, ""},
		{"no JSON", status(200, "", "<html>"), 1, nil, "the embedding server's answer cannot be read (is the base URL right?): invalid character '<' looking for beginning of value"},
		{"cut", hangUp, 9, func(c *Config) { c.Retries = 1 }, "after 2 attempts: the embedding server HOST stopped in the middle of its answer: unexpected EOF"},
	} {
		s := newServer(t)
		for range c.times {
			s.odd = append(s.odd, c.odd)
		}
		e, _ := s.embedder(t, c.change)
		_, err := e.Embed(context.Background(), texts(2))
		got := ""
		if err != nil {
			got = strings.ReplaceAll(err.Error(), strings.TrimPrefix(s.URL, "http://"), "HOST")
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		if strings.Contains(got, "sk-") {
			t.Errorf("%s: the key is in %s", c.name, got)
		}
	}
}

func TestAnswersThatDoNotFit(t *testing.T) {
	for name, c := range map[string]struct {
		tear func([]map[string]any) []map[string]any
		want string
	}{
		"too few":       {func(d []map[string]any) []map[string]any { return d[1:] }, "gave 1 vectors for 2 texts"},
		"twice":         {func(d []map[string]any) []map[string]any { return []map[string]any{d[0], d[0]} }, "gave a vector for text 1 twice"},
		"beyond":        {func(d []map[string]any) []map[string]any { d[0]["index"] = 5; return d }, "beyond the end"},
		"none":          {func(d []map[string]any) []map[string]any { d[0]["embedding"] = []float64{}; return d }, "without numbers"},
		"other lengths": {func(d []map[string]any) []map[string]any { d[1]["embedding"] = []float64{1}; return d }, "expected are 8"},
		"text":          {func(d []map[string]any) []map[string]any { d[1]["embedding"] = "AAAA"; return d }, "cannot be read"},
	} {
		s := newServer(t)
		s.tear = c.tear
		e, _ := s.embedder(t, nil)
		if _, err := e.Embed(context.Background(), texts(2)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestTooLargeForTheServer(t *testing.T) {
	s := newServer(t)
	s.limit = 3
	e, _ := s.embedder(t, nil)
	got, err := e.Embed(context.Background(), texts(10))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, x := range texts(10) {
		want = append(want, x.Name)
	}
	checkVectors(t, got, want)
	s.limit = -1
	s.odd = []func(http.ResponseWriter, []string) bool{status(413, "", "even one is too large")}
	if _, err := e.EmbedQuery(context.Background(), "x"); err == nil || !strings.Contains(err.Error(), "413") {
		t.Errorf("a text that is too large: %v", err)
	}
}

func TestCancel(t *testing.T) {
	s := newServer(t)
	ctx, cancel := context.WithCancel(context.Background())
	s.odd = append(s.odd, func(w http.ResponseWriter, _ []string) bool {
		cancel()
		<-time.After(10 * time.Millisecond)
		return false
	})
	e, _ := s.embedder(t, nil)
	e.sleep = sleep
	if _, err := e.Embed(ctx, texts(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while asking: %v", err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	s.odd = append(s.odd, status(429, "30", ""))
	if _, err := e.Embed(ctx, texts(1)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("out of time while waiting: %v", err)
	}
}

func TestRate(t *testing.T) {
	s := newServer(t)
	e, waits := s.embedder(t, func(c *Config) { c.Rate, c.MaxBatch = 2, 1 })
	if _, err := e.Embed(context.Background(), texts(4)); err != nil {
		t.Fatal(err)
	}
	// Nothing sleeps here, so the turns lie half a second apart each.
	if w := *waits; len(w) != 3 || w[2] < time.Second || w[2] > 1600*time.Millisecond {
		t.Errorf("it waits %v", w)
	}
}

func TestConfigurationsThatCannotWork(t *testing.T) {
	for want, c := range map[string]Config{
		"give one like":     {BaseURL: "localhost:11434", Model: "m"},
		"cannot be read":    {BaseURL: "http://a b/", Model: "m"},
		"user in it":        {BaseURL: "http://user:" + key + "@host/v1", Model: "m"},
		"no embedding":      {BaseURL: "http://host/v1"},
		"cannot have -1":    {BaseURL: "http://host/v1", Model: "m", Dimensions: -1},
		"give one like htt": {Model: "m"},
	} {
		if _, err := New(c); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), key) {
			t.Errorf("%+v: %v, want %q", c, err, want)
		}
	}
}

func TestTheKeyIsHidden(t *testing.T) {
	c := Config{Key: key}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "config", c, "key", c.Key)
	js, _ := json.Marshal(map[string]any{"key": c.Key})
	for _, s := range []string{fmt.Sprint(c), fmt.Sprintf("%+v %#v %q %s", c, c, c.Key, c.Key), log.String(), string(js)} {
		if strings.Contains(s, key) {
			t.Errorf("the key is in %s", s)
		}
	}
}
