package client

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
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
	for _, dir := range tokenFolders() {
		if secret := readToken(dir, u.Port()+".token"); secret != "" {
			return secret
		}
	}
	return ""
}

// tokenFolders are where servers of this user leave tokens, in their order.
func tokenFolders() (all []string) {
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		all = append(all, filepath.Join(dir, "smp"))
	}
	if dir, err := os.UserCacheDir(); err == nil {
		all = append(all, filepath.Join(dir, "smp", "run"))
	}
	return append(all, filepath.Join(os.TempDir(), fmt.Sprintf("smp-%d", os.Getuid())))
}

// readToken reads a file of a folder, if both are the user's alone: nobody else
// is to choose what is shown to a server.
func readToken(dir, name string) string {
	folder, err := os.Lstat(dir)
	if err != nil || !folder.IsDir() || !alone(folder) {
		return ""
	}
	path := filepath.Join(dir, name)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() || !alone(info) {
		return ""
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// alone reports whether a file is its user's, and nobody else may touch it.
func alone(info os.FileInfo) bool {
	return own(info) && (runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0)
}
