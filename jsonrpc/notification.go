package jsonrpc

import (
	"reflect"
	"time"
)

// The params of smp/notification, by type. Each is made by its function, which
// fills in the type and the severity.

// MemoryUpdated says that the graph has changed.
type MemoryUpdated struct {
	Type    string        `json:"type"`
	Changes MemoryChanges `json:"changes"`
}

// MemoryChanges says what is different.
type MemoryChanges struct {
	FilesAffected     []string `json:"files_affected"`
	StructuralChanges []string `json:"structural_changes"`
	SemanticChanges   []string `json:"semantic_changes"`
	More              int      `json:"more,omitempty"`         // files that are left out
	MoreChanges       int      `json:"more_changes,omitempty"` // structural and semantic ones that are left out
	MoreEvents        int      `json:"more_events,omitempty"`  // graph events that are left out
	NotCompared       int      `json:"not_compared,omitempty"` // changed files whose nodes and edges were too many to compare
	Version           int64    `json:"version"`                // of the graph, afterwards
}

// ConflictDetected says that a file changed outside while a session has it.
type ConflictDetected struct {
	Type     string `json:"type"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	File     string `json:"file"`
}

// LockConflictNotice says that another session holds a file.
type LockConflictNotice struct {
	Type          string `json:"type"`
	Severity      string `json:"severity"`
	File          string `json:"file"`
	HeldBySession string `json:"held_by_session"`
	HeldByAgent   string `json:"held_by_agent"`
}

// ScopeViolationNotice says that a session wrote outside its scope.
type ScopeViolationNotice struct {
	Type          string   `json:"type"`
	Severity      string   `json:"severity"`
	SessionID     string   `json:"session_id"`
	AttemptedFile string   `json:"attempted_file"`
	DeclaredScope []string `json:"declared_scope"`
}

// SessionExpired says that a session's time is over.
type SessionExpired struct {
	Type          string    `json:"type"`
	Severity      string    `json:"severity"`
	SessionID     string    `json:"session_id"`
	ExpiredAt     time.Time `json:"expired_at"`
	LocksReleased []string  `json:"locks_released"`
}

// NetworkBlocked says that a sandbox tried to reach what it may not.
type NetworkBlocked struct {
	Type        string `json:"type"`
	Severity    string `json:"severity"`
	SandboxID   string `json:"sandbox_id"`
	BlockedHost string `json:"blocked_host"`
	BlockedPort int    `json:"blocked_port"`
}

// HandoffAccepted says that a reviewer took a handoff.
type HandoffAccepted struct {
	Type          string `json:"type"`
	Severity      string `json:"severity"`
	HandoffID     string `json:"handoff_id"`
	ReviewerAgent string `json:"reviewer_agent"`
	SandboxID     string `json:"sandbox_id"`
}

// NotifyMemoryUpdated tells everyone of a change of the graph.
func (s *Server) NotifyMemoryUpdated(c MemoryChanges) {
	c.FilesAffected = append([]string{}, c.FilesAffected...)
	c.StructuralChanges = append([]string{}, c.StructuralChanges...)
	c.SemanticChanges = append([]string{}, c.SemanticChanges...)
	s.Bus.Publish(Event{Notification: MemoryUpdated{"memory_updated", c}})
}

// NotifyConflict tells a session that one of its files changed outside.
func (s *Server) NotifyConflict(session, file string) {
	s.Bus.Publish(Event{Session: session, Notification: ConflictDetected{"conflict_detected", "warning", "File modified by external process, memory may be stale", file}})
}

// NotifyLockConflict tells a session that another one holds a file.
func (s *Server) NotifyLockConflict(session, file, heldBy, agent string) {
	s.Bus.Publish(Event{Session: session, Notification: LockConflictNotice{"lock_conflict", "warning", file, heldBy, agent}})
}

// NotifyScopeViolation tells a session that it wrote where it may not.
func (s *Server) NotifyScopeViolation(session, file string, scope []string) {
	s.Bus.Publish(Event{Session: session, Notification: ScopeViolationNotice{"scope_violation", "error", session, file, append([]string{}, scope...)}})
}

// NotifySessionExpired tells a session that its time is over.
func (s *Server) NotifySessionExpired(session string, at time.Time, released []string) {
	s.Bus.Publish(Event{Session: session, Notification: SessionExpired{"session_expired", "error", session, at.UTC(), append([]string{}, released...)}})
}

// NotifyNetworkBlocked tells a session what its sandbox may not reach.
func (s *Server) NotifyNetworkBlocked(session, sandbox, host string, port int) {
	s.Bus.Publish(Event{Session: session, Notification: NetworkBlocked{"network_blocked", "info", sandbox, host, port}})
}

// NotifyHandoffAccepted tells a session that a reviewer took its handoff.
func (s *Server) NotifyHandoffAccepted(session, handoff, reviewer, sandbox string) {
	s.Bus.Publish(Event{Session: session, Notification: HandoffAccepted{"handoff_accepted", "info", handoff, reviewer, sandbox}})
}

// notices are all that the server sends without being asked.
var notices = []struct {
	method, kind, summary string
	params                reflect.Type
}{
	{"smp/notification", "memory_updated", "The graph has changed. Sent to every connection.", reflect.TypeFor[MemoryUpdated]()},
	{"smp/notification", "conflict_detected", "A file in a session's scope was changed by someone else.", reflect.TypeFor[ConflictDetected]()},
	{"smp/notification", "lock_conflict", "Another session holds a file.", reflect.TypeFor[LockConflictNotice]()},
	{"smp/notification", "scope_violation", "A session wrote outside its declared scope.", reflect.TypeFor[ScopeViolationNotice]()},
	{"smp/notification", "session_expired", "A session's time is over; its locks are released.", reflect.TypeFor[SessionExpired]()},
	{"smp/notification", "network_blocked", "A sandbox tried to reach what it may not. Not sent yet: the server has no sandboxes.", reflect.TypeFor[NetworkBlocked]()},
	{"smp/notification", "handoff_accepted", "A reviewer took a handoff. Not sent yet: the server has no handoffs.", reflect.TypeFor[HandoffAccepted]()},
	{"graph.event", "", "A node or an edge came, went or changed. Sent to those who subscribed with graph.subscribe.", reflect.TypeFor[GraphEvent]()},
}
