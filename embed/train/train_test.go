package train

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/structural-memory/smp/embed"
)

// synthetic is a corpus in which each of some words in questions means another
// word in code.
func synthetic(repos, each int) *Corpus {
	r := rand.New(rand.NewPCG(1, 1))
	c := &Corpus{}
	const meanings = 40
	for i := range meanings {
		c.Words = append(c.Words, fmt.Sprintf("ask%c%c", 'a'+i/26, 'a'+i%26), fmt.Sprintf("code%c%c", 'a'+i/26, 'a'+i%26))
	}
	for i := range repos {
		re := RepoExamples{Repo: Repo{Name: fmt.Sprint("a/", i), Validate: i == repos-1}}
		for k := range each {
			var e Example
			e.Key, e.File = uint64(i*each+k+1), uint32(k/5)
			for range 4 {
				m := uint32(r.IntN(meanings))
				e.Question = append(e.Question, 2*m)
				e.Fields[embed.FieldName] = append(e.Fields[embed.FieldName], 2*m+1)
				e.Fields[embed.FieldBody] = append(e.Fields[embed.FieldBody], 2*m+1, uint32(2*r.IntN(meanings)+1))
			}
			re.Examples = append(re.Examples, e)
		}
		c.Repos = append(c.Repos, re)
	}
	return c
}

func quick() Options {
	o := Defaults()
	o.Dim, o.Batch, o.Chunk, o.Epochs, o.Rate = 32, 64, 32, 8, 0.05
	return o
}

