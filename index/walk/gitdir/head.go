package gitdir

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// Head is what is checked out.
type Head struct {
	Commit string // in hex; "" where there is none yet, or it cannot be told without git
	Branch string // without refs/heads/; "" where HEAD is on none
}

// longestChain bounds how many references lead to one another.
const longestChain = 5

// Head reads what is checked out. It knows references in files and packed
// ones; of other forms (reftable) it tells the branch at most.
func (r *Repo) Head() Head {
	text := readSmall(filepath.Join(r.Dir, "HEAD"))
	name, symbolic := strings.CutPrefix(text, "ref: ")
	if !symbolic {
		return Head{Commit: objectName(text)}
	}
	name = strings.TrimSpace(name)
	h := Head{Commit: r.resolve(name)}
	if branch, ok := strings.CutPrefix(name, "refs/heads/"); ok && branch != ".invalid" { // as reftable has it
		h.Branch = branch
	}
	return h
}

// resolve finds what a reference points to.
func (r *Repo) resolve(name string) string {
	for range longestChain {
		if !safeRef(name) {
			return ""
		}
		text := ""
		for _, dir := range []string{r.Dir, r.Common} {
			if text = readSmall(filepath.Join(dir, filepath.FromSlash(name))); text != "" {
				break
			}
		}
		if text == "" {
			return r.packed(name)
		}
		next, symbolic := strings.CutPrefix(text, "ref: ")
		if !symbolic {
			return objectName(text)
		}
		name = strings.TrimSpace(next)
	}
	return ""
}

// packed looks a reference up among those in packed-refs.
func (r *Repo) packed(name string) string {
	text, err := readRegular(filepath.Join(r.Common, "packed-refs"))
	if err != nil {
		return ""
	}
	for rest := text; ; {
		i := bytes.Index(rest, []byte(" "+name+"\n"))
		if i < 0 {
			return ""
		}
		line := rest[bytes.LastIndexByte(rest[:i], '\n')+1 : i]
		if sha := objectName(string(line)); sha != "" {
			return sha
		}
		rest = rest[i+1:]
	}
}

// safeRef tells whether a reference stays inside the repository's folder.
func safeRef(name string) bool {
	return strings.HasPrefix(name, "refs/") && filepath.IsLocal(filepath.FromSlash(name)) && !strings.ContainsAny(name, "\x00\n")
}

// objectName is text if it names an object.
func objectName(text string) string {
	text = strings.TrimSpace(text)
	if len(text) != 40 && len(text) != 64 {
		return ""
	}
	for _, c := range []byte(text) {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f') {
			return ""
		}
	}
	return text
}

// readSmall reads a file that is no longer than a reference is.
func readSmall(file string) string {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 4096 {
		return ""
	}
	text, err := readRegular(file)
	if err != nil {
		return ""
	}
	return string(text)
}
