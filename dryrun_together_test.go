package smp_test

import (
	"testing"

	"github.com/structural-memory/smp"
)

var rustPipe = map[string]string{
	"Cargo.toml":  "[package]\nname = \"pipe\"\n",
	"src/lib.rs":  "pub mod pipe;\npub mod join;\n",
	"src/pipe.rs": "pub trait Pipe {\n    fn rest(&self) -> usize;\n    fn all(&mut self) -> usize {\n        self.rest()\n    }\n}\n",
	"src/join.rs": "use crate::pipe::Pipe;\n\npub struct Join {\n    n: usize,\n}\n\nimpl Pipe for Join {\n    fn rest(&self) -> usize {\n        self.n\n    }\n    fn all(&mut self) -> usize {\n        self.n + 1\n    }\n}\n",
}

var rustPut = map[string]string{
	"Cargo.toml": "[package]\nname = \"put\"\n",
	"src/lib.rs": "pub mod put;\npub mod own;\n",
	"src/put.rs": "pub trait Put {\n    fn put(&mut self, mut by: u8) {\n        by += 1;\n    }\n}\n",
	"src/own.rs": "use crate::put::Put;\n\npub struct Own {\n    n: u8,\n}\n\nimpl Put for Own {\n    fn put(&mut self, by: u8) {\n        self.n = by;\n    }\n}\n",
}

var tsMade = map[string]string{
	"src/made.ts": "export class Made {\n  n = 0\n  constructor() {\n    this.n = 1\n  }\n}\n",
	"src/use.ts":  "import { Made } from './made'\n\nexport function use(): number {\n  return new Made().n\n}\n",
}

var tsStyle = map[string]string{
	"src/common.ts": "export const frames = (text: string): string => text\n",
	"src/style.ts":  "import { frames } from './common'\n\nexport const context = (id: string) => {\n  return frames(id)\n}\n",
	"src/page.ts":   "const Child = () => 1\n\nexport function page(): number {\n  return Child()\n}\n",
}

var pySignal = map[string]string{
	"app/__init__.py": "",
	"app/signals.py":  "try:\n    from blinker import Namespace\n    made = Namespace().signal('x')\nexcept ImportError:\n    class Fake:\n        def send(self, *args):\n            pass\n\n    made = Fake()\n",
	"app/run.py":      "from .signals import made\n\n\ndef run():\n    made.send(1)\n",
}

// A promise and those who keep it may change together, a call may go into a
// function inside, a name may become a local one or that of something outside.
func TestDryRunOfWhatChangesTogether(t *testing.T) {
	for _, c := range []struct {
		what    string
		files   map[string]string
		edits   []string
		verdict string // "not": anything but breaking
	}{
		{"a trait's method is renamed with its impl", rustPipe, []string{"src/pipe.rs: fn rest(&self) => fn left(&self)", "src/pipe.rs: self.rest() => self.left()", "src/join.rs: fn rest(&self) => fn left(&self)"}, "not"},
		{"a trait's method is renamed without its impl", rustPipe, []string{"src/join.rs: fn rest(&self) => fn left(&self)"}, "breaking"},
		{"a trait's method takes its parameter in another way", rustPipe, []string{"src/pipe.rs: fn rest(&self) -> usize; => fn rest(&self) -> usize;\n    fn put(&mut self, mut by: u8) {\n        by += 1;\n    }"}, "not"},
		{"a trait's method gets a name for its parameter", rustPut, []string{"src/put.rs: mut by: u8) => to: u8)"}, "not"},
		{"an impl leaves out what the trait does itself", rustPipe, []string{"src/join.rs: \n    fn all(&mut self) -> usize {\n        self.n + 1\n    } => "}, "not"},
		{"a trait's method and its impl have a parameter more", rustPipe, []string{"src/pipe.rs: fn rest(&self) => fn rest(&self, by: u8)", "src/pipe.rs: self.rest() => self.rest(1)", "src/join.rs: fn rest(&self) => fn rest(&self, by: u8)"}, "not"},
		{"a type is moved with its impl", rustPipe, []string{"src/join.rs", "src/joined.rs:  => use crate::pipe::Pipe;\n\npub struct Join {\n    n: usize,\n}\n\nimpl Pipe for Join {\n    fn rest(&self) -> usize {\n        self.n\n    }\n    fn all(&mut self) -> usize {\n        self.n + 1\n    }\n}\n", "src/lib.rs: mod join; => mod joined;"}, "not"},
		{"a call goes into a function inside", tsStyle, []string{"src/common.ts: (text: string) => (text: string, slug: string)", "src/style.ts: return frames(id) => const inner = (slug: string): string => frames(id, slug)\n  return inner"}, "not"},
		{"a call in a file that the proposal makes longer", tsStyle, []string{"src/common.ts: (text: string) => (text: string | number)", "src/style.ts: export const context => // g(undefined), h(undefined), i(undefined), j(undefined)\nexport const context"}, "not"},
		{"a constructor that does nothing else is left out", tsMade, []string{"src/made.ts: \n  constructor() {\n    this.n = 1\n  } => "}, "not"},
		{"a name becomes a local one", tsStyle, []string{"src/page.ts: const Child = () => 1\n\n => ", "src/page.ts: return Child() => const Child = () => 2\n  return Child()"}, "not"},
		{"what was one of ours comes from outside", pySignal, []string{"src/x.py:  => \n", "app/signals.py: try:\n    from blinker import Namespace\n    made = Namespace().signal('x')\nexcept ImportError:\n    class Fake:\n        def send(self, *args):\n            pass\n\n    made = Fake()\n => from blinker import Namespace\n\nmade = Namespace().signal('x')\n"}, "not"},
	} {
		t.Run(c.what, func(t *testing.T) {
			m, _ := supposing(t, c.files)
			res, err := m.DryRun(t.Context(), smp.Proposal{Changes: changesOf(t, c.files, c.edits...)})
			if err != nil {
				t.Fatal(err)
			}
			if c.verdict == "not" && res.Verdict == smp.VerdictBreaking || c.verdict != "not" && res.Verdict != c.verdict {
				t.Errorf("%s, want %s: %+v", res.Verdict, c.verdict, res.Reasons)
			}
		})
	}
}