func TestTrainingFindsMeanings(t *testing.T) {
	c := synthetic(4, 200)
	for name, change := range map[string]func(*Options){
		"plain":      func(*Options) {},
		"near":       func(o *Options) { o.Near = 0.5 },
		"unstemmed":  func(o *Options) { o.Stems = false },
		"fields":     func(o *Options) { o.FreeFields = true },
		"two tables": func(o *Options) { o.TwoTables = true },
		"two scales": func(o *Options) { o.TwoScales = true },
	} {
		o := quick()
		change(&o)
		res, err := Train(context.Background(), c, o, io.Discard)
		if err != nil {
			t.Fatal(name, err)
		}
		if s := res.Scores[0]; s.MRR < 0.7 || s.At10 < s.MRR || s.Questions != 200 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestTheSameTableWhateverTheProcessors(t *testing.T) {
	c := synthetic(3, 100)
	o := quick()
	o.Epochs, o.FreeFields = 2, true
	var want []byte
	for _, n := range []int{1, 3} {
		before := runtime.GOMAXPROCS(n)
		res, err := Train(context.Background(), c, o, io.Discard)
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Table.Append(nil); want == nil {
			want = got
		} else if !bytes.Equal(got, want) {
			t.Error("the table depends on the number of processors")
		}
	}
}

// TestGradients compares a step's gradient with differences of the loss.
func TestGradients(t *testing.T) {
	c := synthetic(2, 40)
	o := quick()
	o.Dim, o.Batch, o.Backwards, o.Temperature = 8, 20, 0, 5
	v := choose(c, &o)
	pairs := pairsOf(&c.Repos[0], 0, v, &o)[:20]
	loss := func(m *model) (float64, *batch) {
		b := newBatch(20, 8, false)
		count := counter{make([]uint32, len(v.words))}
		for i := range pairs {
			b.pairs = append(b.pairs, &pairs[i])
			count.question(&b.asked[i], &pairs[i], nil)
			count.symbol(&b.symbols[i], &pairs[i], nil, &o)
		}
		b.n = 20
		for i := range pairs {
			m.question(&b.asked[i], b.row(b.q, i))
			b.nq[i] = normalize(b.row(b.q, i))
			m.symbol(&b.symbols[i], b.row(b.c, i), nil)
			b.nc[i] = normalize(b.row(b.c, i))
		}
		b.softmax(o.Temperature, o.Backwards)
		sum := 0.0
		for _, x := range b.loss {
			sum += x / 20
		}
		return sum, b
	}
	m := newModel(v, &o)
	_, b := loss(m)
	b.backwards()
	m.spread(b)
	for k := 0; k < len(m.table.v); k += 7 {
		const h = 1e-2
		was := m.table.v[k]
		m.table.v[k] = was + h
		up, _ := loss(m)
		m.table.v[k] = was - h
		down, _ := loss(m)
		m.table.v[k] = was
		if want, got := (up-down)/(2*h), float64(m.table.g[k]); math.Abs(want-got) > 2e-3+0.05*math.Abs(want) {
			t.Errorf("gradient of number %d is %v, by differences %v", k, got, want)
		}
	}
}

func TestChunks(t *testing.T) {
	pairs := make([]pair, 1000)
	for i := range pairs {
		pairs[i].repo = int32(i / 300)
	}
	for _, share := range []float64{0, 0.5, 1} {
		o := quick()
		o.Near = share
		seen, together := map[int]bool{}, 0
		for _, c := range chunks(pairs, &o, rand.New(rand.NewPCG(1, 1))) {
			if len(c) > o.Chunk {
				t.Fatalf("a chunk of %d", len(c))
			}
			for k, i := range c {
				if seen[i] || pairs[i].repo != pairs[c[0]].repo {
					t.Fatalf("pair %d comes twice, or beside another repository", i)
				}
				seen[i] = true
				if k > 0 && i == c[k-1]+1 {
					together++
				}
			}
		}
		if got := float64(together) / 1000; len(seen) != 1000 || math.Abs(got-share) > 0.2 {
			t.Errorf("of %v near, %v are together; %d pairs", share, got, len(seen))
		}
	}
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestExtract(t *testing.T) {
	dir := t.TempDir()
	body := strings.Repeat("    first_value = second_thing.third_name(fourth)\n", 5)
	function := func(name, doc string) string {
		return "def " + name + "(self):\n    '''" + doc + "'''\n" + body + "    return " + name + "\n\n"
	}
	for _, h := range HeldOut() {
		write(t, dir, map[string]string{Repo{Name: h}.Folder() + "/a.py": ""})
	}
	write(t, dir, map[string]string{"pallets+flask/app.py": function("secret", "Dispatches the incoming web request to a view.")})
	many := ""
	for i := range 30 {
		many += fmt.Sprintf("def f%d(x%d):\n    '''Reads number%d from some kind of stream.'''\n    return %d\n\n", i, i, i, i)
	}
	write(t, dir, map[string]string{
		"a+b/src/store.py":    many + function("secret", "Copies what somebody else has written once.") + function("own", "Opens the store that holds all pages."),
		"a+b/tests/test.py":   function("tested", "Checks that opening works as it should."),
		"a+b/undocumented.py": "def nothing(): pass\n",
	})
	var log strings.Builder
	c, err := Extract(context.Background(), dir, []Repo{{Name: "a/b"}, {Name: "c/d"}}, &log)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Repos) != 1 || len(c.Repos[0].Examples) != 31 || !strings.Contains(log.String(), "c/d is not in") {
		t.Fatalf("%d repositories; %s", len(c.Repos), log.String())
	}
	var words []string
	for _, w := range c.Repos[0].Examples[30].Question {
		words = append(words, c.Words[w])
	}
	if got := strings.Join(words, " "); got != "opens store holds pages" {
		t.Errorf("the question is %q", got)
	}
	path := filepath.Join(t.TempDir(), "corpus")
	if err := c.Save(path); err != nil {
		t.Fatal(err)
	}
	if again, err := LoadCorpus(path); err != nil || len(again.Repos[0].Examples) != 31 {
		t.Errorf("the corpus does not come back: %v", err)
	}
	twice, err := Extract(context.Background(), dir, []Repo{{Name: "a/b"}, {Name: "c/d"}}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "corpus")
	if err := twice.Save(other); err != nil {
		t.Fatal(err)
	}
	if a, b := read(t, path), read(t, other); !bytes.Equal(a, b) {
		t.Error("the same repository gives another corpus")
	}

	write(t, dir, map[string]string{"a+b/src/store.py": function("secret", "Copies what somebody else has written once.")})
	if _, err := Extract(context.Background(), dir, []Repo{{Name: "a/b"}}, io.Discard); err == nil || !strings.Contains(err.Error(), "held-out") {
		t.Errorf("a repository of copies: %v", err)
	}
	os.RemoveAll(filepath.Join(dir, "pallets+flask"))
	if _, err := Extract(context.Background(), dir, []Repo{{Name: "a/b"}}, io.Discard); err == nil || !strings.Contains(err.Error(), "pallets/flask is not in") {
		t.Errorf("without a held-out repository: %v", err)
	}
}

func ExampleTrain() {
	c := synthetic(3, 200)
	res, err := Train(context.Background(), c, quick(), io.Discard)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Table.Rows(), "words,", len(res.Scores), "repository for validation")
	// Output: 76 words, 1 repository for validation
}
