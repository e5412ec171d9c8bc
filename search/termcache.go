package search

import "sync"

// hits are the documents of a term under one set of weights: what the term
// adds to the score of each before its rarity, and the fields that it stands
// in.
type hits struct {
	docs   []uint32
	part   []float32
	fields []Set
	idf    float64
}

func (h *hits) size() int { return 10*len(h.docs) + 200 }

// termCache keeps the hits of terms that were asked for.
type termCache struct {
	mu   sync.Mutex
	m    map[termKey]*hits
	size int
}

type termKey struct {
	term string
	w    *Weights
}

// cacheLimit bounds the cache in bytes.
const cacheLimit = 64 << 20

func (c *termCache) get(k termKey) *hits {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.m[k]
}

func (c *termCache) put(k termKey, h *hits) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil || c.size > cacheLimit {
		c.m, c.size = map[termKey]*hits{}, 0 // simple, and rare
	}
	c.m[k] = h
	c.size += h.size()
}
