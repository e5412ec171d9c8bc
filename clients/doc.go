// Package clients holds the clients in other languages: ts for TypeScript and
// python for Python. Their methods are generated from the server's table. The
// tests run them, and clients that others wrote, against a server.
package clients
