// Package merge brings two changes of one text together: what a session has
// made of a file, and what has become of the file meanwhile.
//
// It merges by definitions where it is told where they are, and by lines in
// what lies between them. Two sides that changed different functions merge,
// however near these stand to each other; two that changed the same function
// conflict, also where their lines would not. Nothing is dropped without being
// said: what each side has added or changed is in the result or in a conflict.
//
// It knows bytes, lines and the spans that callers give. It must not know
// languages, the graph, sessions or files on disk.
package merge
