package main

import "testing"

func TestInCommandsLeavesPaths(t *testing.T) {
	for text, want := range map[string]string{
		"/r/.smp/smp.db: damaged":           "/r/.smp/smp.db: damaged",
		"smp/graph/why says it":             "smp why says it",
		"ask (smp/navigate) or smp/unknown": "ask (smp navigate) or smp call smp/unknown",
		"/home/smp/smp/navigate/x":          "/home/smp/smp/navigate/x",
	} {
		if got := inCommands(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
