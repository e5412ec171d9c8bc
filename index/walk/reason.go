package walk

// Reason is why a file or directory is not indexed. It is stored and shown.
type Reason string

// The reasons.
const (
	Ignored     Reason = "ignored"           // a rule of .gitignore, .git/info/exclude, .smpignore or Options.Extra
	Vendored    Reason = "vendored"          // somebody else's code, by its directory
	Generated   Reason = "generated"         // by name or by a marker in its first lines
	Minified    Reason = "minified"          // by name or by its very long lines
	Binary      Reason = "binary"            // not text
	TooLarge    Reason = "too_large"         // over the size limit
	Symlink     Reason = "symlink"           // a symbolic link
	Unreadable  Reason = "unreadable"        // the system refuses, mostly for lack of permission
	NotRegular  Reason = "not_regular"       // a pipe, socket or device
	Submodule   Reason = "submodule"         // a repository that this one refers to by commit
	NestedRepo  Reason = "nested_repository" // a repository that happens to lie inside
	BadName     Reason = "bad_name"          // its name is no UTF-8
	Vanished    Reason = "vanished"          // was there and is gone
	OutsideRoot Reason = "outside_root"      // not below the root, or only through a link
	NoLanguage  Reason = "no_language"       // no known language; never a Skip, see Result.Unknown
	Internal    Reason = "internal"          // .git or .smp; never a Skip
)
