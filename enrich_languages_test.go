package smp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// enrichedLanguages are a function in each language: documented, with a note, with
// something thrown that is documented and something that is not. Each says
// what it must be enriched with.
var enrichedLanguages = []struct{ file, text, ref, want string }{
	{"a.ts", `/**
 * Runs it.
 * @throws {Documented}
 */
function run(s: string): number {
  // a note
  throw new Thrown("// none")
}
`, "run", "Runs it. | 6 a note | s string | number | Documented Thrown"},
	{"a.py", `@deco
def run(s: str) -> int:
    """Runs it.

    Raises:
        Documented: if so
    """
    # a note
    # of two lines
    raise Thrown("# none")
`, "run", "Runs it. | 8 a note/of two lines | s str | int | Documented Thrown"},
	{"a.go", `package a

// Run runs it.
func Run(s string) (int, error) {
	// a note
	panic("x")
}
`, "Run", "Run runs it. | 5 a note | s string | (int, error) |"},
	{"A.java", `class A {
    /**
     * Runs it.
     * @throws Documented if so
     */
    int run(String s) throws Declared, b.Other {
        // a note
        throw new Thrown("// none");
    }
}
`, "A.run", "Runs it. | 7 a note | s String | int | Documented Declared b.Other Thrown"},
	{"a.kt", `/**
 * Runs it.
 * @throws Documented if so
 */
@Throws(Declared::class, Other::class)
fun run(s: String?): Int {
    // a note
    val t = s ?: throw Thrown("// none")
    return 1
}
`, "run", "Runs it. | 7 a note | s String? | Int | Documented Declared Other Thrown"},
	{"A.scala", `class A {
  /** Runs it.
   *  @throws Documented if so
   */
  @throws[Declared]
  def run(s: String): Int = {
    // a note
    throw new Thrown("// none")
  }
}
`, "A.run", "Runs it. | 7 a note | s String | Int | Documented Declared Thrown"},
	{"a.cs", `class A {
    /// <summary>Runs it.</summary>
    /// <exception cref="Documented">if so</exception>
    int Run(string s) {
        // a note
        var t = s ?? throw new Thrown("// none");
        return 1;
    }
}
`, "A.Run", "Runs it. | 5 a note | s string | int | Documented Thrown"},
	{"a.cpp", `/**
 * Runs it.
 * @throws ns::Documented if so
 */
int run(const char *s) {
    // a note
    throw std::runtime_error("// none");
}
`, "run", "Runs it. | 6 a note | s const char * | int | ns::Documented std::runtime_error"},
	{"a.c", `/* Runs it. */
int run(int s) {
    // a note
    return s;
}
`, "run", "Runs it. | 3 a note | s int | int |"},
	{"a.php", `<?php
/**
 * Runs it.
 * @throws \Documented if so
 */
function run(string $s): int {
    // a note
    throw new Thrown("// none");
}
`, "run", "Runs it. | 7 a note | s string | int | Documented Thrown"},
	{"a.rb", `# Runs it.
# @param s [String]
# @return [Integer]
# @raise [Documented] if so
def run(s)
  # a note
  raise Thrown, "# none"
end
`, "run", "Runs it. | 6 a note | s String | Integer | Documented Thrown"},
	{"a.rs", `/// Runs it.
///
/// # Errors
/// Documented.
fn run(s: &str) -> Result<i32, Error> {
    // a note
    Ok(1)
}
`, "run", "Runs it. | 6 a note | s &str | Result<i32, Error> |"},
	{"a.swift", `/// Runs it.
/// - Throws: ` + "`Documented`" + ` if so
func run(_ s: String) throws -> Int {
    // a note
    throw Thrown.missing
}
`, "run", "Runs it. | 4 a note | s String | Int | Documented Thrown"},
	{"a.lua", `--- Runs it.
---@param s string
---@return number
function run(s)
  -- a note
  return 1
end
`, "run", "Runs it. | 5 a note | s string | number |"},
	{"a.sh", `#!/bin/bash
# Runs it.
run() {
  # a note
  echo "# none"
}
`, "run", "Runs it. | 4 a note | | |"},
}

func TestEnrichInEveryLanguage(t *testing.T) {
	for _, c := range enrichedLanguages {
		t.Run(c.file, func(t *testing.T) {
			m := newRepo(t, map[string]string{c.file: c.text}).m
			e := must[*smp.EnrichResult](t)(m.Enrich(bg, c.file+"#"+c.ref, false))
			if e.Status != "enriched" {
				t.Fatalf("%+v", e)
			}
			doc, _, _ := strings.Cut(string(e.Docstring), "\n")
			parts := []string{doc, "", "", string(e.Annotations.Returns), strings.Join(e.Annotations.Throws, " ")}
			for _, k := range e.InlineComments {
				parts[1] += fmt.Sprintf("%d %s", k.Line, strings.ReplaceAll(k.Text, "\n", "/"))
			}
			for name, typ := range e.Annotations.Params {
				parts[2] += strings.TrimPrefix(name, "$") + " " + typ
			}
			if got := strings.Join(strings.Fields(strings.Join(parts, " | ")), " "); got != c.want {
				t.Errorf("enriched with\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
