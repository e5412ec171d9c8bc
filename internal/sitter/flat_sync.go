package sitter

// #include "flat.h"
import "C"

import "unsafe"

// The two definitions of a flat node must agree; this does not compile otherwise.
var _ = [1]struct{}{}[unsafe.Sizeof(flatNode{})-unsafe.Sizeof(C.smp_node{})]
