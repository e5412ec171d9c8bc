package outline

import "strings"

// secretWords are words of keys whose values are not shown.
var secretWords = map[string]bool{
	"password": true, "passwords": true, "passwd": true, "passphrase": true, "pass": true, "pwd": true, "pw": true,
	"secret": true, "secrets": true, "token": true, "tokens": true, "key": true, "keys": true,
	"credential": true, "credentials": true, "creds": true, "auth": true, "authorization": true,
	"bearer": true, "cookie": true, "cookies": true, "dsn": true, "salt": true, "signature": true, "pin": true,
}

// secretParts are what such keys contain where their words run together.
var secretParts = []string{"password", "passwd", "passphrase", "secret", "apikey", "credential", "privatekey", "accesskey", "authtoken", "connectionstring"}

// SecretKey tells whether the value of a key of that name is not to be shown.
func SecretKey(name string) bool {
	var buf [32]byte
	word := buf[:0]
	for i := 0; i < len(name); i++ {
		c := name[i]
		letter := lower(c) >= 'a' && lower(c) <= 'z'
		// A capital after a small letter begins a word: apiKey.
		if upper(c) && i > 0 && !upper(name[i-1]) || !letter {
			if secretWords[string(word)] {
				return true
			}
			word = word[:0]
		}
		if letter && len(word) < cap(word) {
			word = append(word, lower(c))
		}
	}
	if secretWords[string(word)] {
		return true
	}
	if len(name) < 6 {
		return false
	}
	flat := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(name))
	for _, p := range secretParts {
		if strings.Contains(flat, p) {
			return true
		}
	}
	return strings.HasSuffix(flat, "token")
}

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }

func lower(c byte) byte {
	if upper(c) {
		return c + 'a' - 'A'
	}
	return c
}

// secretMarks begin values that are secrets whatever their key.
var secretMarks = []string{"ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-", "sk-", "sk_live_", "sk_test_",
	"rk_live_", "AKIA", "ASIA", "AIza", "eyJ", "npm_", "pypi-", "dop_v1_", "SG.", "hf_", "-----BEGIN"}

// SecretValue tells whether a word looks like a secret itself: a known mark,
// or a long run of letters and digits in no order that a name would have.
func SecretValue(word string) bool {
	if len(word) < 16 {
		return false
	}
	for _, m := range secretMarks {
		if strings.HasPrefix(word, m) {
			return true
		}
	}
	if len(word) < 24 {
		return false
	}
	changes, digits, last := 0, 0, byte(0)
	for i := 0; i < len(word); i++ {
		class := byte('x')
		switch c := word[i]; {
		case c == '/' || c == '.' || c == '-' || c == '_': // parts of a path or a version
			continue
		case c >= '0' && c <= '9':
			class, digits = '0', digits+1
		case upper(c):
			class = 'A'
		case c >= 'a' && c <= 'z':
			class = 'a'
		}
		if class != last {
			changes, last = changes+1, class
		}
	}
	return digits > 0 && changes*3 >= len(word)
}

// Scrub removes from a text, line by line, what looks like a secret: words
// that look like one, passwords in addresses, and all that follows the key of
// one ("password=…", "--token …").
func Scrub(s string) string {
	if s == "" {
		return s
	}
	if strings.IndexByte(s, '\n') < 0 {
		return scrubLine(s)
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = scrubLine(l)
	}
	return strings.Join(lines, "\n")
}

func scrubLine(s string) string {
	var out strings.Builder
	kept := 0 // s[:kept] is in out, if anything is
	for i := 0; i < len(s); {
		if !wordByte(s[i]) {
			i++
			continue
		}
		from := i
		for i < len(s) && wordByte(s[i]) {
			i++
		}
		word := s[from:i]
		switch {
		case SecretValue(word):
			out.WriteString(s[kept:from])
			out.WriteString("…")
			kept = i
		case strings.HasPrefix(s[i:], "://"):
			if at := userinfo(s[i+3:]); at > 0 {
				out.WriteString(s[kept : i+3])
				out.WriteString("…")
				i += 3 + at
				kept = i
			}
		default:
			if end := assigned(s, from, i); end > 0 {
				out.WriteString(s[kept:end])
				out.WriteString("…")
				return out.String()
			}
		}
	}
	if kept == 0 {
		return s
	}
	out.WriteString(s[kept:])
	return out.String()
}

// assigned is where the value of the secret key s[from:to] begins, 0 if it is
// no such key or nothing is assigned to it.
func assigned(s string, from, to int) int {
	i := to
	for i < len(s) && (s[i] == '"' || s[i] == '\'' || s[i] == '`' || s[i] == ']' || s[i] == ' ') {
		i++
	}
	if i == len(s) {
		return 0
	}
	flag := s[from] == '-' && i > to
	mark := (s[i] == '=' || s[i] == ':') && !strings.HasPrefix(s[i:], "==") && !strings.HasPrefix(s[i:], "::")
	if !flag && !mark || !SecretKey(s[from:to]) {
		return 0
	}
	for mark && i < len(s) && (s[i] == '=' || s[i] == ':' || s[i] == ' ') {
		i++
	}
	if i == len(s) {
		return 0
	}
	return i
}

// userinfo is the length of "name:password" before an "@" at the start of an
// address, 0 if there is none.
func userinfo(s string) int {
	colon := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '@':
			if colon {
				return i
			}
			return 0
		case c == ':':
			colon = true
		case c == '/' || c <= ' ' || c == '"' || c == '\'':
			return 0
		}
	}
	return 0
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || upper(c) || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' || c == '+' || c == '/' || c >= 0x80
}

// Hidden tells whether values of an entry of that name below parent are not
// to be shown.
func (b *Builder) Hidden(parent int32, name string) bool {
	return !b.Open && (parent >= 0 && b.secret[parent] || SecretKey(name))
}
