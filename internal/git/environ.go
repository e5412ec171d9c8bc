package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// kept are the variables of this process that git is given: where programs and
// temporary files are. Every other one could lead git to another repository,
// to a configuration or to a program; git itself sets some of them for hooks.
var kept = []string{"PATH", "TMPDIR", "TEMP", "TMP", "TZ", "SYSTEMROOT", "WINDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DEVELOPER_DIR"}

// quiet makes git answer in one way, fetch nothing, ask nobody and write
// nothing beside its answer.
var quiet = []string{"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_ALLOW_PROTOCOL=",
	"GIT_ATTR_NOSYSTEM=1", "GIT_PAGER=cat", "GIT_EDITOR=false", "GIT_ASKPASS=false", "GIT_SSH_COMMAND=false", "GIT_TRACE2=0", "GIT_TRACE2_EVENT=0", "GIT_TRACE2_PERF=0", "GIT_FLUSH=0"}

func environ() []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return !slices.Contains(kept, strings.ToUpper(name))
	})
	return append(env, quiet...)
}

// alone is the environment for a git that reads the configuration in its own
// folder and no other.
func (s *stand) alone(tree string) []string {
	return append(environ(), "HOME="+s.dir, "XDG_CONFIG_HOME="+s.dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_DIR="+s.dir, "GIT_WORK_TREE="+tree, "GIT_GRAFT_FILE="+os.DevNull)
}

// ofUser is the environment for a git that says what the user and the machine
// are configured to, and nothing of a repository.
func (s *stand) ofUser() []string {
	return append(append(environ(), "GIT_DIR="+s.dir), ofUser()...)
}

// ofUser are the variables by which git finds the user's configuration.
func ofUser() (env []string) {
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "PROGRAMDATA", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// homely is a path with the home folder in the place of ~.
func homely(path string) string {
	rest, ok := strings.CutPrefix(path, "~/")
	home, err := os.UserHomeDir()
	if !ok || err != nil {
		return path
	}
	return filepath.Join(home, rest)
}
