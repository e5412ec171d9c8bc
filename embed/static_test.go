package embed

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

// small is a table of a few words with random vectors.
func small(t testing.TB, words ...string) *Table {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	var vectors [][]float32
	for range words {
		v := make([]float32, 16)
		for i := range v {
			v[i] = r.Float32() - 0.5
		}
		vectors = append(vectors, v)
	}
	table, err := NewTable("test", true, [NumFields]float32{3, 1, 1, 1, 1, 1}, words, vectors)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func cosine(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func one(t *testing.T, e Embedder, x Text) []float32 {
	t.Helper()
	vs, err := e.Embed(context.Background(), []Text{x})
	if err != nil || len(vs) != 1 {
		t.Fatal(vs, err)
	}
	return vs[0]
}

func TestVectorsHaveLengthOne(t *testing.T) {
	e := NewStatic(small(t, "pars", "request", "http"))
	for _, x := range []Text{{Name: "parseHTTPRequest"}, {Doc: "Parses all requests", Body: []string{"x.parse(y)"}}} {
		if v := one(t, e, x); math.Abs(cosine(v, v)-1) > 1e-5 {
			t.Errorf("%+v: length² %v", x, cosine(v, v))
		}
	}
	for _, x := range []Text{{}, {Name: "unknown", Doc: "of the"}} {
		if v := one(t, e, x); cosine(v, v) != 0 {
			t.Errorf("%+v says nothing, and has the vector %v", x, v)
		}
	}
}

func TestFieldsWeigh(t *testing.T) {
	e := NewStatic(small(t, "pars", "request"))
	q, _ := e.EmbedQuery(context.Background(), "parsing")
	name := one(t, e, Text{Name: "parse", Body: []string{"request"}})
	body := one(t, e, Text{Name: "request", Body: []string{"parse"}})
	if cosine(q, name) <= cosine(q, body) {
		t.Error("a word of the name counts no more than one of the body")
	}
	plain := one(t, e, Text{Name: "parse"})
	for _, x := range []Text{
		{Name: "parse", Lang: "go", Body: []string{"// request\nreturn"}},
		{Name: "parse", Path: "request/src/main/java/parse.go"},
		{Name: "parse", Lang: "python", Body: []string{"\n  \"\"\"request\"\"\"\n"}},
	} {
		v := one(t, e, x)
		if x.Path == "" && !slices.Equal(v, plain) {
			t.Errorf("%+v: comments and docstrings of the body count", x)
		}
	}
}

func TestTheSameTextHasTheSameVector(t *testing.T) {
	e, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]Text, 200)
	for i := range texts {
		texts[i] = Text{Lang: "go", Name: "openStore" + strings.Repeat("X", i%5), Path: "store/file.go", Doc: "Opens a file for reading.", Body: []string{strings.Repeat("x.load(path); ", i%7)}}
	}
	want, _ := e.Embed(context.Background(), texts)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := len(texts) - 1; i >= 0; i-- {
				v, err := e.Embed(context.Background(), texts[i:i+1])
				if err != nil || !slices.Equal(v[0], want[i]) {
					t.Errorf("text %d has another vector alone", i)
					return
				}
			}
		})
	}
	wg.Wait()
	a, _ := e.EmbedQuery(context.Background(), "read a file from the disk")
	b, _ := e.EmbedQuery(context.Background(), "the disk file read from")
	if !slices.Equal(a, b) {
		t.Error("the order of words shows")
	}
}

func TestEmbedEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewStatic(small(t, "a")).Embed(ctx, make([]Text, 3)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}

// TestDefaultKnowsMeanings: words that share no letters lie near.
func TestDefaultKnowsMeanings(t *testing.T) {
	e, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	symbols := []Text{
		{Name: "unlink", Path: "fs/files.py"},
		{Name: "sendMail", Path: "mail/smtp.py"},
		{Name: "retryWithBackoff", Path: "net/client.py"},
		{Name: "encryptPassword", Path: "auth/crypto.py"},
	}
	vs, _ := e.Embed(context.Background(), symbols)
	for query, want := range map[string]string{
		"delete a path from the disk":           "unlink",
		"deliver a message to recipients":       "sendMail",
		"try a failed request again after wait": "retryWithBackoff",
		"hash user credentials securely":        "encryptPassword",
	} {
		q, _ := e.EmbedQuery(context.Background(), query)
		best := 0
		for i := range vs {
			if cosine(q, vs[i]) > cosine(q, vs[best]) {
				best = i
			}
		}
		if symbols[best].Name != want {
			t.Errorf("%q finds %s, want %s", query, symbols[best].Name, want)
		}
	}
}

func BenchmarkEmbed(b *testing.B) {
	e, err := Default()
	if err != nil {
		b.Fatal(err)
	}
	texts := make([]Text, 256)
	for i := range texts {
		texts[i] = Text{Lang: "go", Name: "handleRequest", Parent: "Server", Path: "internal/server/handler.go", Signature: "func (s *Server) handleRequest(ctx context.Context, conn net.Conn) error",
			Doc:  "handleRequest reads one request from the connection and answers it.",
			Body: []string{strings.Repeat("	if err := s.readHeader(conn, \"status line\"); err != nil { // why\n		return fmt.Errorf(\"reading %s: %w\", conn.Name, err)\n	}\n", 5)}}
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if _, err := e.Embed(context.Background(), texts); err != nil {
			b.Fatal(err)
		}
		n += len(texts)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "symbols/s")
}
