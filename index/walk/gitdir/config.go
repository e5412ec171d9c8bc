package gitdir

import (
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
	text, err := os.ReadFile(filepath.Join(r.Common, "config"))
	if err != nil {
		return Config{}
	}
	return parseConfig(string(text))
}

// parseConfig knows sections, keys and comments; it skips what it does not
// know. Neither key of interest can hold quotes or continuations.
func parseConfig(text string) (c Config) {
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
		if i := strings.IndexAny(value, "#;"); i >= 0 {
			value = value[:i]
		}
		value = strings.ToLower(strings.TrimSpace(value))
		switch section + "." + strings.ToLower(strings.TrimSpace(key)) {
		case "core.ignorecase":
			c.IgnoreCase = !hasValue || isTrue(value)
		case "extensions.objectformat":
			c.SHA256 = value == "sha256"
		}
	}
	return c
}

func isTrue(value string) bool {
	switch value {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}
