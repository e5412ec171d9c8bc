package gitdir

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Config is what a walk wants to know of the repository's own configuration.
// The user's and the system's are not read: they differ between machines.
type Config struct {
	IgnoreCase bool // names are compared without regard to ASCII case
	SHA256     bool // object names are 32 bytes long
}

// Config reads the repository's config file.
func (r *Repo) Config() Config {
	return configOf(r.Settings())
}

func parseConfig(text string) Config { return configOf(parseSettings(text)) }

func configOf(s map[string]string) Config {
	return Config{IgnoreCase: isTrue(s["core.ignorecase"]), SHA256: strings.ToLower(s["extensions.objectformat"]) == "sha256"}
}

// Settings is what the repository's config file says, by section.key in lower
// case; a key without a value is true. What it includes and sections with a
// name of their own are left out.
func (r *Repo) Settings() map[string]string {
	text, err := readRegular(filepath.Join(r.Common, "config"))
	if err != nil {
		return nil
	}
	return parseSettings(string(text))
}

// parseSettings knows sections, keys, comments and a value in quotes; it skips
// what it does not know.
func parseSettings(text string) map[string]string {
	out := map[string]string{}
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			name, rest, ok := strings.Cut(line[1:], "]")
			if !ok {
				continue
			}
			section, line = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(rest)
		}
		key, value, hasValue := strings.Cut(line, "=")
		if i := strings.IndexAny(value, "#;"); i >= 0 && !strings.Contains(value, `"`) {
			value = value[:i]
		}
		value = strings.Trim(strings.TrimSpace(value), `"`)
		if !hasValue {
			value = "true"
		}
		if key = strings.ToLower(strings.TrimSpace(key)); key != "" && !strings.ContainsAny(key, "#;") {
			out[section+"."+key] = value
		}
	}
	return out
}

func isTrue(value string) bool {
	switch strings.ToLower(value) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}

// readRegular reads a file; a pipe or a device, which could hold the reader up
// for ever, is refused.
func readRegular(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: file, Err: fs.ErrInvalid}
	}
	return os.ReadFile(file)
}
