package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// mcpClient is a program that agents run in: where its configuration is, and
// how an entry looks in it.
type mcpClient struct {
	path   string // below the repository, or the home folder
	global bool
	key    string         // of the object that holds the servers; "" for TOML
	extra  map[string]any // fields of an entry beside command and args
	root   string         // how the entry names the repository; "" for its folder
}

var clients = map[string]mcpClient{
	"claude-code": {path: ".mcp.json", key: "mcpServers", extra: map[string]any{"type": "stdio"}, root: "."},
	"cursor":      {path: ".cursor/mcp.json", key: "mcpServers", root: "${workspaceFolder}"},
	"vscode":      {path: ".vscode/mcp.json", key: "servers", extra: map[string]any{"type": "stdio"}, root: "${workspaceFolder}"},
	"zed":         {path: ".zed/settings.json", key: "context_servers", extra: map[string]any{"source": "custom"}},
	"windsurf":    {path: ".codeium/windsurf/mcp_config.json", global: true, key: "mcpServers"},
	"codex":       {path: ".codex/config.toml", global: true},
}

func (c mcpClient) file(root, home string) string {
	if c.global {
		return filepath.Join(home, filepath.FromSlash(c.path))
	}
	return filepath.Join(root, filepath.FromSlash(c.path))
}

// name is the entry's: where all repositories share a file, this one's.
func (c mcpClient) name(root string) string {
	if !c.global {
		return "smp"
	}
	return "smp-" + strings.Trim(notInNames.ReplaceAllString(strings.ToLower(filepath.Base(root)), "-"), "-")
}

var notInNames = regexp.MustCompile(`[^a-z0-9_]+`)

func (c mcpClient) args(root string) []string {
	switch c.root {
	case "":
		return []string{"mcp", "--repo", root}
	case ".":
		return []string{"mcp"} // started in the repository
	}
	return []string{"mcp", "--repo", c.root}
}

// edit puts the entry into the file's text, or takes it out. A file that has
// nothing in it any more becomes empty.
func (c mcpClient) edit(text []byte, command, root string, undo bool) ([]byte, error) {
	if c.key == "" {
		return editTOML(text, "mcp_servers."+c.name(root), command, c.args(root), undo)
	}
	if undo {
		out, err := removeJSON(text, c.key, c.name(root))
		if err != nil || len(bytes.TrimSpace(out)) == 0 {
			return nil, err
		}
		return out, nil
	}
	entry := map[string]any{"command": command, "args": c.args(root)}
	for k, v := range c.extra {
		entry[k] = v
	}
	value, err := json.Marshal(entry)
	if err != nil {
		return nil, err
	}
	return setJSON(text, value, c.key, c.name(root))
}

// editTOML does the same for a table of a TOML file, which ends where the next
// one begins.
func editTOML(text []byte, table, command string, args []string, undo bool) ([]byte, error) {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = tomlString(a)
	}
	header := "[" + table + "]"
	entry := fmt.Sprintf("%s\ncommand = %s\nargs = [%s]\n", header, tomlString(command), strings.Join(quoted, ", "))
	lines := strings.SplitAfter(string(text), "\n")
	var kept strings.Builder
	inside := false
	for _, l := range lines {
		if t := strings.TrimSpace(l); strings.HasPrefix(t, "[") {
			inside = t == header || strings.HasPrefix(t, "["+table+".")
		}
		if !inside {
			kept.WriteString(l)
		}
	}
	rest := strings.TrimRight(kept.String(), "\n")
	switch {
	case undo && rest == "":
		return nil, nil
	case undo && !strings.Contains(string(text), header):
		return text, nil
	case undo:
		return []byte(rest + "\n"), nil
	case strings.Contains(string(text), entry):
		return text, nil
	case rest == "":
		return []byte(entry), nil
	}
	return []byte(rest + "\n\n" + entry), nil
}

func tomlString(s string) string {
	b, err := json.Marshal(s) // a JSON string is one of TOML's too
	if err != nil {
		return `""`
	}
	return string(b)
}
