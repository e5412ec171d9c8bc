package scan

import (
	"errors"
	"testing"

	"github.com/structural-memory/smp/facts"
)

type failing struct{ closed bool }

func (f *failing) Extract(string, []byte) (*facts.FileFacts, error) { panic("a fault in a rule") }
func (f *failing) Close()                                           { f.closed = true }

// A fault in extraction is an error of the file.
func TestExtractSafely(t *testing.T) {
	_, err := extractSafely(&failing{}, "a", nil)
	if !errors.As(err, new(*fault)) {
		t.Errorf("the error is %v", err)
	}
}
