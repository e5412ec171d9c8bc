package smp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// What happens to the files and in git.
func init() {
	mixOps = append(mixOps,
		op{6, func(x *mix) string {
			before := clone(x.state)
			what := x.mutate()
			x.write(before)
			return what
		}},
		op{2, func(x *mix) string { // as editors save
			p := x.pick()
			x.put(p+".tmp", x.state[p]+"\n")
			x.must(os.Rename(x.full(p+".tmp"), x.full(p)))
			return "an atomic save of " + p
		}},
		op{2, func(x *mix) string {
			dir := filepath.Dir(x.pick())
			to := fmt.Sprintf("moved%d", x.rnd.IntN(4))
			if dir == "." {
				return "nothing"
			}
			x.must(os.MkdirAll(x.full(to), 0o755))
			_ = os.Rename(x.full(dir), x.full(to+"/"+filepath.Base(dir))) // it may be there already
			return "moving the folder " + dir
		}},
		op{1, func(x *mix) string {
			dir := filepath.Dir(x.pick())
			if dir == "." {
				return "nothing"
			}
			x.must(os.RemoveAll(x.full(dir)))
			x.put(dir+"/again.py", "def again():\n    pass\n")
			return "a folder gone and back: " + dir
		}},
		op{2, func(x *mix) string {
			rules := []string{"", "*.ts\n", "/py/\n", "store\n!store/disk.go\n"}[x.rnd.IntN(4)]
			name := []string{".gitignore", ".smpignore", "py/.gitignore", ".git/info/exclude"}[x.rnd.IntN(4)]
			x.put(name, rules)
			return fmt.Sprintf("rules %q in %s", rules, name)
		}},
		op{2, func(x *mix) string {
			odd := []string{"gen/api.pb.go", "web/lib.min.js", "vendor/v/v.go", "web/node_modules/p/i.ts", "notes.txt", "binary.py"}[x.rnd.IntN(6)]
			if _, err := os.Stat(x.full(odd)); err == nil {
				x.must(os.Remove(x.full(odd)))
				return "without " + odd
			}
			x.put(odd, "package odd\n\x00")
			return "with " + odd
		}},
		op{1, func(x *mix) string {
			link := x.full("link.py")
			if os.Remove(link) == nil {
				return "without a link"
			}
			x.must(os.Symlink(x.pick(), link))
			return "with a link"
		}},
		op{3, func(x *mix) string { return "a commit" + x.commitAll() }},
		op{4, func(x *mix) string {
			x.commitAll()
			branch := fmt.Sprintf("b%d", x.rnd.IntN(5))
			if _, ok := x.git("checkout", "-q", branch); !ok {
				x.git("checkout", "-q", "-b", branch)
			}
			return "a switch to " + branch
		}},
		op{2, func(x *mix) string {
			x.commitAll()
			branch := fmt.Sprintf("b%d", x.rnd.IntN(5))
			how := [][]string{{"merge", "-q", "-X", "theirs", "--no-edit"}, {"rebase", "-q", "-X", "theirs"}}[x.rnd.IntN(2)]
			if out, ok := x.git(append(how, branch)...); !ok {
				x.git(how[0], "--abort")
				return how[0] + " that fails: " + strings.SplitN(out, "\n", 2)[0]
			}
			return how[0] + " of " + branch
		}},
		op{1, func(x *mix) string { x.git("reset", "-q", "--hard", "HEAD~1"); return "a reset" }},
		op{1, func(x *mix) string {
			x.git("stash", "-q", "-u")
			x.git("stash", "pop", "-q")
			return "a stash and back"
		}},
		op{1, func(x *mix) string { x.git("add", "-f", "-A"); return "everything is tracked" }},
		op{1, func(x *mix) string {
			x.closeWatched()
			x.openWatched()
			return "another process"
		}},
	)
}

func (x *mix) full(rel string) string { return filepath.Join(x.root, filepath.FromSlash(rel)) }

func (x *mix) must(err error) {
	x.t.Helper()
	if err != nil {
		x.t.Fatal(err)
	}
}

func (x *mix) put(rel, text string) {
	x.t.Helper()
	x.must(os.MkdirAll(filepath.Dir(x.full(rel)), 0o755))
	x.must(os.WriteFile(x.full(rel), []byte(text), 0o644))
}

func (x *mix) commitAll() string {
	x.git("add", "-A")
	out, ok := x.git("commit", "-q", "--allow-empty", "-m", "step")
	if !ok {
		return " that fails: " + out
	}
	return ""
}
