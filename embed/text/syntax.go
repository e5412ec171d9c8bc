package text

var (
	cBlock = [][2]string{{"/*", "*/"}}

	likeC      = ready(syntax{line: []string{"//"}, block: cBlock, quotes: "\"'`", long: "`", chars: true})
	likeScript = ready(syntax{line: []string{"//"}, block: cBlock, quotes: "\"'`", long: "`"})
	likeJVM    = ready(syntax{line: []string{"//"}, block: cBlock, quotes: `"'`, triple: true, chars: true})
	likePHP    = ready(syntax{line: []string{"//", "#"}, block: cBlock, quotes: `"'`, long: `"'`})
	likeShell  = ready(syntax{line: []string{"#"}, quotes: "\"'`", long: "\"'`"})
	likePython = ready(syntax{line: []string{"#"}, quotes: `"'`, triple: true, docstrings: true})
	likeElixir = ready(syntax{line: []string{"#"}, quotes: `"'`, triple: true})
	likeRuby   = ready(syntax{line: []string{"#"}, block: [][2]string{{"\n=begin", "\n=end"}}, quotes: "\"'`", long: `"'`})
	likeLua    = ready(syntax{line: []string{"--"}, block: [][2]string{{"--[[", "]]"}}, quotes: `"'`})
	likeSQL    = ready(syntax{line: []string{"--"}, block: cBlock, quotes: "\"'`", long: "'"})
	likeMarkup = ready(syntax{block: [][2]string{{"<!--", "-->"}}})
)

// ready notes what comments and strings begin with.
func ready(x syntax) *syntax {
	for _, l := range x.line {
		x.leads[l[0]] = true
	}
	for _, b := range x.block {
		x.leads[b[0][0]] = true
	}
	for _, q := range []byte(x.quotes) {
		x.leads[q] = true
	}
	return &x
}

// syntaxOf is how a language's comments and strings look.
func syntaxOf(lang string) *syntax {
	switch lang {
	case "javascript", "jsx", "typescript", "tsx", "vue", "svelte", "dart", "groovy":
		return likeScript
	case "java", "kotlin", "scala", "swift", "csharp":
		return likeJVM
	case "python", "starlark":
		return likePython
	case "ruby":
		return likeRuby
	case "php":
		return likePHP
	case "bash", "shell", "yaml", "toml", "dockerfile", "make", "makefile", "cmake", "ini", "dotenv", "hcl", "perl", "r":
		return likeShell
	case "elixir", "julia":
		return likeElixir
	case "lua", "haskell":
		return likeLua
	case "sql":
		return likeSQL
	case "markdown", "html", "xml":
		return likeMarkup
	}
	return likeC
}

// keyword tells whether an identifier is a word of the language's own in most
// languages: such words stand in every body.
func keyword(w string) bool {
	if len(w) > 10 {
		return false
	}
	switch w {
	case "abstract", "and", "as", "assert", "async", "await", "begin", "bool", "boolean", "break", "byte", "case", "catch", "char",
		"class", "const", "continue", "def", "default", "defer", "del", "do", "double", "elif", "else", "elseif", "elsif", "end",
		"ensure", "enum", "esac", "except", "export", "extends", "extern", "false", "False", "fi", "final", "finally", "float", "fn",
		"for", "foreach", "from", "fun", "func", "function", "global", "go", "goto", "guard", "if", "impl", "implements", "import",
		"in", "inline", "instanceof", "int", "interface", "internal", "is", "isset", "lambda", "let", "local", "long", "loop", "module",
		"mut", "namespace", "new", "nil", "None", "nonlocal", "not", "null", "NULL", "nullptr", "of", "or", "override", "package", "pass",
		"private", "protected", "pub", "public", "raise", "readonly", "ref", "require", "rescue", "return", "self", "Self", "short",
		"sizeof", "static", "string", "struct", "super", "switch", "template", "then", "this", "throw", "throws", "trait", "true",
		"True", "try", "type", "typeof", "typename", "undefined", "union", "unless", "unsafe", "unsigned", "until", "use", "using",
		"val", "var", "virtual", "void", "volatile", "when", "where", "while", "with", "yield":
		return true
	}
	return false
}
