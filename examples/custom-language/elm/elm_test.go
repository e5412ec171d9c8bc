package elm

import (
	"testing"

	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }
