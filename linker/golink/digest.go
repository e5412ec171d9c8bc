package golink

// digest is FNV-1a: stable between processes, as skeletons are stored.
type digest uint64

const fnvPrime = 1099511628211

func newDigest() digest { return 14695981039346656037 }

func (d *digest) str(s string) {
	h := uint64(*d)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	*d = digest((h ^ 0xff) * fnvPrime) // strings end somewhere
}

func (d *digest) num(n uint64) {
	h := uint64(*d)
	for range 8 {
		h = (h ^ n&0xff) * fnvPrime
		n >>= 8
	}
	*d = digest(h)
}

func (d *digest) tag(b byte) { *d = digest((uint64(*d) ^ uint64(b)) * fnvPrime) }

// nameHash is the 32-bit hash of an identifier.
func nameHash(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}
