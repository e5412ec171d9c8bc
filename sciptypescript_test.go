package smp_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// scipTypeScript is scip-typescript from npm, or the program that
// SCIP_TYPESCRIPT names; without either the test is skipped.
func scipTypeScript(t *testing.T, ctx context.Context) string {
	if p := os.Getenv("SCIP_TYPESCRIPT"); p != "" {
		return p
	}
	if testing.Short() {
		t.Skip("-short: nothing is installed from npm")
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not installed")
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(ctx, npm, "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", dir, "@sourcegraph/scip-typescript@0.4.0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("scip-typescript could not be installed from npm: %v %s", err, out)
	}
	return filepath.Join(dir, "node_modules", ".bin", "scip-typescript")
}

// typescriptProject is what a type checker alone can resolve: calls through
// contextual types, mapped types and generic inference.
var typescriptProject = map[string]string{
	"tsconfig.json": `{"compilerOptions": {"target": "es2020", "module": "commonjs", "strict": true}, "include": ["src"]}`,
	"package.json":  `{"name": "p", "version": "1.0.0"}`,
	"src/shapes.ts": "export class Circle {\n  constructor(private r: number) {}\n  area() { return this.r * this.r }\n}\nexport class Square {\n  area() { return 1 }\n}\nexport function twice(n: number) { return n * 2 }\n",
	"src/pick.ts":   "import { Circle } from './shapes'\nexport type Registry = { circle: Circle, name: string }\nexport type Readers = { [K in keyof Registry]: () => Registry[K] }\nexport declare const readers: Readers\n",
	"src/main.ts": "import { readers } from './pick'\nimport { Circle, twice as double } from './shapes'\nexport function total() {\n  const a = readers.circle().area()\n" +
		"  const b = new Circle(2)\n  return double(a) + b.area()\n}\n",
}

func TestSCIPTypeScript(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	tool := scipTypeScript(t, ctx)
	root := t.TempDir()
	for p, s := range typescriptProject {
		write(t, filepath.Join(root, filepath.FromSlash(p)), s)
	}
	cmd := exec.CommandContext(ctx, tool, "index", "--no-progress-bar")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("scip-typescript: %v\n%s", err, out)
	}
	m := openSCIP(t, root, ":memory:", smp.WithSCIP("index.scip"))
	res := index(t, m)
	if !strings.Contains(strings.Join(res.Notes, "\n"), "3 of 3 documents") {
		t.Errorf("notes %q", res.Notes)
	}
	got := strings.Join(calls(t, m), "\n")
	for _, want := range []string{
		"total:4 -> src/shapes.ts:3 area exact",
		"total:5 -> src/shapes.ts:2 constructor exact",
		"total:6 -> src/shapes.ts:8 twice exact",
		"total:6 -> src/shapes.ts:3 area exact",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "shapes.ts:6") {
		t.Errorf("wrong calls in\n%s", got)
	}
}
