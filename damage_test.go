package smp_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/structural-memory/smp"
)

// brokenIndex is an index, and what it says while it is sound.
type brokenIndex struct {
	t      *testing.T
	root   string
	sound  []byte
	dump   string
	tables map[string][]string // the columns of what the dump is made of
}

func prepareDamage(t *testing.T) *brokenIndex {
	t.Helper()
	d := &brokenIndex{t: t, root: filepath.Join(t.TempDir(), "r"), tables: map[string][]string{
		"files":      {"path", "lang", "kind", "package", "size", "lines", "flags", "blob", "sha256", "node", "imports", "exports", "tally"},
		"nodes":      {"sid", "kind", "form", "name", "scope", "disc", "file", "def", "parent", "sline", "eline", "nline", "sbyte", "ebyte", "mods", "cx", "hash", "sig", "doc", "extra"},
		"edges":      {"src", "type", "dst", "line", "how"},
		"edges_in":   {"src", "type", "dst", "line", "how"},
		"open_calls": {"src", "line", "name", "recv", "reason", "candidates"},
		"skips":      {"path", "reason", "detail", "size"},
		"facts":      {"data"},
	}}
	writeAll(t, d.root, map[string]string{
		"a/m.py": "import os\nfrom b.n import helper\n\nclass A:\n    \"\"\"Of m.\"\"\"\n    def f(self, x: int = 1) -> int:\n        \"\"\"Says f.\"\"\"\n        return helper(x) + os.getpid() + self.g()\n\n    def g(self): return unknown()\n",
		"b/n.py": "def helper(v):\n    return v\n\ndef other():\n    return helper(2)\n",
		"c.ts":   "import { x } from './d';\nexport class C { /** Doc. */ run(a: string, b?: number): void { x(a); this.stop(); } stop() {} }\n",
		"d.ts":   "export function x(s: string): string { return s; }\n",
		"e.go":   "package e\n\nimport \"fmt\"\n\n// E says.\nfunc E(n int) { fmt.Println(n); h() }\n\nfunc h() {}\n",
		"f.json": "{\"name\": \"f\", \"deep\": {\"er\": [1, 2]}}\n", "bin.py": "\x00\x01\x02",
	})
	db := filepath.Join(t.TempDir(), "smp.db")
	m, err := smp.Open(t.Context(), db, smp.WithRoot(d.root), smp.WithWorkers(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	d.dump = dumped(t, m)
	if ps, err := m.Doctor(t.Context()); err != nil || len(ps) > 0 {
		t.Fatal(ps, err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if d.sound, err = os.ReadFile(db); err != nil {
		t.Fatal(err)
	}
	return d
}

// bytes changes a few bytes of the file.
func (d *brokenIndex) bytes(path string, rnd *rand.Rand) string {
	data := append([]byte{}, d.sound...)
	at := rnd.IntN(len(data))
	for i := range 1 + rnd.IntN(8) {
		if p := at + i; p < len(data) {
			data[p] ^= byte(1 + rnd.IntN(255))
		}
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		d.t.Fatal(err)
	}
	return fmt.Sprintf("bytes at %d", at)
}

// cell changes a value as the engine writes it, so that it has no chance to see
// that.
func (d *brokenIndex) cell(path string, rnd *rand.Rand) string {
	if err := os.WriteFile(path, d.sound, 0o644); err != nil {
		d.t.Fatal(err)
	}
	names := []string{"files", "nodes", "nodes", "nodes", "edges", "edges", "edges_in", "open_calls", "skips", "facts"}
	table := names[rnd.IntN(len(names))]
	column := d.tables[table][rnd.IntN(len(d.tables[table]))]
	value := []string{"%[1]s + 1", "%[1]s || 'x'", "''", "0", "-1", "x'00ff'", "'[{'", "substr(%[1]s, 1, length(%[1]s) - 1)", "zeroblob(length(%[1]s))", "9223372036854775807", "'é' || %[1]s", "CAST(%[1]s AS BLOB)"}[rnd.IntN(12)]
	if strings.Contains(value, "%") {
		value = fmt.Sprintf(value, column)
	}
	key := map[string]string{"files": "id", "nodes": "id", "edges": "src * 1000 + dst * 7 + line", "edges_in": "src * 1000 + dst * 7 + line", "open_calls": "src + line", "skips": "length(path)", "facts": "rowid"}[table]
	sql := fmt.Sprintf("UPDATE OR IGNORE %[1]s SET %[2]s = %[3]s WHERE %[4]s = (SELECT %[4]s FROM %[1]s ORDER BY abs((%[4]s) * %[5]d %% 1009) LIMIT 1)", table, column, value, key, 1+rnd.IntN(1000))
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		d.t.Fatal(err)
	}
	_ = sqlitex.ExecuteTransient(conn, sql, nil) // a column that may not hold that keeps what it has
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA wal_checkpoint(TRUNCATE)", nil); err != nil {
		d.t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		d.t.Fatal(err)
	}
	return sql
}

// ask opens the file and asks it: the dump, and whether the doctor finds fault.
func (d *brokenIndex) ask(path, what string) (same, faulty bool) {
	defer func() {
		if p := recover(); p != nil {
			d.t.Errorf("%s: panic: %v", what, p)
			same, faulty = false, true
		}
	}()
	ctx := d.t.Context()
	m, err := smp.Open(ctx, path, smp.WithRoot(d.root), smp.WithWorkers(1))
	if err != nil {
		return false, true
	}
	defer m.Close()
	var b strings.Builder
	same = m.Dump(ctx, &b) == nil && b.String() == d.dump
	problems, err := m.Doctor(ctx)
	faulty = err != nil || len(problems) > 0
	for _, ref := range []string{"A", "helper", "c.ts", "func:e.go#E"} {
		_, _ = m.Navigate(ctx, smp.NavigateQuery{Query: ref, Relationships: true})
		_, _ = m.Trace(ctx, smp.TraceQuery{Start: ref, Direction: "in"})
	}
	_, _ = m.Context(ctx, smp.ContextQuery{FilePath: "a/m.py"})
	_, _ = m.Status(ctx, 10)
	return same, faulty
}

// mend runs the index over the file, and makes it anew where that refuses: it
// is then what a fresh one is.
func (d *brokenIndex) mend(path, what string) {
	ctx := d.t.Context()
	m, err := smp.Open(ctx, path, smp.WithRoot(d.root), smp.WithWorkers(1))
	if err == nil {
		if _, err = m.Index(ctx, nil); err != nil {
			_ = m.Close() // the file is damaged
		}
	}
	if err != nil {
		if !strings.Contains(err.Error(), "--rebuild") && !errors.Is(err, smp.ErrForeign) && !errors.Is(err, smp.ErrNewer) {
			d.t.Errorf("%s: the run does not say what to do: %v", what, err)
		}
		if errors.Is(err, smp.ErrForeign) || errors.Is(err, smp.ErrNewer) {
			return // perhaps it is somebody else's
		}
		if m, _, err = smp.OpenAnew(ctx, path, nil, smp.WithRoot(d.root), smp.WithWorkers(1)); err != nil {
			d.t.Errorf("%s: it is not made anew: %v", what, err)
			return
		}
	}
	defer m.Close()
	if dumped(d.t, m) != d.dump {
		d.t.Errorf("%s: after a run the graph is another one", what)
	}
	if ps, err := m.Doctor(ctx); err != nil || len(ps) > 0 {
		d.t.Errorf("%s: after a run: %v %v", what, ps, err)
	}
}

// TestDoctorFindsDamage changes bytes and cells in many places: where the graph
// says something else than before, or cannot be read, the doctor finds fault;
// and nothing panics.
func TestDoctorFindsDamage(t *testing.T) {
	d := prepareDamage(t)
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	if os.Getenv("SMP_LONG") != "" {
		rounds = 10_000
	}
	dir := t.TempDir()
	differs, missed := 0, 0
	for i := range rounds {
		rnd := rand.New(rand.NewPCG(uint64(i), 5))
		path := filepath.Join(dir, fmt.Sprintf("%d.db", i))
		how := d.bytes
		if i%2 == 0 {
			how = d.cell
		}
		what := how(path, rnd)
		same, faulty := d.ask(path, what)
		if i < 60 || rounds > 300 {
			d.mend(path, what)
		}
		if !same {
			differs++
			if !faulty {
				missed++
				t.Errorf("seed %d: the doctor does not see it: %s", i, what)
			}
		}
		for _, f := range []string{"", "-wal", "-shm", ".lock", ".files", ".damaged", ".damaged-wal"} {
			_ = os.Remove(path + f) // some may not be there
		}
	}
	t.Logf("%d damaged files, %d of which say something else; %d missed", rounds, differs, missed)
	if differs < rounds/8 {
		t.Error("the damage does too little")
	}
}
