// Package enrichment keeps what is said of nodes beside the code: docstrings,
// comments, decorators and exceptions taken from their source, and what people
// and agents add. It outlives index runs.
package enrichment
