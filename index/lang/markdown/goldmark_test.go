package markdown

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gtext "github.com/yuin/goldmark/text"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
)

// page is what a page holds, in a form that can be compared.
type page struct{ headings, links, code []string }

var oracle = goldmark.New(goldmark.WithExtensions(extension.Table, extension.NewLinkify(
	extension.WithLinkifyAllowedProtocols([]string{"http:", "https:"}))))

// byGoldmark reads a page with goldmark.
func byGoldmark(src []byte) (p page) {
	doc := oracle.Parser().Parse(gtext.NewReader(src))
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if text := squash(plainNode(n, src)); n.Parent().Kind() == ast.KindDocument && text != "" {
				p.headings = append(p.headings, fmt.Sprintf("h%d %s", n.Level, text))
			}
		case *ast.Link:
			p.links = append(p.links, target(unescape(n.Destination), false))
		case *ast.Image:
			p.links = append(p.links, target(unescape(n.Destination), true))
		case *ast.AutoLink:
			url := string(n.URL(src))
			if n.AutoLinkType == ast.AutoLinkEmail && !bytes.Contains(src, []byte("<"+url+">")) {
				return ast.WalkContinue, nil // a bare one is no link of ours
			}
			if n.AutoLinkType == ast.AutoLinkEmail {
				url = "mailto:" + url
			}
			p.links = append(p.links, target(url, false))
		case *ast.CodeSpan:
			if t, a, ok := codeTarget(strings.TrimSpace(strings.ReplaceAll(plainNode(n, src), "\n", " "))); ok {
				p.code = append(p.code, t+"#"+a)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		panic(err)
	}
	return p.sorted()
}

func (p page) sorted() page {
	p.links = slices.DeleteFunc(p.links, func(s string) bool { return s == "" })
	slices.Sort(p.links)
	slices.Sort(p.code)
	return p
}

func target(t string, embed bool) string {
	page, anchor := splitAnchor(t)
	if page == "" && anchor == "" || len(page) > 1000 {
		return ""
	}
	return fmt.Sprintf("%s#%s %v", page, anchor, embed)
}

// plainNode is the text below a node.
func plainNode(n ast.Node, src []byte) string {
	var sb strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Text:
				sb.Write(n.Segment.Value(src))
				if n.SoftLineBreak() {
					sb.WriteByte('\n')
				}
			case *ast.String:
				sb.Write(n.Value)
			case *ast.AutoLink:
				sb.Write(n.Label(src))
			}
		}
		return ast.WalkContinue, nil
	})
	return sb.String()
}

// squash leaves the letters and digits of a text. A heading's name does not
// show labels of references, also of those that are not defined.
func squash(s string) string {
	s = strings.ReplaceAll(s, "][ref]", "]")
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, unescape([]byte(s)))
}

// bySMP is what the facts say. Links that only HTML tags hold are left out:
// goldmark does not read tags.
func bySMP(f *facts.FileFacts, want page) (p page) {
	left := map[string]int{}
	for _, l := range want.links {
		left[l]++
	}
	for i := 1; i < len(f.Defs); i++ {
		if d := &f.Defs[i]; d.Kind == facts.Section {
			if text := squash(d.Name); text != "" {
				p.headings = append(p.headings, d.Form+" "+text)
			}
		}
	}
	for _, l := range f.Links {
		switch key := target(l.Target+"#"+l.Anchor, l.Embed); {
		case l.Code:
			p.code = append(p.code, l.Target+"#"+l.Anchor)
		case l.Wiki:
		default:
			left[key]--
			p.links = append(p.links, key)
		}
	}
	return p.sorted()
}

// compare reports where the two differ; HTML holds hrefs that only SMP reads.
func compare(t *testing.T, name string, src []byte) bool {
	t.Helper()
	src = bytes.ReplaceAll(src, []byte("\x00"), nil)
	f := langtest.Extract(t, name, src)
	want := byGoldmark(src)
	got := bySMP(f, want)
	got.links = slices.DeleteFunc(got.links, func(l string) bool {
		i := slices.Index(want.links, l)
		page, _, _ := strings.Cut(l, "#")
		// goldmark links no bare address after a "[", even if that begins no link.
		bare := strings.HasPrefix(l, "http") && bytes.IndexByte(src, '[') >= 0
		return i < 0 && (inTag(src, page) || page == "" || bare)
	})
	ok := true
	for _, c := range []struct {
		what      string
		got, want []string
	}{{"headings", got.headings, want.headings}, {"links", slices.Compact(got.links), slices.Compact(want.links)}, {"code", got.code, want.code}} {
		if !slices.Equal(c.got, c.want) {
			ok = false
			t.Errorf("%s: %s differ\n  more: %q\n  less: %q", name, c.what, minus(c.got, c.want), minus(c.want, c.got))
		}
	}
	return ok
}

