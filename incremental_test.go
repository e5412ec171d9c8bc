package smp_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// TestIncrementalEqualsFull drives random edits, renames, deletions, reverts
// and switches between states over a project in several languages, and holds
// the graph after each step against one that is indexed from nothing.
func TestIncrementalEqualsFull(t *testing.T) {
	steps := 40
	if testing.Short() {
		steps = 12
	}
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			newMutator(t, seed).run(steps)
		})
	}
}

type mutator struct {
	t     *testing.T
	rnd   *rand.Rand
	root  string
	m     *smp.Memory
	db    string
	state map[string]string
	saved []map[string]string
	n     int
}

func newMutator(t *testing.T, seed uint64) *mutator {
	x := &mutator{t: t, rnd: rand.New(rand.NewPCG(seed, 7)), root: t.TempDir(), state: map[string]string{}}
	x.db = filepath.Join(t.TempDir(), "smp.db")
	for p, s := range project() {
		x.state[p] = s
	}
	x.write(nil)
	x.open()
	return x
}

func (x *mutator) open() {
	m, err := smp.Open(context.Background(), x.db, smp.WithRoot(x.root), smp.WithWorkers(2))
	if err != nil {
		x.t.Fatal(err)
	}
	x.m = m
}

func (x *mutator) run(steps int) {
	defer func() { x.m.Close() }()
	for range steps {
		before := clone(x.state)
		what := x.mutate()
		if x.rnd.IntN(2) == 0 { // a question what it would do leaves no trace
			x.suppose(before)
			what += ", supposed before"
		}
		if x.rnd.IntN(3) == 0 { // told of by its content before the disk has it
			x.push(before)
			what += ", pushed"
		}
		x.write(before)
		if x.rnd.IntN(5) == 0 { // a process that knows nothing yet
			x.m.Close()
			x.open()
			what += ", reopened"
		}
		x.check(what)
	}
}

// changes are what happened to the files since.
func (x *mutator) changes(before map[string]string) (out []smp.FileChange) {
	for p := range before {
		if _, ok := x.state[p]; !ok {
			out = append(out, smp.FileChange{Path: p, Deleted: true})
		}
	}
	for p, s := range x.state {
		if was, ok := before[p]; !ok || was != s {
			out = append(out, smp.FileChange{Path: p, Content: []byte(s)})
		}
	}
	return out
}

func (x *mutator) suppose(before map[string]string) {
	if err := x.m.Suppose(context.Background(), x.changes(before)...); err != nil {
		x.t.Fatal(err)
	}
}

// push tells of some of the changes before they are written.
func (x *mutator) push(before map[string]string) {
	all := x.changes(before)
	if len(all) == 0 {
		return
	}
	if _, err := x.m.Update(context.Background(), all[:1+x.rnd.IntN(len(all))]...); err != nil {
		x.t.Fatal(err)
	}
}

func (x *mutator) check(what string) {
	x.t.Helper()
	ctx := context.Background()
	if _, err := x.m.Index(ctx, nil); err != nil {
		x.t.Fatalf("%s: %v", what, err)
	}
	fresh, err := smp.Open(ctx, ":memory:", smp.WithRoot(x.root), smp.WithWorkers(1))
	if err != nil {
		x.t.Fatal(err)
	}
	defer fresh.Close()
	if _, err := fresh.Index(ctx, nil); err != nil {
		x.t.Fatal(err)
	}
	var a, b strings.Builder
	if err := x.m.Dump(ctx, &a); err != nil {
		x.t.Fatal(err)
	}
	if err := fresh.Dump(ctx, &b); err != nil {
		x.t.Fatal(err)
	}
	if a.String() != b.String() {
		x.t.Fatalf("after %s the graph differs from a fresh one:\n%s", what, difference(a.String(), b.String()))
	}
	if ps, err := x.m.Doctor(ctx); err != nil || len(ps) > 0 {
		x.t.Fatalf("after %s: %v %v", what, ps, err)
	}
}

// difference lists the lines that only one of two dumps has.
func difference(got, want string) string {
	count := map[string]int{}
	for _, l := range strings.Split(got, "\n") {
		count[l]++
	}
	for _, l := range strings.Split(want, "\n") {
		count[l]--
	}
	var out []string
	for l, n := range count {
		if n > 0 {
			out = append(out, "only incremental: "+l)
		} else if n < 0 {
			out = append(out, "only fresh:       "+l)
		}
	}
	if len(out) > 30 {
		out = append(out[:30], "…")
	}
	return strings.Join(out, "\n")
}

func clone(m map[string]string) map[string]string {
	c := make(map[string]string, len(m))
	for k, v := range m {
		c[k] = v
	}
	return c
}

// write puts the state on disk; before is what is there.
func (x *mutator) write(before map[string]string) {
	for p := range before {
		if _, ok := x.state[p]; !ok {
			os.Remove(filepath.Join(x.root, p))
		}
	}
	for p, s := range x.state {
		if before[p] == s && before != nil {
			continue
		}
		full := filepath.Join(x.root, p)
		os.MkdirAll(filepath.Dir(full), 0o755)
		if err := os.WriteFile(full, []byte(s), 0o644); err != nil {
			x.t.Fatal(err)
		}
	}
}

func (x *mutator) pick() string {
	var ps []string
	for p := range x.state {
		ps = append(ps, p)
	}
	sortStrings(ps)
	return ps[x.rnd.IntN(len(ps))]
}

