//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// hostile is a repository in which everything that can name a program names
// one that leaves a mark.
type hostile struct {
	root    string // of the repository
	pointed string // a folder whose .git is a file that leads to the same kind of repository
	marks   string
	knobs   map[string]bool
	path    string // as it was
}

// naming are the settings whose values are commands, files that are written,
// or places that commands are fetched from.
var naming = regexp.MustCompile(`(?i)(command|cmd|helper|program|pager|editor|driver|textconv|clean|smudge|process|external|hook|askpass|proxy|fsmonitor|tool|browser|path$|exec|receivepack|uploadpack|vcs|update$|target|file$|alias|url$|textconv)`)

// alwaysKnown are those that matter most, for a git that cannot list any.
var alwaysKnown = []string{"core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.gitProxy", "core.hooksPath", "core.askPass", "core.alternateRefsCommand",
	"filter.mark.clean", "filter.mark.smudge", "filter.mark.process", "diff.external", "diff.mark.command", "diff.mark.textconv", "merge.mark.driver", "sequence.editor",
	"gpg.program", "gpg.ssh.program", "gpg.ssh.defaultKeyCommand", "credential.helper", "interactive.diffFilter", "uploadpack.packObjectsHook", "remote.origin.uploadpack",
	"remote.origin.vcs", "submodule.inner.update", "trailer.mark.cmd", "trace2.eventTarget", "trace2.normalTarget", "trace2.perfTarget", "pager.log", "pager.diff", "alias.status", "alias.log", "alias.cat-file"}

func newHostile(t *testing.T) *hostile {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	h := &hostile{root: filepath.Join(t.TempDir(), "repo"), marks: t.TempDir(), knobs: map[string]bool{}}
	h.plain(t, h.root)
	h.plain(t, filepath.Join(h.root, "inner"))
	h.pointed = filepath.Join(t.TempDir(), "pointed")
	h.plain(t, h.pointed)
	for _, dir := range []string{h.root, filepath.Join(h.root, "inner"), h.pointed} {
		h.arm(t, dir)
	}
	gitDir := filepath.Join(t.TempDir(), "elsewhere.git")
	h.must(t, os.Rename(filepath.Join(h.pointed, ".git"), gitDir), os.WriteFile(filepath.Join(h.pointed, ".git"), []byte("gitdir: "+gitDir+"\n"), 0o644))

	h.bait(t)
	t.Setenv("HOME", t.TempDir())
	return h
}

// bait shows that the traps work: git itself falls into some of them, where
// they are few enough that it takes the configuration for a sound one.
func (h *hostile) bait(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	h.plain(t, dir)
	f, err := os.OpenFile(filepath.Join(dir, ".git", "config"), os.O_APPEND|os.O_WRONLY, 0)
	h.must(t, err)
	_, err = fmt.Fprintf(f, "[core]\n\tfsmonitor = \"touch %s/fsmonitor #\"\n[filter \"mark\"]\n\tclean = \"touch %s/clean; cat\"\n", h.marks, h.marks)
	h.must(t, err, f.Close(), os.WriteFile(filepath.Join(dir, ".gitattributes"), []byte("* filter=mark\n"), 0o644))
	h.dirty(dir)
	cmd := exec.Command("git", "status")
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	if found := h.found(t); len(found) != 2 {
		t.Errorf("git status alone leaves the marks %v, so the test shows little: %s", found, out)
	}
	h.clear(t)
}

func (h *hostile) must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// plain makes a repository of two commits.
func (h *hostile) plain(t *testing.T, dir string) {
	t.Helper()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgSign=false"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	h.must(t, os.MkdirAll(dir, 0o755))
	git("init", "-q", "-b", "main")
	for i, text := range []string{"package a\n\nfunc one() { two() }\n", "package a\n\nfunc one() { two(); two() }\n"} {
		h.must(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte(text), 0o644), os.WriteFile(filepath.Join(dir, "b.go"), []byte("package a\n\nfunc two() {}\n"), 0o644),
			os.WriteFile(filepath.Join(dir, "note.txt"), []byte(text), 0o644))
		git("add", "a.go", "b.go", "note.txt")
		git("commit", "-q", "-m", fmt.Sprint("commit ", i))
	}
}

