package jsonrpc

import (
	"context"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/merkle"
)

// UpdateParams are those of smp/update.
type UpdateParams struct {
	Type       string  `json:"type,omitempty" enum:"file_change" default:"file_change"`
	FilePath   string  `json:"file_path"`
	Content    *string `json:"content,omitempty" jsonschema:"what the file holds now; without it, what the disk has"`
	ChangeType string  `json:"change_type,omitempty" enum:"modified,created,deleted" default:"modified"`
	SessionID  string  `json:"session_id,omitempty" jsonschema:"the session that has written it; without one, the change was made outside"`
}

// BatchChange is one change of smp/batch_update.
type BatchChange struct {
	FilePath   string  `json:"file_path"`
	Content    *string `json:"content,omitempty" jsonschema:"what the file holds now; without it, what the disk has"`
	ChangeType string  `json:"change_type,omitempty" enum:"modified,created,deleted" default:"modified"`
}

// BatchUpdateParams are those of smp/batch_update.
type BatchUpdateParams struct {
	Changes   []BatchChange `json:"changes"`
	SessionID string        `json:"session_id,omitempty" jsonschema:"the session that has written them; without one, the changes were made outside"`
}

// UpdateAnswer is the result of smp/update and smp/batch_update. Its numbers are
// of the view of an mvcc session where there is one, else of the graph.
type UpdateAnswer struct {
	Status               string        `json:"status"` // success
	NodesAdded           int           `json:"nodes_added"`
	NodesUpdated         int           `json:"nodes_updated"`
	NodesRemoved         int           `json:"nodes_removed"`
	RelationshipsUpdated int           `json:"relationships_updated"`
	FilesRelinked        int           `json:"files_relinked"` // other files whose calls lead elsewhere now
	FilesUpdated         int           `json:"files_updated"`
	NotIndexed           []smp.LeftOut `json:"not_indexed"`     // files of the request that are no part of the graph, and why
	Notes                []string      `json:"notes,omitempty"` // what could not be taken into account
	Version              int64         `json:"version"`         // of the graph that was changed
}

// SyncParams are those of smp/sync.
type SyncParams struct {
	ClientRootHash string            `json:"client_root_hash,omitempty" jsonschema:"the root that the client last had in common with the server"`
	FileHashes     map[string]string `json:"file_hashes" jsonschema:"SHA-256 of each of the client's files, by path; 8 digits or more"`
	Limit          int               `json:"limit,omitempty" jsonschema:"entries in each list" default:"10000" min:"1" max:"1000000"`
}

// MerkleTreeParams are those of smp/merkle/tree.
type MerkleTreeParams struct {
	Scope string `json:"scope,omitempty" jsonschema:"full or package:PATH" default:"full"`
}

