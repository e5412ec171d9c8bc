package walk

// DefaultMaxFileSize is the size limit when Options has none.
const DefaultMaxFileSize = 2 << 20

// Options say what to walk.
type Options struct {
	// Detect names the language of a file, "" when it knows none. It is called
	// from several goroutines. head returns the file's first bytes, for files
	// whose name does not tell; it opens the file only when called, and returns
	// nil when it cannot. A nil Detect takes every file, without a language.
	Detect func(path string, head func() []byte) string

	// MaxFileSize is the limit in bytes: 0 means DefaultMaxFileSize, a negative
	// one means none.
	MaxFileSize int64

	IncludeVendored  bool // take vendored directories too
	IncludeGenerated bool // take generated and minified files too

	// Extra are rules in the syntax of .gitignore, relative to the root, that
	// rank above every file: "docs/" leaves out, "!docs/" takes in.
	Extra []string
}

func (o *Options) limit() int64 {
	if o.MaxFileSize == 0 {
		return DefaultMaxFileSize
	}
	return o.MaxFileSize
}

// Content says whether f, now that src is read, is to be left out because of
// what it contains. Every caller of Walk must ask it; it asks ClassifyContent
// and respects the options and f.Keep.
func (o *Options) Content(f File, src []byte) (reason Reason, detail string, skip bool) {
	reason, detail, skip = ClassifyContent(f.Path, src)
	if skip && reason != Binary && (f.Keep || o.IncludeGenerated) {
		return "", "", false
	}
	return reason, detail, skip
}
