// Package workspace is what all rooms stand on: one repository's root folder,
// the options, the file with its graph, who may touch which path, what is
// checked out, and the errors that all share.
//
// It knows no language, links nothing and answers no question.
package workspace
