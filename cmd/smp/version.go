package main

import (
	"cmp"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

type versionCommand struct{}

// pseudo is a version that Go made of a commit: its last part names it.
var pseudo = regexp.MustCompile(`-[0-9.]*[0-9]{14}-[0-9a-f]{12}(\+dirty)?$`)

type versionAnswer struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (*versionCommand) Run(a *app) error {
	v := versionOf()
	return a.answer(v, func(p *page) {
		p.line("%s", v)
	})
}

func (v versionAnswer) String() string {
	line := "smp " + v.Version
	if v.Revision != "" {
		line += " (" + v.Revision[:min(len(v.Revision), 12)] + ")"
	}
	return line + " " + v.Go + " " + v.Platform
}

// commit is set where a release is built without its repository at hand:
// -ldflags "-X main.commit=…".
var commit string

// versionOf is what the Go tool wrote into the program.
func versionOf() versionAnswer {
	v := versionAnswer{Version: "devel", Revision: commit, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if main := info.Main.Version; main != "(devel)" {
		v.Version = cmp.Or(main, v.Version)
		if i := strings.LastIndexByte(main, '-'); i > 0 && pseudo.MatchString(main) && v.Revision == "" {
			v.Revision = strings.TrimSuffix(main[i+1:], "+dirty")
		}
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}
