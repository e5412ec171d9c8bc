package config

import (
	"path"
	"strings"

	"github.com/structural-memory/smp/index/lang/outline"
)

var (
	composeFiles = parseRules("services * env_file", "services * env_file *", "services * env_file * path", "services * extends file", "include *", "include * path",
		"configs * file", "secrets * file")
	workflowFiles  = parseRules("jobs * uses", "jobs * steps * uses")
	actionFiles    = parseRules("runs main", "runs pre", "runs post", "runs image", "runs steps * uses")
	kustomizeFiles = parseRules("resources *", "bases *", "components *", "patchesStrategicMerge *", "patches * path", "configurations *", "crds *")
	gitlabFiles    = parseRules("include", "include *", "include * local")
	pnpmFiles      = parseRules("packages *")
	plainFiles     = parseRules("** $ref")
)

// Keys of the top level whose entries have a name of their own.
var (
	composeForms  = map[string]string{"services": "service", "volumes": "volume", "networks": "network", "secrets": "secret", "configs": "config"}
	workflowForms = map[string]string{"jobs": "job", "on": "trigger", "env": "env"}
	openAPIForms  = map[string]string{"paths": "path"}
)

// knownAsYAML tells by its path where a document names files, and what its
// entries are called.
func knownAsYAML(file string) (rules, map[string]string) {
	base := path.Base(file)
	stem := strings.TrimSuffix(strings.TrimSuffix(base, ".yml"), ".yaml")
	switch {
	case stem == "docker-compose" || stem == "compose" || strings.HasPrefix(base, "docker-compose.") || strings.HasPrefix(base, "compose."):
		return composeFiles, composeForms
	case strings.Contains(file, ".github/workflows/") || strings.Contains(file, ".gitea/workflows/"):
		return workflowFiles, workflowForms
	case stem == "action":
		return actionFiles, nil
	case stem == "kustomization":
		return kustomizeFiles, nil
	case stem == ".gitlab-ci":
		return gitlabFiles, nil
	case stem == "pnpm-workspace":
		return pnpmFiles, nil
	}
	return plainFiles, openAPIForms
}

// flow gives the scalars of a list written with brackets on one line to the
// rules.
func (s *yamlScanner) flow(def int32, pos int) {
	end := s.b.LineEnd(pos)
	list, _, _ := strings.Cut(string(s.src[pos+1:end]), "]")
	s.path = append(s.path, "*")
	if s.files.match(s.path) {
		for _, item := range strings.Split(list, ",") {
			reference(s.b, def, strings.Trim(item, " \t\r\"'"), pos)
		}
	}
	s.path = s.path[:len(s.path)-1]
}

// composeBuilds holds what docker-compose services say of their builds until
// the end of the file: the folder and the Dockerfile in it make one path.
type composeBuilds struct {
	byService map[string]*composeBuild
	order     []*composeBuild
}

type composeBuild struct {
	context, file string
	def           int32
	pos           int
}

// take keeps a value that stands where a service says how it is built.
func (c *composeBuilds) take(at []string, text string, def int32, pos int) bool {
	if len(at) < 3 || at[0] != "services" || at[2] != "build" || len(at) > 4 {
		return false
	}
	what := "context"
	if len(at) == 4 {
		what = at[3]
	}
	if what != "context" && what != "dockerfile" {
		return false
	}
	if c.byService == nil {
		c.byService = map[string]*composeBuild{}
	}
	b := c.byService[at[1]]
	if b == nil {
		b = &composeBuild{def: def, pos: pos}
		c.byService[at[1]] = b
		c.order = append(c.order, b)
	}
	if what == "context" {
		b.context = text
	} else {
		b.file = text
	}
	return true
}

// emit adds the imports: "./api/Dockerfile".
func (c *composeBuilds) emit(b *outline.Builder) {
	for _, v := range c.order {
		if v.file == "" {
			v.file = "Dockerfile"
		}
		if v.context != "" && !path.IsAbs(v.file) {
			v.file = strings.TrimSuffix(v.context, "/") + "/" + v.file
		}
		reference(b, v.def, v.file, v.pos)
	}
}
