package train

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
)

// minBody is how many words make a body that two repositories do not write
// alike by chance.
const minBody = 20

// bodyHash is the hash of a body's words, 0 if they are few.
func bodyHash(body []uint32, words []string) uint64 {
	if len(body) < minBody {
		return 0
	}
	h := fnv.New64a()
	for _, w := range body {
		io.WriteString(h, words[w])
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// heldOutBodies are the hashes of all bodies of the held-out repositories.
func heldOutBodies(ctx context.Context, dir string, log io.Writer) (map[uint64]bool, error) {
	bodies := map[uint64]bool{}
	for _, name := range HeldOut() {
		root := filepath.Join(dir, Repo{Name: name}.Folder())
		if _, err := os.Stat(root); err != nil {
			return nil, fmt.Errorf("the held-out repository %s is not in %s: without it, copies of its code cannot be found", name, dir)
		}
		list, err := extractRepo(ctx, root, newNumbering(), true)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, e := range list {
			if e.Body != 0 {
				bodies[e.Body] = true
			}
		}
	}
	fmt.Fprintf(log, "%d bodies of %d held-out repositories\n", len(bodies), len(HeldOut()))
	return bodies, nil
}

// withoutLeaks drops the examples whose body is one of the forbidden ones.
func withoutLeaks(list []Example, forbidden map[uint64]bool) (kept []Example, leaked int) {
	for _, e := range list {
		if e.Body != 0 && forbidden[e.Body] {
			leaked++
			continue
		}
		kept = append(kept, e)
	}
	return kept, leaked
}
