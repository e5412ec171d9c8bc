package golink

import (
	"go/build/constraint"
	"slices"
	"strings"
)

// config is a platform and a set of build tags to check a package for.
type config struct {
	os, arch string
	cgo      bool
	tags     string // extra tags, joined by commas
}

// primary is what files are checked for unless their constraints forbid it.
var primary = config{os: "linux", arch: "amd64", cgo: true}

var (
	knownOS   = set("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos")
	knownArch = set("386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm")
	unixOS    = set("aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris")
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// nameConstraints are the platform that a file's name asks for: x_GOOS.go,
// x_GOARCH.go, x_GOOS_GOARCH.go, each also before _test.
func nameConstraints(base string) (os, arch string) {
	base, _, _ = strings.Cut(base, ".")
	parts := strings.Split(strings.TrimSuffix(base, "_test"), "_")
	n := len(parts)
	if n >= 3 && knownOS[parts[n-2]] && knownArch[parts[n-1]] {
		return parts[n-2], parts[n-1]
	}
	if n >= 2 && knownOS[parts[n-1]] {
		return parts[n-1], ""
	}
	if n >= 2 && knownArch[parts[n-1]] {
		return "", parts[n-1]
	}
	return "", ""
}

// parseConstraints reads //go:build lines; "// +build" lines count, all of
// them, only where there is none.
func parseConstraints(lines []string) constraint.Expr {
	var plus constraint.Expr
	for _, l := range lines {
		e, err := constraint.Parse(l)
		if err != nil {
			continue
		}
		if constraint.IsGoBuild(l) {
			return e
		}
		if plus == nil {
			plus = e
		} else {
			plus = &constraint.AndExpr{X: plus, Y: e}
		}
	}
	return plus
}

// includes tells whether a build for c has the file.
func (c config) includes(f *file) bool {
	return (f.os == "" || c.has(f.os)) && (f.arch == "" || f.arch == c.arch) && (f.cons == nil || f.cons.Eval(c.has))
}

// has tells whether a build tag is set.
func (c config) has(tag string) bool {
	switch {
	case tag == c.os || tag == c.arch || tag == "gc":
		return true
	case tag == "unix":
		return unixOS[c.os]
	case tag == "linux":
		return c.os == "android"
	case tag == "darwin":
		return c.os == "ios"
	case tag == "solaris":
		return c.os == "illumos"
	case tag == "cgo":
		return c.cgo
	case strings.HasPrefix(tag, "go1."):
		return true
	}
	return c.tags != "" && slices.Contains(strings.Split(c.tags, ","), tag)
}

// configFor finds a configuration that includes the file, as near to the
// primary one as its constraints allow. ok is false if they contradict.
func configFor(f *file) (c config, ok bool) {
	oses, arches, tags := []string{"linux", "windows", "darwin"}, []string{"amd64", "arm64", "386"}, []string{""}
	var extra []string
	if f.os != "" {
		oses = []string{f.os}
	}
	if f.arch != "" {
		arches = []string{f.arch}
	}
	if f.cons != nil {
		for _, t := range tagsOf(f.cons, nil) {
			switch {
			case knownOS[t]:
				oses = append(oses, t)
			case knownArch[t]:
				arches = append(arches, t)
			case t != "cgo" && t != "unix" && t != "gc" && !strings.HasPrefix(t, "go1."):
				extra = append(extra, t)
			}
		}
	}
	tags = append(tags, extra...)
	if len(extra) > 1 {
		tags = append(tags, strings.Join(extra, ","))
	}
	for _, t := range tags {
		for _, os := range oses {
			for _, arch := range arches {
				for _, cgo := range []bool{true, false} {
					if c := (config{os, arch, cgo, t}); c.includes(f) {
						return c, true
					}
				}
			}
		}
	}
	return primary, false
}

func tagsOf(e constraint.Expr, to []string) []string {
	switch e := e.(type) {
	case *constraint.AndExpr:
		return tagsOf(e.Y, tagsOf(e.X, to))
	case *constraint.OrExpr:
		return tagsOf(e.Y, tagsOf(e.X, to))
	case *constraint.NotExpr:
		return tagsOf(e.X, to)
	case *constraint.TagExpr:
		if !slices.Contains(to, e.Tag) {
			to = append(to, e.Tag)
		}
	}
	return to
}
