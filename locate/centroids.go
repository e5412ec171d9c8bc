package locate

import (
	"encoding/binary"
	"errors"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/vec"
)

// centroids are what routing knows of the fine communities of a detection, by
// their numbers.
type centroids struct {
	of   *graph.Memberships
	mean [][]float32 // nil for one without vectors
	size []int       // members

	labels map[string]string // readable names of all communities, by id
}

// Centroids are the packed mean vectors of communities, of which of tells that
// of a node, -1 for none, and n how many there are. They are made when
// communities are detected.
func Centroids(r *graph.Reader, of func(graph.NodeID) int32, n int) ([]byte, error) {
	community := map[int64]int32{}
	err := r.EachNumbered(func(file int64, def uint32, row graph.NodeID) {
		if c := of(row); c >= 0 {
			community[vectorID(file, def)] = c
		}
	})
	if err != nil {
		return nil, err
	}
	mean := make([][]float32, n)
	err = r.EachVectors(func(file int64, data []byte) error {
		return EachVector(data, func(node uint32, packed []byte) error {
			c, ok := community[vectorID(file, node)]
			if !ok {
				return nil
			}
			v, err := vec.Unpack(packed)
			if err != nil {
				return err
			}
			if mean[c] == nil {
				mean[c] = make([]float32, len(v))
			}
			if len(mean[c]) == len(v) { // else it is another model's
				vec.AddScaled(mean[c], 1, v)
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	return packCentroids(mean), nil
}

// packCentroids writes, of each, how long it is and its packed vector.
func packCentroids(mean [][]float32) (out []byte) {
	for _, m := range mean {
		var packed []byte
		if m != nil {
			vec.Normalize(m)
			packed = vec.Pack(m)
		}
		out = binary.LittleEndian.AppendUint16(out, uint16(len(packed)))
		out = append(out, packed...)
	}
	return out
}

func unpackCentroids(b []byte, n int) ([][]float32, error) {
	mean := make([][]float32, n)
	for i := 0; i < n && len(b) >= 2; i++ {
		size := int(binary.LittleEndian.Uint16(b))
		if b = b[2:]; size > len(b) {
			return nil, errors.New("the centroids of communities are damaged; detect them again")
		}
		if size > 0 {
			var err error
			if mean[i], err = vec.Unpack(b[:size]); err != nil {
				return nil, err
			}
		}
		b = b[size:]
	}
	return mean, nil
}

// centroids are read once a detection.
func (s *State) centroids(r *graph.Reader, m *graph.Memberships) (*centroids, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cents != nil && s.cents.of == m {
		return s.cents, nil
	}
	levels, err := r.Communities()
	if err != nil {
		return nil, err
	}
	c := &centroids{of: m, labels: map[string]string{}}
	for _, list := range levels {
		for _, x := range list {
			c.labels[x.ID] = x.Label
		}
	}
	for _, x := range levels[1] {
		c.size = append(c.size, x.Members)
	}
	if c.mean, err = unpackCentroids(m.Centroids, len(levels[1])); err != nil {
		return nil, err
	}
	s.cents = c
	return c, nil
}
