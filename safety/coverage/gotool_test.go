package coverage_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/structural-memory/smp/safety/coverage"
)

const goSource = `package shop

type Cart struct{ items []int }

func (c *Cart) Total(discount int) int {
	sum := 0
	for _, i := range c.items {
		sum += i
	}
	if discount > 0 {
		sum -= discount
	}
	f := func() int { return sum }
	return f()
}

func Never(a int) int {
	if a > 1 { return a } else { a++ }
	return a
}

func Empty() {}
`

const goTest = `package shop

import "testing"

func TestTotal(t *testing.T) {
	if (&Cart{[]int{1, 2}}).Total(0) != 3 {
		t.Fail()
	}
}
`

// What is said of functions is what go tool cover -func says of them.
func TestAgreesWithGoToolCover(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/mod\n\ngo 1.26\n")
	write("shop/shop.go", goSource)
	write("shop/shop_test.go", goTest)
	run := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Skipf("go %s: %v\n%s", args, err, out)
		}
		return string(out)
	}
	run("test", "-coverprofile", "cover.out", "./...")
	f, err := os.Open(filepath.Join(root, "cover.out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := coverage.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	files := []string{"shop/shop.go", "shop/shop_test.go"}
	in := r.In(coverage.Tree{Root: root, Report: "cover.out", Files: files, Modules: coverage.Modules(root, files)})
	lines := strings.Split(goSource, "\n")
	checked := 0
	for _, m := range regexp.MustCompile(`shop\.go:(\d+):\s+(\w+)\s+([\d.]+)%`).FindAllStringSubmatch(run("tool", "cover", "-func", "cover.out"), -1) {
		start, _ := strconv.Atoi(m[1])
		end := start
		for lines[end-1] != "}" && !strings.HasSuffix(lines[end-1], "{}") {
			end++
		}
		want, _ := strconv.ParseFloat(m[3], 64)
		pct, measured := in.Function("shop/shop.go", coverage.Range{Start: start, Name: start, End: end})
		if pct != want || measured != (m[2] != "Empty") {
			t.Errorf("%s: %v %v, the tool says %v", m[2], pct, measured, want)
		}
		checked++
	}
	if checked != 3 {
		t.Errorf("%d functions were compared", checked)
	}
}