func sortStrings(s []string) {
	for i := range s {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
}

// mutate changes the state and says how.
func (x *mutator) mutate() string {
	x.n++
	if len(x.state) < 4 && len(x.saved) > 0 {
		x.state = clone(x.saved[0])
		return "a switch back"
	}
	p := x.pick()
	switch x.rnd.IntN(9) {
	case 0:
		delete(x.state, p)
		return "deleting " + p
	case 1:
		to := filepath.ToSlash(filepath.Join(filepath.Dir(p), fmt.Sprintf("moved%d%s", x.n, filepath.Ext(p))))
		x.state[to] = x.state[p]
		delete(x.state, p)
		return "moving " + p
	case 2:
		x.saved = append(x.saved, clone(x.state))
		return "saving"
	case 3:
		if len(x.saved) > 0 {
			x.state = clone(x.saved[x.rnd.IntN(len(x.saved))])
			return "a switch"
		}
	case 4:
		names := []string{"save", "load", "Store", "run", "send", "Base", "helper", "make"}
		from, to := names[x.rnd.IntN(len(names))], names[x.rnd.IntN(len(names))]
		x.state[p] = strings.ReplaceAll(x.state[p], from, to)
		return "renaming " + from + " to " + to + " in " + p
	case 5:
		lines := strings.Split(x.state[p], "\n")
		i := x.rnd.IntN(len(lines))
		x.state[p] = strings.Join(append(lines[:i:i], lines[i+1:]...), "\n")
		return fmt.Sprintf("dropping line %d of %s", i+1, p)
	case 6:
		lines := strings.Split(x.state[p], "\n")
		i := x.rnd.IntN(len(lines))
		x.state[p] = strings.Join(append(lines[:i:i], append([]string{lines[i]}, lines[i:]...)...), "\n")
		return fmt.Sprintf("doubling line %d of %s", i+1, p)
	case 7:
		x.state[p] = "\n\n" + x.state[p]
		return "shifting " + p
	}
	q := x.pick()
	if filepath.Ext(p) == filepath.Ext(q) {
		x.state[p], x.state[q] = x.state[q], x.state[p]
		return "swapping " + p + " and " + q
	}
	x.state[p] += "\n"
	return "an empty line in " + p
}

// project is a small program in several languages, with imports, inheritance,
// interfaces, re-exports and names that occur more than once.
func project() map[string]string {
	return map[string]string{
		"go.mod": "module example.org/app\n\ngo 1.22\n",
		"store/store.go": `package store

import "strings"

type Store interface{ Save(k string) error }

type Mem struct{ m map[string]string }

func New() *Mem { return &Mem{} }

func (s *Mem) Save(k string) error { s.load(strings.TrimSpace(k)); return nil }

func (s *Mem) load(k string) {}
`,
		"store/disk.go": `package store

type Disk struct{ Mem }

func (d *Disk) Save(k string) error { return d.Mem.Save(k) }

func helper() { New().load("x") }
`,
		"main.go": `package main

import "example.org/app/store"

func run(s store.Store) { s.Save("a") }

func main() { run(store.New()); run(&store.Disk{}) }
`,
		"main_test.go": `package main

import "testing"

func TestRun(t *testing.T) { run(nil) }
`,
		"web/src/db/user.ts": `export class Base { send(m: string) { return this.run(m) }
  run(m: string) { return m } }
export class UserStore extends Base { save(u: string) { return this.send(u) } }
export function save(u: string) { return new UserStore().save(u) }
export const make = () => new UserStore()
`,
		"web/src/cache/session.ts": `export function save(s: string) { return s.trim() }
export function load() { return save('x') }
`,
		"web/src/index.ts": `export * from './db/user'
export { load, save as saveSession } from './cache/session'
`,
		"web/src/app.ts": `import { save, make, load, saveSession } from './index'
import type { Base } from './db/user'
export function run(b: Base) { b.send('x'); make().save('y'); save('z'); load(); saveSession('q') }
`,
		"py/app/__init__.py": "from .store import Store, make\n",
		"py/app/store.py": `class Base:
    def save(self, k):
        return self.load(k)

    def load(self, k):
        return k


class Store(Base):
    def __init__(self):
        self.inner = Base()

    def save(self, k):
        super().save(k)
        return self.inner.load(k)


def make():
    return Store()
`,
		"py/app/run.py": `from app import make, Store
from .store import Base as B


def run(b: B):
    make().save("x")
    s = Store()
    s.load("y")
    b.save("z")
`,
		"java/src/main/java/a/Base.java": `package a;
public abstract class Base { public abstract void save(String k); public void run() { save("x"); helper(); } protected void helper() {} }
`,
		"java/src/main/java/a/Store.java": `package a;
public class Store extends Base { public void save(String k) { load(k); } void load(String k) {} void load(int k) { load("1"); } }
`,
		"java/src/main/java/b/App.java": `package b;
import a.Store;
import a.Base;
class App { Base make() { return new Store(); } void run() { make().run(); make().save("q"); new Store().save("w"); } }
`,
		"rs/Cargo.toml": "[package]\nname = \"rs\"\n",
		"rs/src/lib.rs": `pub mod store;
use crate::store::{make, Store};
pub trait Save { fn save(&self) -> u8; fn run(&self) -> u8 { self.save() } }
pub fn run(s: &Store) -> u8 { s.load() + make().save() + s.run() }
`,
		"rs/src/store.rs": `use super::Save;
pub struct Store { n: u8 }
impl Store { pub fn load(&self) -> u8 { self.n } }
impl Save for Store { fn save(&self) -> u8 { self.load() } }
pub fn make() -> Store { Store { n: 1 } }
`,
		"README.md":    "# App\n\nSee [the store](store/store.go) and `run`.\n",
		"package.json": "{\"name\": \"app\", \"workspaces\": [\"web\"]}\n",
	}
}
