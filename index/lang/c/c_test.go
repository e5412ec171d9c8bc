package c

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func TestIsCpp(t *testing.T) {
	for src, want := range map[string]bool{
		"int f(void);\nstruct s { int class; };":                                               false,
		"#ifdef __cplusplus\nextern \"C\" {\nnamespace a { class B; }\n#endif\nint f(void);\n": false,
		"/* class A; std::x */ // namespace b {\nchar *s = \"a::b\";":                          false,
		"namespace a { }":              true,
		"class A;":                     true,
		"struct A { public: int x; };": true,
		"template <class T> T f();":    true,
		"int f(std::string s);":        true,
	} {
		if got := isCpp([]byte(src)); got != want {
			t.Errorf("isCpp(%q) = %v", src, got)
		}
	}
}

// What needs no repair is shown as it is.
func TestPrepareLeavesC(t *testing.T) {
	for _, src := range []string{
		"BOOL f(DWORD x) { HANDLE h = OPEN(x); if (h) FAIL; return TRUE; }",
		"VALUE\nrb_f(VALUE x)\n{\n  return FOO(x) ? A * B : C;\n}\n",
		"#ifdef A\nint a;\n#else\nint b;\n#endif\nFILE *f(const char *p, ...);\n",
		"class Foo : public Bar { Foo(int x); virtual void f(int) const; std::mutex M; };",
		"void f() { Foo BAR(x); for (auto &a : b) g(a, [](int y) { return y; }); }",
	} {
		for _, cpp := range []bool{false, true} {
			if got := string(prepare([]byte(src), nil, cpp)); got != src {
				t.Errorf("prepare(cpp %v) made of\n%s\nthis:\n%s", cpp, src, got)
			}
		}
	}
}

// Any bytes give facts that hold together, as C and as C++.
func FuzzExtract(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(data).Files {
			if file.Name != "facts" {
				f.Add(file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		langtest.Extract(t, "src/a.c", src)
		langtest.Extract(t, "src/a.cc", src)
	})
}
