package jsonrpc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sources are the texts of the package's own files, without tests and what is
// generated; but for those named.
func ownSources(t *testing.T, but ...string) string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
next:
	for _, f := range files {
		for _, b := range append(but, "_test.go", "_gen.go") {
			if strings.HasSuffix(f, b) {
				continue next
			}
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// What the documentation says of notifications is what the code sends: those
// that nothing sends say so, the others do not.
func TestNoticesSayWhetherTheyAreSent(t *testing.T) {
	text := ownSources(t, "notification.go")
	senders := map[string]string{"memory_updated": "NotifyMemoryUpdated(", "conflict_detected": "NotifyConflict(", "lock_conflict": "NotifyLockConflict(", "scope_violation": "NotifyScopeViolation(",
		"session_expired": "NotifySessionExpired(", "network_blocked": "NotifyNetworkBlocked(", "handoff_accepted": "NotifyHandoffAccepted(", "": "GraphEvent{"}
	for _, n := range notices {
		sender, ok := senders[n.kind]
		if !ok {
			t.Errorf("who sends %s?", n.kind)
		}
		if sent := strings.Contains(text, sender); sent == strings.Contains(n.summary, "Not sent yet") {
			t.Errorf("%s %s: sent %t, and it says %q", n.method, n.kind, sent, n.summary)
		}
	}
}
