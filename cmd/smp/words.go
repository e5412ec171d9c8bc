package main

import (
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/structural-memory/smp"
)

// Errors of the library speak of the protocol's methods and parameters. Here
// they speak of what can be typed.

// methodName is a method, and what stands before it: a path as .smp/smp.db is none.
var methodName = regexp.MustCompile(`(^|[^\w./-])(smp/[a-z_]+(?:/[a-z_]+)*)`)

// commandOf are the commands whose methods have other names.
var commandOf = map[string]string{
	"smp/graph/why": "smp why", "smp/guard/check": "smp guard", "smp/linker/report": "smp report", "smp/telemetry/hot": "smp hot", "smp/telemetry/node": "smp hot NAME",
	"smp/audit/get": "smp audit", "smp/index/export": "smp snapshot export", "smp/index/import": "smp snapshot import", "smp/enrich/batch": "smp enrich batch",
	"smp/enrich/stale": "smp enrich stale", "smp/enrich/status": "smp enrich status", "smp/session/open": "smp session open", "smp/session/close": "smp session close", "smp/session/recover": "smp session recover",
	"smp/annotate/bulk": "smp annotate",
}

// plainCommands are those called as their methods are.
var plainCommands = map[string]bool{"navigate": true, "trace": true, "context": true, "impact": true, "locate": true, "search": true, "flow": true, "diff": true, "plan": true,
	"enrich": true, "annotate": true, "tag": true, "dryrun": true, "checkpoint": true, "rollback": true, "lock": true, "unlock": true}

// inCommands puts commands in the place of methods.
func inCommands(text string) string {
	return methodName.ReplaceAllStringFunc(text, func(found string) string {
		at := strings.Index(found, "smp/")
		before, method := found[:at], found[at:]
		if c, ok := commandOf[method]; ok {
			return before + c
		}
		if name := strings.TrimPrefix(method, "smp/"); plainCommands[name] {
			return before + "smp " + name
		}
		return before + "smp call " + method
	})
}

// flagOf are the flags for parameters that have another name.
var flagOf = map[string]string{"flow_type": "type", "node_types": "type", "change_type": "change", "window_days": "days", "tags": "tag", "match": "any", "intended_writes": "files",
	"replace_tags": "replace", "session_id": "session", "agent_id": "agent", "checkpoint_id": "checkpoint", "coverage_report": "coverage"}

// typed is how a parameter is called on the command line: as a flag that the
// command has, or as what stands without one.
func typed(param string, flags []string) string {
	name := flagOf[param]
	if name == "" {
		name = strings.ReplaceAll(param, "_", "-")
	}
	for _, f := range flags {
		if f == name {
			return "--" + name
		}
	}
	switch param {
	case "file_path", "file", "files", "path":
		return "FILE"
	case "query", "start", "end", "from", "to", "entity", "node_id", "node", "name":
		return "NAME"
	}
	return strings.ToUpper(name)
}

// paramText is what is wrong with a flag or an argument.
func paramText(e *smp.ParamError, flags []string) string {
	value := e.Value
	if value == "" {
		value = "empty"
	}
	return inCommands(typed(e.Param, flags) + " cannot be " + value + ": " + e.Hint)
}

// flagsOf are the flags of the command that was parsed.
func flagsOf(c *kong.Context) (names []string) {
	for _, f := range c.Flags() {
		names = append(names, f.Name)
	}
	return names
}
