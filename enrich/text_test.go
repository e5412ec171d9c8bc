package enrich

import (
	"slices"
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"// a note":                       "a note",
		"//! a note":                      "a note",
		"///   a note  ":                  "a note",
		"# a note":                        "a note",
		"#: a note":                       "a note",
		"-- a note":                       "a note",
		"--- a note":                      "a note",
		"--[[ a\n   note ]]":              "a\nnote",
		"--[==[ a note ]==]":              "a note",
		"/* a note */":                    "a note",
		"/* a\n * note\n *\n * more */":   "a\nnote\nmore",
		"=begin\na note\n=end":            "a note",
		"<!-- a note -->":                 "a note",
		"// a\n// note":                   "a\nnote",
		"// -----\n// a note\n// -----":   "a note",
		"// ":                             "",
		"/**/":                            "",
		"# noqa: E501":                    "",
		"// eslint-disable-next-line x":   "",
		"//nolint:errcheck":               "",
		"// a note\n//go:noinline":        "a note",
		"// see go: it is about go":       "see go: it is about go",
		"// 5 * 3":                        "5 * 3",
		"// päth \xff":                    "päth \uFFFD",
		"// " + strings.Repeat("a", 2000): strings.Repeat("a", maxText) + "…",
	} {
		if got := clean(in); got != want {
			t.Errorf("%q says %q, want %q", in, got, want)
		}
	}
}

func TestThrown(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"typescript", `throw new AuthError("throw new X()");`, "AuthError"},
		{"typescript", "throw new errors.Http<T>(1)", "errors.Http"},
		{"typescript", "throw(new E())", "E"},
		{"typescript", "throw newError()", ""},
		{"typescript", "throw Error('x')", "Error"},
		{"typescript", "throw err", ""},
		{"typescript", "throw new class extends E {}", ""},
		{"python", "raise ValueError('x') from None", "ValueError"},
		{"python", "raise errors.Http", "errors.Http"},
		{"python", "raise", ""},
		{"python", "raise err", ""},
		{"python", "raise self.make(x)", ""},
		{"python", "raise _Private()", "_Private"},
		{"ruby", "raise ArgumentError, 'x' if s", "ArgumentError"},
		{"ruby", "raise Foo::Bar.new('x')", "Foo::Bar"},
		{"ruby", "raise 'message'", ""},
		{"ruby", "fail NotFound", "NotFound"},
		{"java", "throw new a.b.C(\"x\")", "a.b.C"},
		{"java", "throw Errors.of(x)", ""},
		{"kotlin", "throw IllegalStateException(\"no\")", "IllegalStateException"},
		{"scala", "throw new X", "X"},
		{"csharp", "throw new(\"x\");", ""},
		{"csharp", "throw;", ""},
		{"php", `throw new \LogicException('x')`, "LogicException"},
		{"php", "throw Missing::for($x)", ""},
		{"php", "throw $e", ""},
		{"cpp", "throw std::runtime_error(\"x\")", "std::runtime_error"},
		{"cpp", "throw my_error{1}", "my_error"},
		{"cpp", "throw e;", ""},
		{"swift", "throw AuthError.missing", "AuthError"},
		{"swift", "throw Net.Error.code(1)", "Net.Error"},
		{"swift", "throw error", ""},
		{"typescript", "throw", ""},
		{"typescript", "throw new", ""},
	} {
		if got := thrown(c.lang, c.text); got != c.want {
			t.Errorf("%s: %s throws %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}

func TestDocThrows(t *testing.T) {
	for doc, want := range map[string]string{
		"Adds.\n@throws {AuthError} when\n@throws DatabaseError\n@exception a.b.C":                                           "AuthError DatabaseError a.b.C",
		"@raise [KeyError, Foo::Bar] if not\n@throws A|B\n@throws \\X\\Y":                                                    `KeyError Foo::Bar A B X\Y`,
		"\\throws std::runtime_error when\n@throw if it fails":                                                               "std::runtime_error",
		":param x: y\n:raises ValueError: if\n:raises A, b.C:\n:raise D: x":                                                  "ValueError A b.C D",
		"Does.\n\nRaises:\n    ValueError: if so,\n        and so\n    KeyError:\n        never\n\nReturns:\n    Nothing: X": "ValueError KeyError",
		"Does.\n\nRaises\n------\nValueError\n    If so.\nKeyError\n\nReturns\n-------\nX":                                   "ValueError KeyError",
		"- Throws: `AuthError` or `Net.Error`, never `nil`":                                                                  "AuthError Net.Error",
		"Throws nothing. It raises X in no form that is known.":                                                              "",
		"# Errors\nReturns Foo.":    "",
		"@throws X\n@throws X":      "X",
		"@throws\n:raises\nRaises:": "",
	} {
		if got := docThrows(doc); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q throws %q, want %q", doc, got, want)
		}
	}
}
