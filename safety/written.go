package safety

import "crypto/sha256"

// ContentHash is the hash of what a file is to hold; none where there is to be
// no file.
func ContentHash(content []byte, deleted bool) Hash {
	if deleted {
		return Hash{}
	}
	return sha256.Sum256(content)
}

// ShownHashes are hashes as the audit log has them, by file; "" for no file.
func ShownHashes(hashes map[string]Hash) map[string]string {
	out := make(map[string]string, len(hashes))
	for path, h := range hashes {
		if out[path] = ""; !h.None() {
			out[path] = h.String()
		}
	}
	return out
}
