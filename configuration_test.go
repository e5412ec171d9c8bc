package smp_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// world is a folder whose graph is held, after each edit, against a fresh one:
// as it is after an index run of a process that knows the state before, of one
// that knows nothing, and after updates of single files.
type world struct {
	t    *testing.T
	root string
	ways []*way
}

// way is one that a graph is kept up to date by.
type way struct {
	name string
	db   string
	m    *smp.Memory
}

func newWorld(t *testing.T, files map[string]string) *world {
	x := &world{t: t, root: t.TempDir()}
	for p, s := range files {
		x.put(p, s)
	}
	for _, name := range []string{"the same process", "another process", "updates"} {
		w := &way{name: name, db: filepath.Join(t.TempDir(), "smp.db")}
		x.open(w)
		if _, err := w.m.Index(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		x.ways = append(x.ways, w)
	}
	t.Cleanup(func() {
		for _, w := range x.ways {
			w.m.Close()
		}
	})
	return x
}

func (x *world) open(w *way) {
	x.t.Helper()
	m, err := smp.Open(context.Background(), w.db, smp.WithRoot(x.root), smp.WithWorkers(2))
	if err != nil {
		x.t.Fatal(err)
	}
	w.m = m
}

func (x *world) put(p, text string) {
	x.t.Helper()
	full := filepath.Join(x.root, p)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		x.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		x.t.Fatal(err)
	}
}

// move renames a file or folder, or removes it where to is "".
func (x *world) move(from, to string) {
	x.t.Helper()
	if to == "" {
		if err := os.RemoveAll(filepath.Join(x.root, from)); err != nil {
			x.t.Fatal(err)
		}
		return
	}
	full := filepath.Join(x.root, to)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		x.t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(x.root, from), full); err != nil {
		x.t.Fatal(err)
	}
}

// check brings the graphs up to date after an edit of these paths.
func (x *world) check(what string, touched ...string) {
	x.t.Helper()
	ctx := context.Background()
	want := x.fresh()
	for _, w := range x.ways {
		var err error
		switch w.name {
		case "another process":
			w.m.Close()
			x.open(w)
			_, err = w.m.Index(ctx, nil)
		case "updates":
			_, err = w.m.UpdateFiles(ctx, touched...)
		default:
			_, err = w.m.Index(ctx, nil)
		}
		if err != nil {
			x.t.Fatalf("%s, %s: %v", what, w.name, err)
		}
		if got := x.dump(w.m); got != want {
			x.t.Fatalf("after %s, %s: the graph, or its order, differs from a fresh one:\n%s", what, w.name, difference(got, want))
		}
	}
}

