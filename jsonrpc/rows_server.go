package jsonrpc

import "context"

// VersionAnswer is the result of smp/version.
type VersionAnswer struct {
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Protocol string   `json:"protocol"`
	Access   string   `json:"access"` // what this connection may do
	Methods  []string `json:"methods"`
}

func serverRows() []*Method {
	return []*Method{
		define(Method{Name: "rpc.discover", Group: "Server", Access: Read, Anytime: true,
			Summary: "The OpenRPC document: every method with its schemas.",
			Doc:     "The same as docs/openrpc.json.",
		}, func(context.Context, *Call, NoParams) (any, error) { return OpenRPC(), nil }),
		define(Method{Name: "smp/version", Group: "Server", Access: Read, Anytime: true,
			Summary: "Which program and protocol this is, and what this connection may do.",
		}, serverVersion),
	}
}

// Protocol is the version of the protocol.
const Protocol = "1.0"

func serverVersion(_ context.Context, c *Call, _ NoParams) (*VersionAnswer, error) {
	v := &VersionAnswer{Name: "smp", Version: c.Server.opts.Version, Protocol: Protocol, Access: c.Peer.Access.String(), Methods: []string{}}
	for _, m := range Methods() {
		if m.Access <= c.Peer.Access {
			v.Methods = append(v.Methods, m.Name)
		}
	}
	return v, nil
}
