package walk

import (
	"strings"
	"unicode/utf8"
)

// File is a file to be indexed.
type File struct {
	Path    string // slash-separated, relative to the root
	Size    int64
	ModTime int64 // nanoseconds since 1970
	Lang    string
	Keep    bool // a "!" rule of .smpignore names it: the defaults for generated code do not apply
}

// Skip is a file or directory that is left out. For a directory it stands for
// everything inside.
type Skip struct {
	Path   string // as in File; bytes that are no UTF-8 appear as \xNN
	Reason Reason
	Detail string // the rule, for people
	Size   int64  // of a file, where it was looked at
	Dir    bool
}

// Result is what a walk found. Files and Skips are sorted by path, bytewise.
// It depends on nothing but the tree and the options.
type Result struct {
	Files   []File
	Skips   []Skip
	Dirs    int            // directories read, the root included
	Folders []string       // those directories, each before what is in it; the root is ""
	Unknown map[string]int // files of no known language, by extension in lower case, "" for none
	Unread  []string       // those of them that may name what is in other files: code and templates of kinds that nobody reads
	Notes   []string       // what went wrong without making a file be skipped
}

// row makes a Skip whose path can be stored and shown.
func row(path string, dir bool, reason Reason, detail string) Skip {
	return Skip{Path: printable(path), Dir: dir, Reason: reason, Detail: printable(detail)}
}

// printable replaces bytes that are no UTF-8 by \xNN.
func printable(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	const hex = "0123456789abcdef"
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			b.WriteString(`\x`)
			b.WriteByte(hex[s[i]>>4])
			b.WriteByte(hex[s[i]&15])
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// unknownKey is the extension under which a file is counted. Endings that are
// no extension (dates, hashes) go together.
func unknownKey(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return ""
	}
	ext := name[i:]
	if len(ext) > 16 {
		return "other"
	}
	for _, c := range []byte(ext[1:]) {
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '+') {
			return "other"
		}
	}
	return strings.ToLower(ext)
}