func syncRows() []*Method {
	update := Method{Group: "Memory", Access: Write, Audited: true, Notes: true, Errors: []Code{NotReady, Busy, ReadOnly, UnknownID, SessionEnded, ScopeViolation, LockConflict, SequenceViolation}}
	one, many := update, update
	one.Name, one.Summary = "smp/update", "Tell of a file that was written, created or deleted."
	one.Doc = "In an mvcc session the change is the session's own until it is completed; otherwise it is everybody's. Content that is not what the disk holds counts until the disk changes. An elevated session must have passed smp/guard/check, smp/dryrun and smp/checkpoint for the file, in that order, since it last wrote it. A change without a session is one made outside: sessions that have the file in scope get `conflict_detected`."
	one.Examples = []Example{{"A file was edited", `{"type": "file_change", "file_path": "src/auth/login.ts", "content": "...", "change_type": "modified"}`, `{"status": "success", "nodes_added": 3, "nodes_updated": 12, "nodes_removed": 1, "relationships_updated": 8, "files_relinked": 2, "files_updated": 1, "not_indexed": [], "version": 42}`}}
	many.Name, many.Summary = "smp/batch_update", "Tell of several files at once."
	many.Doc = "All of them are taken in together, or none; see smp/update."
	many.Examples = []Example{{"Two files", `{"changes": [{"file_path": "src/auth/login.ts", "content": "...", "change_type": "modified"}, {"file_path": "src/auth/middleware.ts", "content": "...", "change_type": "created"}]}`, ""}}
	return []*Method{
		define(one, updateOne),
		define(many, updateMany),
		define(Method{Name: "smp/sync", Group: "Memory", Access: Read, Errors: []Code{NotReady},
			Summary: "Compare a client's files with the graph's.",
			Doc:     "A file that differs or that only the client has is `stale_on_server` (action `push`); one that only the server has is `missing_on_client` (`pull`), unless it was there at `client_root_hash`: then the client deleted it, and it is `deleted_on_server` (`remove_from_graph`). The server keeps the roots that it has had; `client_root_known` tells whether the client's is one of them.",
			Examples: []Example{{"Three of four files differ", `{"client_root_hash": "e3b0c44298fc", "file_hashes": {"src/auth/login.ts": "a3f9c12d", "src/utils/crypto.ts": "c3a1f004"}}`,
				`{"server_root_hash": "f7c2a19b3d84", "in_sync": false, "diff": {"stale_on_server": [{"file": "src/auth/login.ts", "client_hash": "a3f9c12d", "server_hash": "b7d2e91f", "action": "push"}], "missing_on_client": [], "deleted_on_server": [], "ignored": [], "unchanged": 1}}`}},
		}, syncFiles),
		define(Method{Name: "smp/merkle/tree", Group: "Memory", Access: Read, Errors: []Code{NotReady}, Viewed: true,
			Summary:  "The hash of every file and folder of the graph.",
			Doc:      "A file's hash is the SHA-256 of its bytes, a folder's that of its children's names and hashes.",
			Examples: []Example{{"All of it", `{"scope": "full"}`, ""}},
		}, merkleTree),
	}
}

func change(path string, content *string, kind string) smp.FileChange {
	c := smp.FileChange{Path: path, Deleted: kind == "deleted"}
	if content != nil && !c.Deleted {
		c.Content = []byte(*content)
	}
	return c
}

func updateOne(ctx context.Context, c *Call, p UpdateParams) (*UpdateAnswer, error) {
	return c.Server.update(ctx, p.SessionID, change(p.FilePath, p.Content, p.ChangeType))
}

func updateMany(ctx context.Context, c *Call, p BatchUpdateParams) (*UpdateAnswer, error) {
	all := make([]smp.FileChange, len(p.Changes))
	for i, x := range p.Changes {
		all[i] = change(x.FilePath, x.Content, x.ChangeType)
	}
	return c.Server.update(ctx, p.SessionID, all...)
}

// update takes changes in and tells those whom it concerns.
func (s *Server) update(ctx context.Context, session string, changes ...smp.FileChange) (*UpdateAnswer, error) {
	out := &UpdateAnswer{Status: "success", NotIndexed: []smp.LeftOut{}}
	files := make([]string, len(changes))
	for i, c := range changes {
		files[i] = c.Path
	}
	var res *smp.SessionUpdate
	var err error
	take := func() error {
		if session != "" {
			res, err = s.memory.UpdateIn(ctx, session, changes...)
			return err
		}
		res, err = s.memory.UpdateOutside(ctx, changes...)
		return err
	}
	if err = s.changing(ctx, session, files, take); err != nil {
		return nil, err
	}
	out.NodesAdded, out.NodesUpdated, out.NodesRemoved = res.NodesAdded, res.NodesChanged, res.NodesRemoved
	out.RelationshipsUpdated = res.EdgesAdded + res.EdgesRemoved
	out.FilesRelinked, out.FilesUpdated, out.Notes, out.Version = res.Relinked, res.Changed+res.Removed, res.Notes, res.Version
	out.NotIndexed = append(out.NotIndexed, res.LeftOut...)
	return out, nil
}

func syncFiles(ctx context.Context, c *Call, p SyncParams) (*smp.SyncResult, error) {
	return c.Server.memory.Sync(ctx, smp.SyncQuery{RootHash: p.ClientRootHash, Hashes: p.FileHashes, Limit: p.Limit})
}

func merkleTree(ctx context.Context, c *Call, p MerkleTreeParams) (*merkle.View, error) {
	return c.Memory().MerkleView(ctx, p.Scope)
}
