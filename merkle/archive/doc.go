// Package archive is the form of a snapshot: one tar.zst file.
//
// Its first entry is manifest.json, its second, if it is signed, manifest.sig:
// the Ed25519 signature over the manifest's bytes (see [Message]). Then come
// the members, in the manifest's order, each with the size and the SHA-256
// that the manifest says. So a reader can refuse an archive before it has
// looked at anything but its first kilobytes, and what it takes afterwards is
// what was signed.
//
// The same members and the same manifest give the same bytes: entries have no
// times, owners or modes, and the compressor runs in one thread.
//
// A [Reader] takes nothing else: entries that the manifest does not name, that
// come twice or in another order, that are links or anything but plain files,
// that are longer or shorter than they should be, more bytes behind the end,
// and streams that unpack to far more than an index does.
//
// The package knows manifests and bytes. It must not know what the members
// hold, nor where keys are.
package archive
