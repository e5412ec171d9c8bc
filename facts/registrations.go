package facts

import (
	_ "embed"
	"strings"
)

//go:embed registrations.txt
var registrationList string

var registrations = func() map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(registrationList) {
		line, _, _ = strings.Cut(line, "#")
		for _, n := range strings.Fields(line) {
			m[n] = true
		}
	}
	return m
}()

// Registers tells whether calls of that name register things with frameworks,
// so that the texts that they are given matter, see Text. The list is all
// names that the linker's rules ask for.
func Registers(name string) bool { return registrations[name] }