func (x *world) fresh() string {
	x.t.Helper()
	m, err := smp.Open(context.Background(), ":memory:", smp.WithRoot(x.root), smp.WithWorkers(1))
	if err != nil {
		x.t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Index(context.Background(), nil); err != nil {
		x.t.Fatal(err)
	}
	return x.dump(m)
}

func (x *world) dump(m *smp.Memory) string {
	x.t.Helper()
	var sb strings.Builder
	if err := m.Dump(context.Background(), &sb); err != nil {
		x.t.Fatal(err)
	}
	// What is exported has an order of its own, however the graph came about.
	err := m.EachCall(context.Background(), func(r smp.CallRow) error { return json.NewEncoder(&sb).Encode(r) })
	if err != nil {
		x.t.Fatal(err)
	}
	return sb.String()
}

// configured are projects whose links rest on what a file of configuration says.
var configured = []struct {
	name, file, edited string
	files              map[string]string
}{
	{"what a tsconfig extends", "build/shared.json", `{"compilerOptions":{"baseUrl":"..","paths":{"~/*":["new/*"]}}}`, map[string]string{
		"tsconfig.json":     `{"extends":"./build/shared"}`,
		"build/shared.json": `{"compilerOptions":{"baseUrl":"..","paths":{"~/*":["old/*"]}}}`,
		"old/shape.ts":      "export class Shape { area() { return 1 } }\n", "new/shape.ts": "export class Shape { area() { return 2 } }\n",
		"app/main.ts":  "import { Shape } from '~/shape'\nexport class Box extends Shape {}\nnew Box().area()\n",
		"app/other.ts": "import { Box } from './main'\nexport const total = (b: Box) => b.area()\n"}},
	{"an ignored base of a package", "node_modules/base/tsconfig.json", `{"compilerOptions":{"paths":{"~/*":["../../new/*"]}}}`, map[string]string{
		"tsconfig.json": `{"extends":"./node_modules/base/tsconfig.json"}`, ".gitignore": "node_modules\n",
		"node_modules/base/tsconfig.json": `{"compilerOptions":{"paths":{"~/*":["../../old/*"]}}}`,
		"old/x.ts":                        "export function f() {}\n", "new/x.ts": "export function f() {}\n", "a.ts": "import { f } from '~/x'\nf()\n"}},
	{"jsconfig", "jsconfig.json", `{"compilerOptions":{"paths":{"lib":["two.js"]}}}`, map[string]string{
		"jsconfig.json": `{"compilerOptions":{"paths":{"lib":["one.js"]}}}`, "one.js": "export function f() {}\n", "two.js": "export function f() {}\n", "a.js": "import { f } from 'lib'\nf()\n"}},
	{"a package's main", "lib/package.json", `{"name":"lib","main":"two.js"}`, map[string]string{
		"lib/package.json": `{"name":"lib","main":"one.js"}`, "lib/one.js": "exports.f = () => 1\n", "lib/two.js": "exports.f = () => 2\n", "app/a.js": "const lib = require('lib')\nlib.f()\n"}},
	{"a package's name", "lib/package.json", `{"name":"other","main":"one.js"}`, map[string]string{
		"lib/package.json": `{"name":"lib","main":"one.js"}`, "lib/one.js": "exports.f = () => 1\n", "app/a.js": "const lib = require('lib')\nlib.f()\n"}},
	{"a package's imports", "package.json", `{"name":"r","imports":{"#x":"./two.js"}}`, map[string]string{
		"package.json": `{"name":"r","imports":{"#x":"./one.js"}}`, "one.js": "export function f() {}\n", "two.js": "export function f() {}\n", "a.js": "import { f } from '#x'\nf()\n"}},
	{"a package's exports", "lib/package.json", `{"name":"lib","exports":{"./f":"./two.js"}}`, map[string]string{
		"lib/package.json": `{"name":"lib","exports":{"./f":"./one.js"}}`, "lib/one.js": "export function f() {}\n", "lib/two.js": "export function f() {}\n", "app/a.js": "import { f } from 'lib/f'\nf()\n"}},
	{"composer.json", "composer.json", `{"autoload":{"psr-4":{"App\\":"new/"}}}`, map[string]string{
		"composer.json": `{"autoload":{"psr-4":{"App\\":"old/"}}}`, "old/Shape.php": "<?php\nnamespace App;\nclass Shape { function area() {} }\n",
		"new/Shape.php": "<?php\nnamespace App;\nclass Shape { function area() {} }\n", "main.php": "<?php\nuse App\\Shape;\n(new Shape())->area();\n"}},
	{"Cargo.toml", "shape/Cargo.toml", "[package]\nname = \"form\"\n", map[string]string{
		"shape/Cargo.toml": "[package]\nname = \"shape\"\n", "shape/src/lib.rs": "pub trait Area { fn area(&self) {} }\npub fn f() {}\n",
		"app/Cargo.toml": "[package]\nname = \"app\"\n", "app/src/lib.rs": "use shape::{f, Area};\nstruct B;\nimpl Area for B {}\npub fn g(b: B) { f(); b.area(); shape::f(); }\n"}},
	{"a rockspec", "demo-1.rockspec", "package = 'demo'\nbuild = { modules = { ['shape'] = 'new/shape.lua' } }\n", map[string]string{
		"demo-1.rockspec": "package = 'demo'\nbuild = { modules = { ['shape'] = 'old/shape.lua' } }\n",
		"old/shape.lua":   "local M = {}\nfunction M.area() end\nreturn M\n", "new/shape.lua": "local M = {}\nfunction M.area() end\nreturn M\n",
		"main.lua": "local shape = require 'shape'\nshape.area()\n"}},
	{"Package.swift", "Package.swift", "// swift-tools-version:5.5\nimport PackageDescription\nlet package = Package(name: \"P\", targets: [.target(name: \"Form\", path: \"Sources/Shape\"), .target(name: \"App\")])\n", map[string]string{
		"Package.swift":             "// swift-tools-version:5.5\nimport PackageDescription\nlet package = Package(name: \"P\", targets: [.target(name: \"Shape\"), .target(name: \"App\")])\n",
		"Sources/Shape/Shape.swift": "public struct Square { public init() {}\n public func area() {} }\n", "Sources/App/main.swift": "import Shape\nlet s = Square()\ns.area()\n"}},
	{"a project file", "Lib/Lib.csproj", `<Project><ItemGroup><Using Include="Shapes.New" /></ItemGroup></Project>`, map[string]string{
		"Lib/Lib.csproj": `<Project><ItemGroup><Using Include="Shapes.Old" /></ItemGroup></Project>`,
		"Lib/Old.cs":     "namespace Shapes.Old { public class Shape { public void Area() {} } }\n", "Lib/New.cs": "namespace Shapes.New { public class Shape { public void Area() {} } }\n",
		"Lib/Use.cs": "namespace Use { class U { void Go(Shape s) { s.Area(); } } }\n"}},
	{"properties of a build", "Directory.Build.props", `<Project><ItemGroup><Using Include="Shapes.New" /></ItemGroup></Project>`, map[string]string{
		"Directory.Build.props": `<Project><ItemGroup><Using Include="Shapes.Old" /></ItemGroup></Project>`, "Lib/Lib.csproj": "<Project/>",
		"Lib/Old.cs": "namespace Shapes.Old { public class Shape { public void Area() {} } }\n", "Lib/New.cs": "namespace Shapes.New { public class Shape { public void Area() {} } }\n",
		"Lib/Use.cs": "namespace Use { class U { void Go(Shape s) { s.Area(); } } }\n"}},
	{"go.mod", "go.mod", "module example.com/new\n\ngo 1.22\n", map[string]string{
		"go.mod": "module example.com/old\n\ngo 1.22\n", "shape/shape.go": "package shape\n\nfunc Area() {}\n",
		"main.go": "package main\n\nimport \"example.com/old/shape\"\n\nfunc main() { shape.Area() }\n"}},
}

// TestConfigurationEdits: what configuration says is a source like any other.
// Each file of it is edited, removed and put back.
func TestConfigurationEdits(t *testing.T) {
	for _, c := range configured {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := newWorld(t, c.files)
			before := x.fresh()
			x.put(c.file, c.edited)
			if x.fresh() == before {
				t.Fatal("the edit changes nothing: it shows nothing")
			}
			x.check("an edit", c.file)
			x.move(c.file, "")
			x.check("a removal", c.file)
			x.put(c.file, c.files[c.file])
			x.check("a return", c.file)
			if x.fresh() != before {
				t.Fatal("the same files give another graph")
			}
		})
	}
}

