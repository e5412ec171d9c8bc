package tokens

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

var learn = flag.String("learn", "", "write pieces.txt anew from the source files below this folder")

// codecs are the real tokenizers.
var codecs = func() (out []tokenizer.Codec) {
	for _, e := range []tokenizer.Encoding{tokenizer.Cl100kBase, tokenizer.O200kBase} {
		c, err := tokenizer.Get(e)
		if err != nil {
			panic(err)
		}
		out = append(out, c)
	}
	return out
}()

// real is what the worse of the tokenizers needs.
func real(t interface{ Fatal(...any) }, text string) int {
	most := 0
	for _, c := range codecs {
		n, err := c.Count(text)
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, n)
	}
	return most
}

// TestPiecesAreTokens holds the list to the tokenizers.
func TestPiecesAreTokens(t *testing.T) {
	if *learn != "" {
		writePieces(t, *learn)
		return
	}
	pieces, longest := known()
	if longest >= 64 {
		t.Errorf("a piece has %d bytes: see cover", longest)
	}
	for p := range pieces {
		if !single(t, p) {
			t.Errorf("%q is not one token", p)
		}
	}
}

// single tells whether a piece is one token, and a word one beside the mark or
// tab before it, which tokenizers join with it.
func single(t *testing.T, p string) bool {
	if real(t, p) != 1 {
		return false
	}
	if classOf(rune(p[0])) != letter {
		return true
	}
	for _, mark := range "\t.(*[{\"'_/-&<>@$#!=:,`" {
		if real(t, string(mark)+p) > 2 {
			return false
		}
	}
	return true
}

const mostPieces = 16000

// writePieces counts what the source files below a folder are split into.
func writePieces(t *testing.T, root string) {
	counts := map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() || !slices.Contains(sources, filepath.Ext(path)) {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil || len(data) > 200_000 || !utf8.Valid(data) {
			return err
		}
		once := map[string]bool{} // a file counts once, so that none rules
		eachPiece(string(data), func(p string) {
			if !once[p] {
				once[p] = true
				counts[p]++
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for p, n := range counts {
		if n > 2 && len(p) > 1 && len(p) < 40 {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		if d := counts[b] - counts[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	var chosen []string
	for _, p := range all {
		if len(chosen) == mostPieces {
			break
		}
		if single(t, p) {
			chosen = append(chosen, escape.Replace(p))
		}
	}
	slices.Sort(chosen)
	if err := os.WriteFile("pieces.txt", []byte(strings.Join(chosen, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

var sources = []string{".go", ".ts", ".tsx", ".js", ".py", ".java", ".rs", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".rb", ".php", ".kt", ".scala", ".sh", ".md", ".json", ".yaml"}

// eachPiece calls back with the pieces of ASCII text, and with the parts of
// names in mixed case.
func eachPiece(text string, found func(string)) {
	for len(text) > 0 {
		lead := 0
		if text[0] == ' ' && len(text) > 1 {
			lead = 1
		}
		r, _ := utf8.DecodeRuneInString(text[lead:])
		n := 1
		switch classOf(r) {
		case letter:
			n = run(text[lead:], letter)
			word := text[lead : lead+n]
			found(text[:lead+n])
			found(word)
			start := 0
			for i := 1; i <= len(word); i++ {
				if i == len(word) || word[i] < utf8.RuneSelf && word[i-1] < utf8.RuneSelf && word[i] <= 'Z' && word[i-1] > 'Z' {
					found(word[start:i])
					start = i
				}
			}
		case other:
			n = marks(text[lead:])
			found(text[:lead+n])
			found(text[lead : lead+n])
			found(text[lead : lead+run(text[lead:], other)])
		default:
			lead = 0
		}
		text = text[lead+n:]
	}
}