// arm sets every knob of a repository.
func (h *hostile) arm(t *testing.T, dir string) {
	t.Helper()
	names := slices.Clone(alwaysKnown)
	if out, err := exec.Command("git", "help", "--config").Output(); err == nil {
		for line := range strings.Lines(string(out)) {
			if name := strings.TrimSpace(line); naming.MatchString(name) && strings.Contains(name, ".") && !strings.ContainsAny(name, " ") {
				names = append(names, strings.NewReplacer("<", "", ">", "", "*", "mark").Replace(name))
			}
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for _, name := range names {
		h.knobs[name] = true
	}
	var config strings.Builder
	for _, name := range names {
		section, key := name[:strings.LastIndex(name, ".")], name[strings.LastIndex(name, ".")+1:]
		if first, sub, ok := strings.Cut(section, "."); ok {
			section = fmt.Sprintf("%s %q", first, sub)
		}
		value := "touch " + filepath.Join(h.marks, name) + " #"
		switch key {
		case "hooksPath":
			value = filepath.Join(dir, ".hooks")
		case "update":
			value = "!" + value
		case "url":
			value = "ext::sh -c touch% " + filepath.Join(h.marks, name)
		case "eventTarget", "normalTarget", "perfTarget", "attributesFile", "excludesFile":
			value = filepath.Join(h.marks, name)
		}
		fmt.Fprintf(&config, "[%s]\n\t%s = %q\n", section, key, value)
	}
	config.WriteString("[remote \"origin\"]\n\tpromisor = true\n\tpartialclonefilter = blob:none\n[extensions]\n\tpartialClone = origin\n[log]\n\tshowSignature = true\n[diff]\n\tsubmodule = log\n[protocol]\n\tallow = always\n[protocol \"ext\"]\n\tallow = always\n")
	more := filepath.Join(dir, ".more.config")
	h.must(t, os.WriteFile(more, []byte("[core]\n\tfsmonitor = touch "+filepath.Join(h.marks, "included")+" #\n"), 0o644))
	fmt.Fprintf(&config, "[include]\n\tpath = %s\n[includeIf \"gitdir:**\"]\n\tpath = %s\n", more, more)
	gitDir := filepath.Join(dir, ".git")
	f, err := os.OpenFile(filepath.Join(gitDir, "config"), os.O_APPEND|os.O_WRONLY, 0)
	h.must(t, err)
	_, err = f.WriteString(config.String())
	h.must(t, err, f.Close())

	attributes := []byte("* filter=mark diff=mark merge=mark\n")
	h.must(t, os.WriteFile(filepath.Join(dir, ".gitattributes"), attributes, 0o644), os.MkdirAll(filepath.Join(gitDir, "info"), 0o755), os.WriteFile(filepath.Join(gitDir, "info", "attributes"), attributes, 0o644))
	for _, folder := range []string{filepath.Join(gitDir, "hooks"), filepath.Join(dir, ".hooks")} {
		h.must(t, os.MkdirAll(folder, 0o755))
		for _, hook := range []string{"applypatch-msg", "pre-applypatch", "post-applypatch", "pre-commit", "pre-merge-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-rebase", "post-checkout", "post-merge", "pre-push", "pre-receive", "update", "proc-receive", "post-receive", "post-update", "reference-transaction", "push-to-checkout", "pre-auto-gc", "post-rewrite", "sendemail-validate", "fsmonitor-watchman", "post-index-change"} {
			h.program(t, filepath.Join(folder, hook), "hook."+hook)
		}
	}
}

// program writes one that leaves a mark.
func (h *hostile) program(t *testing.T, file, mark string) {
	t.Helper()
	h.knobs[mark] = true
	h.must(t, os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("#!/bin/sh\ntouch "+filepath.Join(h.marks, mark)+"\n"), 0o755))
}

// surround puts traps around git: programs of the usual names in the
// repository and first on the PATH, and the variables that name programs.
func (h *hostile) surround(t *testing.T, at string) {
	t.Helper()
	if h.path == "" {
		h.path = os.Getenv("PATH")
	}
	for _, name := range []string{"git", "go", "node", "npm", "tsc", "python", "python3", "ruby", "cargo", "rustc", "ssh", "sh", "less", "git-lfs", "git-remote-ext", "gopls"} {
		h.program(t, filepath.Join(at, name), "program."+name)
		h.program(t, filepath.Join(at, "node_modules", ".bin", name), "bin."+name)
	}
	h.must(t,
		os.WriteFile(filepath.Join(at, "go.mod"), []byte("module a\n\ngo 1.22\n\ntoolchain go1.99.0\n"), 0o644),
		os.WriteFile(filepath.Join(at, "go.env"), []byte("GOFLAGS=-toolexec="+filepath.Join(at, "go")+"\n"), 0o644),
		os.WriteFile(filepath.Join(at, "package.json"), []byte(`{"name": "a", "scripts": {"preinstall": "touch `+h.marks+`/npm"}}`), 0o644))
	t.Setenv("PATH", strings.Join([]string{".", "", at, filepath.Join(at, "node_modules", ".bin"), h.path}, string(os.PathListSeparator)))
	for _, name := range []string{"GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND", "GIT_SSH", "GIT_PAGER", "PAGER", "GIT_EDITOR", "EDITOR", "VISUAL", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "GIT_SEQUENCE_EDITOR"} {
		h.knobs[name] = true
		t.Setenv(name, "touch "+filepath.Join(h.marks, "env."+name)+" #")
	}
	for _, name := range []string{"GIT_TRACE", "GIT_TRACE2", "GIT_TRACE2_EVENT", "GIT_TRACE2_PERF", "GIT_TRACE_SETUP", "GIT_TRACE_PACKET"} {
		h.knobs[name] = true
		t.Setenv(name, filepath.Join(h.marks, "env."+name))
	}
	t.Setenv("GIT_EXEC_PATH", at)
	t.Setenv("GIT_TEMPLATE_DIR", at)
	t.Setenv("GIT_CONFIG_COUNT", "2")
	t.Setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
	t.Setenv("GIT_CONFIG_VALUE_0", "touch "+filepath.Join(h.marks, "env.config")+" #")
	t.Setenv("GIT_CONFIG_KEY_1", "diff.external")
	t.Setenv("GIT_CONFIG_VALUE_1", "touch "+filepath.Join(h.marks, "env.config")+" #")
	t.Setenv("GIT_CONFIG_PARAMETERS", "'core.fsmonitor=touch "+filepath.Join(h.marks, "env.parameters")+" #'")
}

// dirty changes files, so that contents are compared and filters would run.
func (h *hostile) dirty(at string) {
	_ = os.WriteFile(filepath.Join(at, "a.go"), []byte("package a\n\nfunc one(n int) { two() }\n"), 0o644)
	_ = os.WriteFile(filepath.Join(at, "new.go"), []byte("package a\n\nfunc three() { one(1) }\n"), 0o644)
}

func (h *hostile) found(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(h.marks)
	h.must(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func (h *hostile) unmarked(t *testing.T, what string) {
	t.Helper()
	if found := h.found(t); len(found) > 0 {
		t.Errorf("%s ran what the repository names: %v", what, found)
		h.clear(t)
	}
}

func (h *hostile) clear(t *testing.T) {
	t.Helper()
	for _, name := range h.found(t) {
		h.must(t, os.RemoveAll(filepath.Join(h.marks, name)))
	}
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
