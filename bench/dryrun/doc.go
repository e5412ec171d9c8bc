// Command dryrun judges dry runs against compilers: it changes one definition
// of a real repository at a time, asks what that breaks, and compares the
// answer with what the type checker then reports.
//
//	go run ./bench/dryrun -repo /path/to/bbolt -n 40
//	go run ./bench/dryrun -repo /path/to/hono -n 40 -typescript /path/to/node_modules/typescript
//
// Go is checked by go/types as `go vet` does, with the compiler's export data
// for what lies outside, but with all errors instead of the first; with -compiler,
// by the compiler that the go command runs over all packages and their tests,
// which says nothing of packages that import one that fails. TypeScript
// is checked by its own language service, see tsc.mjs. A place is the named
// definition around an error. Errors inside the changed definition, and unused
// imports that it leaves, are the proposal's own and do not count.
package main