// resting are projects whose links rest on whether a file is there, what it is
// called, or on what it says as a part of something. It is moved to other,
// removed, put back edited and as it was.
var resting = []struct {
	name, file, other, edited string
	files                     map[string]string
}{
	{"a module of Rust", "src/shape.rs", "src/shape/mod.rs", "pub fn area() {}\npub fn edge() {}\n", map[string]string{
		"Cargo.toml": "[package]\nname = \"demo\"\n", "src/lib.rs": "mod shape;\npub mod other;\n", "src/shape.rs": "pub fn area() {}\n", "src/other.rs": "use crate::shape::area;\nfn f() { area(); crate::shape::edge(); }\n"}},
	{"a part of a class of C#", "b.cs", "sub/b.cs", "namespace N { public partial class P { void Other() {} } }\n", map[string]string{
		"a.cs": "namespace N { public partial class P : Base { public void Go() { Area(); Other(); Edge(); } } }\n", "b.cs": "namespace N { public partial class P { void Area() {} } }\n",
		"c.cs": "namespace N { public class Base { public void Edge() {} } class U { void Go(P p) { p.Go(); p.Area(); } } }\n"}},
	{"a reopened class of Ruby", "b.rb", "lib/b.rb", "class Shape\n  def edge; end\nend\n", map[string]string{
		"a.rb": "class Shape\n  def go; area; edge; end\nend\nShape.new.area\n", "b.rb": "class Shape\n  def area; end\nend\n"}},
	{"a package of Python", "shape/__init__.py", "shape/main.py", "from .area import area as edge\n", map[string]string{
		"shape/__init__.py": "from .area import area\n", "shape/area.py": "def area(): pass\n", "use.py": "from shape import area, edge\nimport shape.area\narea()\nedge()\nshape.area.area()\n"}},
	{"a namespace package of Python", "shape/area.py", "shape/edge.py", "def area(): pass\ndef more(): pass\n", map[string]string{
		"shape/area.py": "def area(): pass\n", "use.py": "import shape.area\nfrom shape import area\narea.area()\narea.more()\n"}},
	{"an extension of Swift", "b.swift", "Sources/b.swift", "extension Shape { func edge() {} }\n", map[string]string{
		"a.swift": "struct Shape { func go() { area(); edge() } }\nfunc f(s: Shape) { s.area() }\n", "b.swift": "extension Shape { func area() {} }\n"}},
	{"an extension of Kotlin", "b.kt", "sub/b.kt", "package demo\nfun Shape.edge() {}\n", map[string]string{
		"a.kt": "package demo\nclass Shape { fun go() { area(); edge() } }\nfun f(s: Shape) { s.area() }\n", "b.kt": "package demo\nfun Shape.area() {}\n"}},
	{"a header of C", "inc/shape.h", "shape.h", "int edge(void);\n", map[string]string{
		"inc/shape.h": "int area(void);\n", "shape.c": "#include \"inc/shape.h\"\nint area(void) { return 1; }\nint edge(void) { return 1; }\n", "use.c": "#include \"shape.h\"\nint main(void) { return area() + edge(); }\n"}},
	{"merged interfaces of TypeScript", "b.ts", "c.ts", "export interface Shape { edge(): void }\n", map[string]string{
		"a.ts": "import { Shape } from './b'\nexport function f(s: Shape) { s.area(); s.edge() }\n", "b.ts": "export interface Shape { area(): void }\n", "index.ts": "export * from './b'\nexport * from './c'\n",
		"d.ts": "import { Shape } from './index'\nexport function g(s: Shape) { s.area(); s.edge() }\n"}},
	{"a class of PHP", "src/Shape.php", "src/Form.php", "<?php\nnamespace App;\ntrait Shape { function edge() {} }\n", map[string]string{
		"src/Shape.php": "<?php\nnamespace App;\ntrait Shape { function area() {} }\n", "use.php": "<?php\nnamespace App;\nclass Box { use Shape; function go() { $this->area(); $this->edge(); } }\n"}},
	{"a file of a Go package", "shape/b.go", "shape/c.go", "package shape\n\nfunc (Shape) Edge() {}\n", map[string]string{
		"go.mod": "module example.com/demo\n", "shape/a.go": "package shape\n\ntype Shape struct{}\n", "shape/b.go": "package shape\n\nfunc (Shape) Area() {}\n",
		"main.go": "package main\n\nimport \"example.com/demo/shape\"\n\nfunc main() { var s shape.Shape; s.Area(); s.Edge() }\n"}},
	{"a class in a package of Java", "a/Shape.java", "a/Form.java", "package a;\npublic class Shape { public void edge() {} }\n", map[string]string{
		"a/Shape.java": "package a;\npublic class Shape { public void area() {} }\n", "b/Use.java": "package b;\nimport a.*;\nclass Use extends Shape { void go() { area(); edge(); } }\n"}},
	{"a companion of Scala", "b.scala", "sub/b.scala", "package demo\nobject Shape { def edge() = 1 }\n", map[string]string{
		"a.scala": "package demo\nclass Shape\nobject Use { def f() = { Shape.area(); Shape.edge() } }\n", "b.scala": "package demo\nobject Shape { def area() = 1 }\n"}},
	{"a script that is sourced", "lib.sh", "lib/lib.sh", "edge() { :; }\n", map[string]string{
		"lib.sh": "area() { :; }\n", "main.sh": "#!/bin/bash\n. ./lib.sh\narea\nedge\n"}},
	{"a module of Lua", "shape.lua", "shape/init.lua", "local M = {}\nfunction M.edge() end\nreturn M\n", map[string]string{
		"shape.lua": "local M = {}\nfunction M.area() end\nreturn M\n", "main.lua": "local s = require 'shape'\ns.area()\ns.edge()\n"}},
}

// TestFilesThatOthersRestOn: each such file goes, comes and changes.
func TestFilesThatOthersRestOn(t *testing.T) {
	for _, c := range resting {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := newWorld(t, c.files)
			before := x.fresh()
			x.move(c.file, c.other)
			x.check("a move", c.file, c.other)
			x.move(c.other, c.file)
			x.check("a move back", c.file, c.other)
			x.put(c.file, c.edited)
			x.check("an edit", c.file)
			x.move(c.file, "")
			x.check("a removal", c.file)
			x.put(c.file, c.edited)
			x.check("a return of another", c.file)
			x.put(c.file, c.files[c.file])
			x.check("a return", c.file)
			if x.fresh() != before {
				t.Fatal("the same files give another graph")
			}
		})
	}
}
