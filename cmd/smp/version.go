package main

import (
	"cmp"
	"runtime"
	"runtime/debug"
)

type versionCommand struct{}

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
		line := "smp " + v.Version
		if v.Revision != "" {
			line += " (" + v.Revision[:min(len(v.Revision), 12)] + ")"
		}
		p.line("%s %s %s", line, v.Go, v.Platform)
	})
}

// versionOf is what the Go tool wrote into the program.
func versionOf() versionAnswer {
	v := versionAnswer{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if main := info.Main.Version; main != "(devel)" {
		v.Version = cmp.Or(main, v.Version)
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
