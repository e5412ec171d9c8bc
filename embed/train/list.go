package train

import (
	_ "embed"
	"fmt"
	"path"
	"strings"
)

//go:embed repos.tsv
var reposFile string

//go:embed heldout.txt
var heldOutFile string

// Repo is one repository that the table learns from.
type Repo struct {
	Name     string // owner/name
	Commit   string
	Licence  string // SPDX
	Validate bool   // not learned from: trials are compared on it
}

// Folder is the name of its checkout.
func (r Repo) Folder() string { return strings.ReplaceAll(r.Name, "/", "+") }

// Repos are the repositories of repos.tsv. It is an error if one of them may
// not be used.
func Repos() ([]Repo, error) { return parseRepos(reposFile, HeldOut()) }

// HeldOut are the names that must not be learned from.
func HeldOut() (names []string) {
	for line := range strings.Lines(heldOutFile) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			names = append(names, line)
		}
	}
	return names
}

// permissive are the licences under which code may be learned from.
var permissive = map[string]bool{
	"0BSD": true, "Apache-2.0": true, "BSD-2-Clause": true, "BSD-3-Clause": true, "ISC": true, "MIT": true, "Unlicense": true, "Zlib": true,
	"MIT OR Apache-2.0": true, "MIT OR Unlicense": true, "MIT-CMU": true, "PSF-2.0": true, "curl": true,
}

func parseRepos(file string, heldOut []string) (repos []Repo, err error) {
	seen := map[string]bool{}
	for line := range strings.Lines(file) {
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 4 || len(f[1]) != 40 || strings.Count(f[0], "/") != 1 {
			return nil, fmt.Errorf("repos.tsv: %q is not owner/name, commit, licence, use", line)
		}
		r := Repo{Name: f[0], Commit: f[1], Licence: f[2], Validate: f[3] == "validate"}
		switch {
		case !r.Validate && f[3] != "train":
			return nil, fmt.Errorf("repos.tsv: %s is used for %q, not for train or validate", r.Name, f[3])
		case !permissive[r.Licence]:
			return nil, fmt.Errorf("repos.tsv: %s has the licence %q, which is not among the permissive ones", r.Name, r.Licence)
		case seen[strings.ToLower(r.Name)]:
			return nil, fmt.Errorf("repos.tsv: %s stands there twice", r.Name)
		}
		if h := heldOutName(r.Name, heldOut); h != "" {
			return nil, fmt.Errorf("repos.tsv: %s is held out as %s", r.Name, h)
		}
		seen[strings.ToLower(r.Name)] = true
		repos = append(repos, r)
	}
	return repos, nil
}

// heldOutName is the held-out repository that a name means, also as a fork.
func heldOutName(name string, heldOut []string) string {
	for _, h := range heldOut {
		if strings.EqualFold(path.Base(h), path.Base(name)) {
			return h
		}
	}
	return ""
}
