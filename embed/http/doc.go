// Package http asks a server for vectors, in the form that OpenAI's
// /embeddings has and that Ollama, llama.cpp, vLLM, LM Studio and text-
// embeddings-inference understand.
//
// Texts go in batches, bounded by their number and bytes. A server that is
// busy or stumbles is asked again, after as long as it says; one that answers
// something else than vectors for what it was asked is an error that says
// what is wrong. The key is in no error and no log.
//
// The package must not know the table that is part of the program, nor what
// the vectors are kept for.
package http
