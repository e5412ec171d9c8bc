package client

import (
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// localToken is what a server on this machine has left for its user in a file
// named after its port; "" where there is none.
func localToken(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Port() == "" {
		return ""
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "" // no other machine is to see it
	}
	var folders []string
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		folders = append(folders, filepath.Join(dir, "smp"))
	}
	if dir, err := os.UserCacheDir(); err == nil {
		folders = append(folders, filepath.Join(dir, "smp", "run"))
	}
	for _, dir := range folders {
		if text, err := os.ReadFile(filepath.Join(dir, u.Port()+".token")); err == nil {
			return strings.TrimSpace(string(text))
		}
	}
	return ""
}