// inTag tells whether a target is the value of an attribute.
func inTag(src []byte, page string) bool {
	for _, q := range []string{`="`, `='`, `=`, `= "`} {
		if bytes.Contains(src, []byte(q+page)) || bytes.Contains(src, []byte(strings.ToUpper(q)+strings.ReplaceAll(page, "&", "&amp;"))) {
			return true
		}
	}
	return false
}

func minus(a, b []string) (out []string) {
	left := map[string]int{}
	for _, s := range b {
		left[s]++
	}
	for _, s := range a {
		if left[s]--; left[s] < 0 {
			out = append(out, s)
		}
	}
	return out
}

// pieces are what random pages are made of.
var pieces = []string{"# One", "## Two ##", "### ", "text", "more `code.span()` text", "Setext\n===", "Other\n---", "---", "***", "- item", "- ", "* a", "+ b", "1. one", "2) two",
	"10. ten", "> quote", ">", "```", "```go", "~~~", "    indented", "  two", "   three", "\ttab", "", "", "", "[a](b.md)", "[a](b.md#c \"t\")", "![i](p.png)", "[ref]", "[ref][]", "[x][ref]",
	"[ref]: r.md", "[ref]: <r s.md> 'title'", "[other]:\n  o.md", "<https://a.b/c>", "<a@b.c>", "https://bare.org/x.", "www.bare.org", "`a` ``b ` c``", "` unclosed", "\\[no](x)", "[a [b](c)](d)",
	"[![i](p)](l)", "<div>", "</div>", "<!-- c", "-->", "<a href='h.md'>", "<pre>", "</pre>", "[a](<b c>)", "[a](b(c)d)", "[a]( b\n 't' )", "*em [l](m)*", "a\\", "| t | [u](v) |", "=====", "--", "[a]: b c", "#no", "####### seven", "<br/>", "&amp; [x](y&amp;z)",
	"[a](b 'c)", "[un", "closed]", "](x)", "!["}

// emptyItem is an empty list item inside of another block: goldmark lets it go
// on after an empty line, CommonMark does not.
var emptyItem = regexp.MustCompile(`(?m)[->*+.)] *([-*+]|\d+[.)])[ \t]*$`)

func TestAgainstGoldmark(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range pages() {
		var sb strings.Builder
		for range 1 + rng.IntN(9) {
			for rng.IntN(4) == 0 {
				sb.WriteString([]string{"> ", "- ", "  ", "    ", "1. ", ">"}[rng.IntN(6)])
			}
			piece := pieces[rng.IntN(len(pieces))]
			if piece[:min(1, len(piece))] == "\t" && !strings.HasSuffix(sb.String(), "\n") {
				continue // goldmark counts tabs after a list item's marker otherwise
			}
			sb.WriteString(piece)
			sb.WriteString([]string{"\n", "\n", "\n", "\n\n", " "}[rng.IntN(5)])
		}
		if src := sb.String(); !emptyItem.MatchString(src) && !compare(t, fmt.Sprintf("random-%d.md", n), []byte(src)) {
			t.Fatalf("source:\n%s", src)
		}
	}
}

// headingIDs are what goldmark takes as a part of a heading's text.
var headingIDs = regexp.MustCompile(` *\{#[^} ]*\}`)

// TestCorpus compares the pages below the folders that SMP_PAGES lists. Known
// to differ: bare addresses with "*" or without a dot, labels in headings that
// are not defined.
func TestCorpus(t *testing.T) {
	for _, root := range filepath.SplitList(os.Getenv("SMP_PAGES")) {
		_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".md") {
				src, err := os.ReadFile(path)
				if err != nil || bytes.HasPrefix(bytes.TrimPrefix(src, []byte("\xef\xbb\xbf")), []byte("---")) {
					return nil
				}
				src = bytes.TrimPrefix(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), []byte("\xef\xbb\xbf"))
				compare(t, path, headingIDs.ReplaceAll(src, nil))
			}
			return nil
		})
	}
}

// pages is how many random pages are compared: SMP_RANDOM_PAGES, or few.
func pages() int {
	if n, err := strconv.Atoi(os.Getenv("SMP_RANDOM_PAGES")); err == nil {
		return n
	}
	return 6000
}
