// Package proposal says what files would change and break if they held
// something else: a structural difference and a dry run, by the linkers at the
// proposed state. Nothing is written.
//
// What cannot be seen is a doubt, never an error of the proposal.
package proposal
