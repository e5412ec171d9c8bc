package train

import (
	"os"
	"strings"
	"testing"
)

const commit = "0123456789012345678901234567890123456789"

func TestThePinnedListIsAllowed(t *testing.T) {
	repos, err := Repos()
	if err != nil {
		t.Fatal(err)
	}
	notice, err := os.ReadFile("../../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	validate := 0
	for _, r := range repos {
		if r.Validate {
			validate++
		} else if !strings.Contains(string(notice), "https://github.com/"+r.Name+"\n") {
			t.Errorf("NOTICE does not name %s", r.Name)
		}
	}
	if validate < 5 || len(repos) < 50 {
		t.Errorf("%d repositories, %d of them for validation", len(repos), validate)
	}
}

func TestListsThatMayNotBe(t *testing.T) {
	held := HeldOut()
	if len(held) < 17 {
		t.Fatalf("%d repositories are held out", len(held))
	}
	for line, want := range map[string]string{
		"a/b\t" + commit + "\tGPL-3.0\ttrain":                                      "licence",
		"a/b\t" + commit + "\tunknown\ttrain":                                      "licence",
		"a/b\tmain\tMIT\ttrain":                                                    "commit",
		"a/b\t" + commit + "\tMIT\ttest":                                           "test",
		"pallets/flask\t" + commit + "\tMIT\ttrain":                                "held out",
		"somebody/Flask\t" + commit + "\tMIT\tvalidate":                            "held out",
		"a/b\t" + commit + "\tMIT\ttrain\nA/B\t" + commit + "\tMIT\ttrain":         "twice",
		"a/b\t" + commit + "\tMIT\ttrain\n\n# a comment\nc/d\t" + commit + "\tMIT": "is not owner",
	} {
		if _, err := parseRepos(line, held); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
	for _, name := range held {
		if _, err := parseRepos(name+"\t"+commit+"\tMIT\ttrain", held); err == nil {
			t.Errorf("%s may be learned from", name)
		}
	}
}
