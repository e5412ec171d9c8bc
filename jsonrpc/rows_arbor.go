package jsonrpc

func arborRows() []*Method { return nil }
