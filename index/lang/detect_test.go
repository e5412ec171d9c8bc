package lang

import "testing"

func TestDetectByPattern(t *testing.T) {
	stub := func() (Extractor, error) { return nil, nil }
	Register(Language{ID: "t-file", Extensions: []string{".tfile"}, Filenames: []string{"Tfile"}, Patterns: []string{"Tfile.*", "treqs/*.txt", "treqs*.txt"}, New: stub})
	Register(Language{ID: "t-md", Extensions: []string{".tmd"}, New: stub})
	for file, want := range map[string]string{
		"Tfile":              "t-file",
		"a/Tfile":            "t-file",
		"a/Tfile.dev":        "t-file",
		"a/Tfile.tmd":        "t-md", // the ending wins
		"treqs/dev.txt":      "t-file",
		"a/b/treqs/dev.txt":  "t-file",
		"a/treqs/b/dev.txt":  "",
		"treqs-dev.txt":      "t-file",
		"x/y/treqs.lock.txt": "t-file",
		"Tfiles":             "",
		"dev.txt":            "",
	} {
		if got := Detect(file, nil); got != want {
			t.Errorf("Detect(%q) = %q, want %q", file, got, want)
		}
	}
}
