package config

import (
	"bytes"
	"strings"
)

// attributes reads up to the end of an opening tag and moves beyond it. Only
// attributes that name the element or a file are kept.
func (s *xmlScanner) attributes() map[string]string {
	var kept map[string]string
	for s.i < len(s.src) {
		s.i = skipBlank(s.src, s.i, 0)
		if s.i >= len(s.src) {
			break
		}
		at := s.i
		switch s.src[s.i] {
		case '>':
			s.i++
			return kept
		case '<': // the tag was never closed
			return kept
		}
		s.i = wordEnd(s.src, s.i, "-.:")
		name := s.src[at:s.i]
		s.i = skipBlank(s.src, max(s.i, at+boolInt(at == s.i)), 0)
		if s.i >= len(s.src) || s.src[s.i] != '=' || len(name) == 0 {
			continue
		}
		if s.i = skipBlank(s.src, s.i+1, 0); s.i >= len(s.src) || s.src[s.i] != '"' && s.src[s.i] != '\'' {
			continue
		}
		from := s.i + 1
		n := bytes.IndexByte(s.src[from:], s.src[s.i])
		if n < 0 {
			s.i = len(s.src)
			break
		}
		s.i = from + n + 1
		if xmlKept[string(name)] && n > 0 && n < 200 {
			if kept == nil {
				kept = map[string]string{}
			}
			kept[string(name)] = string(s.src[from : from+n])
		}
	}
	return kept
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

var xmlKept = map[string]bool{"name": true, "id": true, "Name": true, "Id": true, "key": true, "Key": true, "Include": true, "x:Name": true, "android:name": true,
	"Project": true, "schemaLocation": true, "file": true, "resource": true, "href": true}

// xmlName is the element's own name among its attributes.
func xmlName(a map[string]string) string {
	for _, k := range []string{"name", "id", "Name", "Id", "android:name", "x:Name", "key", "Key", "Include"} {
		if v := a[k]; v != "" {
			return strings.Join(strings.Fields(v), " ")
		}
	}
	return ""
}

// keyed tells whether the element's name is that of a setting.
func keyed(a map[string]string) bool { return a["key"]+a["Key"] != "" }

// coordinates is what a Maven dependency or plugin is called: group:artifact,
// from the elements right below it.
func (s *xmlScanner) coordinates(tag string, from int) string {
	switch tag {
	case "dependency", "plugin", "parent", "extension", "exclusion":
	default:
		return ""
	}
	inside, _, _ := bytes.Cut(s.src[from:min(len(s.src), from+1500)], []byte("</"+tag+">"))
	artifact := between(inside, "<artifactId>", "</artifactId>")
	if group := between(inside, "<groupId>", "</groupId>"); group != "" && artifact != "" {
		return group + ":" + artifact
	}
	return artifact
}

func between(s []byte, open, shut string) string {
	_, rest, ok := bytes.Cut(s, []byte(open))
	if !ok {
		return ""
	}
	text, _, ok := bytes.Cut(rest, []byte(shut))
	if !ok || len(text) > 200 {
		return ""
	}
	return string(bytes.TrimSpace(text))
}

// references notes the files that an element names. MSBuild writes paths with
// backslashes; they are turned, so that all modules have one form.
func (s *xmlScanner) references(def int32, tag string, a map[string]string, pos int) {
	file := ""
	switch {
	case s.proj && (tag == "ProjectReference" || tag == "Compile" || tag == "EmbeddedResource" || tag == "Content" || tag == "None"):
		file = a["Include"]
	case s.proj && tag == "Import":
		file = a["Project"]
	case strings.HasSuffix(tag, ":import") || strings.HasSuffix(tag, ":include"):
		file = a["schemaLocation"] + a["href"]
	case tag == "import" || tag == "include":
		file = a["file"] + a["resource"] + a["href"]
	}
	if file = strings.ReplaceAll(file, `\`, "/"); !strings.ContainsAny(file, "*") {
		reference(s.b, def, file, pos)
	}
}
