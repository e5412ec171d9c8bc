package jsonrpc

import (
	"context"
	"strings"
	"time"

	"github.com/structural-memory/smp"
)

// IndexExportParams are those of smp/index/export.
type IndexExportParams struct {
	Scope        string `json:"scope,omitempty" jsonschema:"full, or package:PATH for a folder" default:"full"`
	SigningKeyID string `json:"signing_key_id,omitempty" jsonschema:"the key that signs; by default the only one that this server has"`
}

// IndexImportParams are those of smp/index/import.
type IndexImportParams struct {
	SnapshotID       string `json:"snapshot_id,omitempty" jsonschema:"the snapshot; one of the server's own where there is no source_url"`
	SourceURL        string `json:"source_url,omitempty" jsonschema:"smp://snapshots/ID.tar.zst, http(s)://… or file:///…"`
	ExpectedRootHash string `json:"expected_root_hash,omitempty" jsonschema:"refuse a snapshot with another root; 8 digits or more"`
	VerifySignature  *bool  `json:"verify_signature,omitempty" jsonschema:"false: take it in although nobody that is trusted has signed it" default:"true"`
}

// SignatureData is the data of signature_invalid.
type SignatureData struct {
	SnapshotID string `json:"snapshot_id"`
	KeyID      string `json:"key_id"`
	Detail     string `json:"detail,omitempty"`
}

func indexRows() []*Method {
	return []*Method{
		define(Method{Name: "smp/index/export", Group: "Index distribution", Access: Write, Timeout: time.Hour, Errors: []Code{NotReady, NotFound, Unsupported},
			Summary: "Pack the index as a signed snapshot that others can import.",
			Doc: "The archive is deterministic: equal graphs make equal snapshots, with the same id, but for who signed them and when; one that exists is not made again. " +
				"It is served under `/snapshots/`. Annotations, sessions and the audit log stay here. The signature is Ed25519 over the manifest.",
			Examples: []Example{{Name: "All of it", Params: `{"scope": "full", "signing_key_id": "key_prod_01"}`,
				Result: `{"snapshot_id": "snap_4f8a2c", "root_hash": "f7c2a19b3d84…", "scope": "full", "node_count": 1240, "edge_count": 8430, "signed_at": "2025-02-15T10:00:00Z", "signature": "ed25519:a1b2c3…", "export_url": "smp://snapshots/snap_4f8a2c.tar.zst"}`}},
		}, exportIndex),
		define(Method{Name: "smp/index/import", Group: "Index distribution", Access: Write, Timeout: 6 * time.Hour, Anytime: true, Errors: []Code{SignatureInvalid, Forbidden, ReadOnly, Busy},
			Summary: "Take in a snapshot instead of indexing.",
			Doc: "Signature, root hash and all bytes are checked before anything is touched. Where the files here have the snapshot's root, nothing is indexed (`imported`); else what differs is (`partial_import`). " +
				"`root_hash_verified` says whether they have. Annotations, sessions and the audit log stay. " +
				"Addresses other than `smp://snapshots/`, and `verify_signature: false`, need the role admin.",
			Examples: []Example{
				{Name: "The same files", Params: `{"snapshot_id": "snap_4f8a2c", "source_url": "smp://snapshots/snap_4f8a2c.tar.zst", "expected_root_hash": "f7c2a19b3d84", "verify_signature": true}`,
					Result: `{"status": "imported", "root_hash_verified": true, "signature_verified": true, "nodes_imported": 1240, "edges_imported": 8430, "re_indexed_files": 0, "duration_ms": 840}`},
				{Name: "Some files are others", Params: `{"snapshot_id": "snap_4f8a2c"}`,
					Result: `{"status": "partial_import", "root_hash_verified": false, "signature_verified": true, "nodes_imported": 1218, "edges_imported": 8390, "diverging_packages": ["src/auth", "src/api"], "re_indexed_files": 7, "duration_ms": 2310}`},
			},
		}, importIndex),
	}
}

func exportIndex(ctx context.Context, c *Call, p IndexExportParams) (*smp.ExportResult, error) {
	return c.Server.memory.ExportSnapshot(ctx, smp.ExportOptions{Scope: p.Scope, KeyID: p.SigningKeyID})
}

func importIndex(ctx context.Context, c *Call, p IndexImportParams) (*smp.ImportResult, error) {
	o := smp.ImportOptions{SnapshotID: p.SnapshotID, SourceURL: p.SourceURL, ExpectedRoot: p.ExpectedRootHash,
		Unverified: p.VerifySignature != nil && !*p.VerifySignature, AnyFile: c.Peer.Access >= Admin}
	if elsewhere := p.SourceURL != "" && !strings.HasPrefix(p.SourceURL, "smp:"); c.Peer.Access < Admin && (elsewhere || o.Unverified) {
		what := "to take in what is not the server's own"
		if o.Unverified {
			what = "to take in what is not signed"
		}
		return nil, Fail(Forbidden, map[string]string{"method": c.Method.Name, "needs": Admin.String(), "has": c.Peer.Access.String(), "detail": what})
	}
	var res *smp.ImportResult
	err := c.Server.Changing(ctx, nil, func() (err error) {
		res, err = c.Server.memory.ImportSnapshot(ctx, o)
		return err
	})
	return res, err
}
