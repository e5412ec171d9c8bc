package store

import (
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// maxUnpacked bounds what one compressed value may hold, so that a damaged
// one cannot take all memory.
const maxUnpacked = 256 << 20

// codec is made on first use: many commands never need it.
var codec = sync.OnceValues(func() (*zstd.Encoder, *zstd.Decoder) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(512<<10))
	if err != nil {
		panic(err) // the options are constant
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		panic(err)
	}
	return enc, dec
})

// Compress appends the compressed src to dst. It may be called from many
// goroutines.
func Compress(dst, src []byte) []byte {
	enc, _ := codec()
	return enc.EncodeAll(src, dst)
}

// Decompress appends what was compressed to dst.
func Decompress(dst, src []byte) ([]byte, error) {
	_, dec := codec()
	out, err := dec.DecodeAll(src, dst)
	if err != nil {
		return nil, fmt.Errorf("decompress a stored value: %w", err)
	}
	return out, nil
}
