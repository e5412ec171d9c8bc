// Package client talks to a server of the Structural Memory Protocol.
//
//	c, err := client.Dial(ctx, "ws://127.0.0.1:7433/ws")
//	tree, err := c.Trace(ctx, client.TraceParams{Start: "AuthService.login"})
//
// There is a function for each method, made from the server's own table. HTTP
// needs no connection; a WebSocket carries notifications too. The package
// imports nothing of the server.
package client
