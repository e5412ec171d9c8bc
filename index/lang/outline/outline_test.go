package outline

import (
	"strings"
	"testing"

	"github.com/structural-memory/smp/facts"
)

func built(src string) *Builder {
	b := &Builder{}
	b.start("t", facts.Config, "dir/a.t", []byte(src))
	return b
}

func TestSecretKey(t *testing.T) {
	for _, k := range []string{"password", "DB_PASSWORD", "dbPassword", "api_key", "apiKey", "APIKEY", "AWS_SECRET_ACCESS_KEY", "//registry.npmjs.org/:_authToken",
		"auth.token", "GITHUBTOKEN", "private-key", "Pwd", "connectionString", "spring.datasource.password", "x_pass"} {
		if !SecretKey(k) {
			t.Errorf("%q is a secret's key", k)
		}
	}
	for _, k := range []string{"", "name", "keyboard", "monkey", "author", "tokenizer", "keywords", "bypass_cache", "compass", "pinned", "image"} {
		if SecretKey(k) {
			t.Errorf("%q is no secret's key", k)
		}
	}
}

func TestScrub(t *testing.T) {
	for in, want := range map[string]string{
		"image: redis:7":                                 "image: redis:7",
		"password: hunter2":                              "password: …",
		`"apiKey": "abc", "x": 1`:                        `"apiKey": …`,
		"curl --token abc https://x":                     "curl --token …",
		"url: postgres://u:pw@host/db?sslmode=disable":   "url: postgres://…@host/db?sslmode=disable",
		"git: https://github.com/a/b":                    "git: https://github.com/a/b",
		"see AKIAIOSFODNN7EXAMPLE here":                  "see … here",
		"x: wJalrXUtnFEMI7K7MDENGbPxRfiCYEXAMPLEKEY":     "x: …",
		"v: v0.0.0-20240827094217-dd81d9e9be82":          "v: v0.0.0-20240827094217-dd81d9e9be82",
		"path: github.com/smacker/go-tree-sitter/v2/hcl": "path: github.com/smacker/go-tree-sitter/v2/hcl",
		"the key of all":                                 "the key of all",
		"one\npassword = a\ntwo":                         "one\npassword = …\ntwo",
		"token == other":                                 "token == other",
		"Key::new()":                                     "Key::new()",
	} {
		if got := Scrub(in); got != want {
			t.Errorf("Scrub(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSignature(t *testing.T) {
	src := "name: a value\npassword: hunter2\nlong: " + strings.Repeat("x", 100) + "\n# says why\nauth:\n  user: me\n"
	b := built(src)
	key := func(parent int32, k string) int32 {
		at := strings.Index(src, k+":")
		return b.Add(Entry{Parent: parent, Name: k, Start: at, End: b.LineEnd(at), KeyEnd: at + len(k), Comments: Hash})
	}
	for k, want := range map[string]string{"name": "name: a value", "password": "password", "long": "long"} {
		if got := b.Def(key(0, k)).Sig; got != want {
			t.Errorf("signature of %s is %q, want %q", k, got, want)
		}
	}
	auth := key(0, "auth")
	if d := b.Def(auth); d.Doc != "says why" {
		t.Errorf("comment is %q", d.Doc)
	}
	if got := b.Def(key(auth, "user")).Sig; got != "user" {
		t.Errorf("below a secret's key the signature is %q, want the key alone", got)
	}
}

func TestComments(t *testing.T) {
	for src, want := range map[string]string{
		"# a\n# b\n@":                    "a\nb",
		"# a\n\n@":                       "",
		"#!/bin/sh\n# a\n@":              "a",
		"x = 1 # no\n@":                  "",
		"/* a */\n@":                     "a",
		"/**\n * a\n *\n * b\n */\n@":    "a\n\nb",
		"x /* no */\n@":                  "",
		"/* one */ y */\n@":              "one */ y",
		"/* one */\nx\n*/\n@":            "",
		"# --------\n# a\n# --------\n@": "a",
		"\xef\xbb\xbf# a\n@":             "a",
		"# a\r\n# b\r\n@":                "a\nb",
		"# a\nx @":                       "",
	} {
		b := built(src)
		d := b.Add(Entry{Name: "n", Start: strings.IndexByte(src, '@'), End: len(src), Comments: Hash | Block})
		if got := b.Def(d).Doc; got != want {
			t.Errorf("comment before @ in %q is %q, want %q", src, got, want)
		}
	}
}

func TestBounds(t *testing.T) {
	b := built("a")
	b.Limit = 2
	for i, want := range []int32{1, 2, facts.None} {
		if got := b.Add(Entry{Name: "a", End: 1}); got != want {
			t.Fatalf("entry %d is definition %d, want %d", i, got, want)
		}
	}
	if b.Add(Entry{Name: "b", Parent: facts.None}) != facts.None || !b.Full() {
		t.Error("an entry of nothing was added")
	}
	f := b.done()
	if f.Flags != facts.Truncated || f.Defs[2].Disc != "2" {
		t.Errorf("flags %v, disc %q", f.Flags, f.Defs[2].Disc)
	}
	if err := facts.Check(f); err != nil {
		t.Error(err)
	}
}

func TestLines(t *testing.T) {
	src := strings.Repeat("ab\n", 50)
	b := built(src)
	for _, pos := range []int{0, 2, 3, 149, 148, 30, 29, 31, 0, 150} {
		if got, want := b.Line(pos), uint32(strings.Count(src[:pos], "\n")+1); got != want {
			t.Errorf("Line(%d) = %d, want %d", pos, got, want)
		}
	}
	if b.F.Lines != 50 {
		t.Errorf("%d lines", b.F.Lines)
	}
}
