package transport

import (
	"bufio"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/structural-memory/smp/jsonrpc"
)

// Tokens are the secrets that clients may show, with what each may do. Only
// their hashes are kept.
type Tokens struct{ all []token }

type token struct {
	hash   [sha256.Size]byte
	access jsonrpc.Access
}

// shortest is how long a secret has to be.
const shortest = 16

// Add takes a token as "ROLE:SECRET", or as "SECRET" for the role admin.
func (t *Tokens) Add(text string) error {
	access := jsonrpc.Admin
	if role, secret, ok := strings.Cut(text, ":"); ok {
		if access = jsonrpc.AccessOf(role); access == 0 {
			return fmt.Errorf("%q is no role of a token: use read, write or admin", role)
		}
		text = secret
	}
	if text = strings.TrimSpace(text); len(text) < shortest {
		return fmt.Errorf("a token must have at least %d characters", shortest)
	}
	t.all = append(t.all, token{sha256.Sum256([]byte(text)), access})
	return nil
}

// AddFile takes a token from each line of a file; # begins a comment.
func (t *Tokens) AddFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("the file with tokens cannot be read: %w", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := t.Add(line); err != nil {
			return fmt.Errorf("%s, line %d: %w", path, n, err)
		}
	}
	return lines.Err()
}

// Empty tells whether there are none.
func (t *Tokens) Empty() bool { return t == nil || len(t.all) == 0 }

// access is what a secret may do; zero if it is none of the tokens.
func (t *Tokens) access(secret string) jsonrpc.Access {
	hash := sha256.Sum256([]byte(secret))
	found := jsonrpc.Access(0)
	for _, x := range t.all {
		if subtle.ConstantTimeCompare(hash[:], x.hash[:]) == 1 {
			found = x.access
		}
	}
	return found
}

// LogValue keeps tokens out of logs, whatever logs them.
func (t *Tokens) LogValue() slog.Value {
	if t.Empty() {
		return slog.StringValue("none")
	}
	return slog.StringValue(fmt.Sprintf("%d, hidden", len(t.all)))
}
