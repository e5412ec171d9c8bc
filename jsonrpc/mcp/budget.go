package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"strings"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/structural-memory/smp/jsonrpc"
)

// bytesPerToken is how long a token is in such texts, at least.
const bytesPerToken = 3.5

// fit is a result as a text, and as an object beside it, both within the
// budget. What does not fit into the text comes by the cursor.
func (a *agent) fit(ctx context.Context, m *jsonrpc.Method, in args, result any) *sdk.CallToolResult {
	room := int(float64(in.budget) * bytesPerToken)
	text, ok := result.(string)
	if !ok {
		text = m.Text(result)
	}
	out := &sdk.CallToolResult{}
	part, next, note := page(text, in.cursor, room)
	shown := map[string]any{}
	if next != "" {
		shown["next_cursor"] = next
	}
	if in.cursor == "" && !ok {
		if object := a.object(ctx, m, in.params, result, room); object != nil {
			shown["result"] = object
		}
	}
	out.Content = []sdk.Content{&sdk.TextContent{Text: note + part}}
	out.StructuredContent = shown
	return out
}

// object is the result as JSON, with shorter lists where it is too long; nil
// where even that is.
func (a *agent) object(ctx context.Context, m *jsonrpc.Method, params map[string]json.RawMessage, result any, room int) json.RawMessage {
	limited := m.Params.Properties["limit"] != nil && m.Access == jsonrpc.Read
	for limit := 64; ; limit /= 4 {
		raw := encoded(result)
		if len(raw) <= room {
			return raw
		}
		if !limited || limit == 0 {
			return nil
		}
		p := maps.Clone(params)
		p["limit"] = json.RawMessage(fmt.Sprint(limit))
		var fault *jsonrpc.Error
		if result, fault = a.run(ctx, m, p); fault != nil {
			return nil
		}
	}
}

func encoded(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return nil
	}
	return bytes.TrimSpace(b.Bytes())
}

// page is the part of a text from the cursor on that there is room for, whole
// lines where that is possible, and the cursor of the next part.
func page(text, cursor string, room int) (part, next, note string) {
	from, sum := 0, crc32.ChecksumIEEE([]byte(text))
	if cursor != "" {
		var was uint32
		n, err := fmt.Sscanf(cursor, "%d-%x", &from, &was)
		switch {
		case err != nil || n != 2 || from < 0 || from > len(text):
			from, note = 0, "_This is no cursor; from the beginning:_\n\n"
		case was != sum:
			from, note = 0, "_The answer has changed meanwhile; from the beginning:_\n\n"
		}
	}
	rest := text[from:]
	if len(rest) <= room {
		return rest, "", note
	}
	end := strings.LastIndexByte(rest[:room], '\n') + 1
	if end == 0 {
		for end = room; end > 0 && !utf8.RuneStart(rest[end]); end-- {
		}
	}
	next = fmt.Sprintf("%d-%x", from+end, sum)
	return rest[:end] + fmt.Sprintf("\n_%d more lines; next_cursor: %s_\n", strings.Count(rest[end:], "\n"), next), next, note
}

// mostFiles bounds the files whose age a result is judged by.
const mostFiles = 200

// filesOf are the files that a result names.
func filesOf(result any) []string {
	var v any
	if json.Unmarshal(encoded(result), &v) != nil {
		return nil
	}
	seen := map[string]bool{}
	var files []string
	var walk func(v any)
	walk = func(v any) {
		switch x := v.(type) {
		case map[string]any:
			for k, e := range x {
				if f, ok := e.(string); ok && (k == "file" || k == "path") && f != "" && !seen[f] && len(files) < mostFiles {
					seen[f] = true
					files = append(files, f)
				}
				walk(e)
			}
		case []any:
			for _, e := range x {
				walk(e)
			}
		}
	}
	walk(v)
	return files
}
