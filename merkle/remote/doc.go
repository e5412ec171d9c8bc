// Package remote keeps snapshots by commit where a team can reach them: in a
// folder, in a folder of a web server that takes PUT, or in a bucket of any
// S3-compatible store.
//
//	commits/SHA.json                what there is of a commit, see [Index]
//	snapshots/snap_ID.tar.zst       the archives
//
// An archive is written before the commit's page names it. Pages and archives
// are not trusted: what they say is checked by their form, and whoever imports
// an archive checks its signature.
//
// The package knows names, bytes and stores. It must not know what a snapshot
// holds, nor git.
package remote
