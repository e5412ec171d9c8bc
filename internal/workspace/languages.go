package workspace

// Every language that SMP ships is registered for whoever imports smp. A
// program adds its own with lang.Register before it indexes.
import _ "github.com/structural-memory/smp/index/lang/all"
