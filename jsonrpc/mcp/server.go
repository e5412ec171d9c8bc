package mcp

import (
	"context"
	_ "embed" // the instructions
	"io"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/structural-memory/smp/jsonrpc"
)

//go:embed instructions.md
var instructions string

// How long a tool waits for the first index: a little, so that small
// repositories need no second call, and longer where the client shows progress.
const (
	shortWait = 2 * time.Second
	longWait  = 25 * time.Second
)

// agent is the server as one kind of client sees it.
type agent struct {
	s    *jsonrpc.Server
	peer *jsonrpc.Peer
}

// New is an MCP server whose clients may do what access allows. Using it keeps
// the index up to date.
func New(s *jsonrpc.Server, access jsonrpc.Access) *sdk.Server {
	a := &agent{s: s, peer: s.NewPeer(jsonrpc.PeerOptions{Name: "mcp", Access: access})}
	srv := sdk.NewServer(&sdk.Implementation{Name: "smp", Title: "Structural Memory", Version: s.Version()}, &sdk.ServerOptions{
		Instructions:       instructions,
		Logger:             s.Logger(),
		Capabilities:       &sdk.ServerCapabilities{},
		InitializedHandler: func(context.Context, *sdk.InitializedRequest) { a.begin() },
	})
	a.addTools(srv)
	a.addResources(srv)
	a.addPrompts(srv)
	return srv
}

// begin looks at the files as soon as someone is there.
func (a *agent) begin() { a.s.Indexer.Start() }

// Stdio serves one client over a pair of streams until it goes, or ctx ends.
func Stdio(ctx context.Context, s *jsonrpc.Server, in io.ReadCloser, out io.WriteCloser) error {
	err := New(s, jsonrpc.Admin).Run(ctx, &sdk.IOTransport{Reader: in, Writer: out, MaxLineLength: s.Limits().Bytes})
	if ctx.Err() != nil {
		return nil // asked to end
	}
	return err
}

// ready waits a little for the first index, and tells how far it is where that
// is not enough.
func (a *agent) ready(ctx context.Context, tell func(jsonrpc.Progress)) *jsonrpc.Progress {
	wait := shortWait
	if tell != nil {
		wait = longWait
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	last := -1
	for {
		p, changed := a.s.Indexer.Progress(ctx)
		if p.State == "ready" || p.State == "indexing" && a.s.Indexer.Usable(ctx) {
			return nil
		}
		if p.State == "missing" {
			a.s.Indexer.Start()
		}
		if p.State == "failed" {
			return &p
		}
		if tell != nil && p.Percent > last {
			last = p.Percent
			tell(p)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return &p
		}
	}
}

// progress tells the client of a request how far the index is, where it asked
// for that.
func progress(ctx context.Context, req *sdk.CallToolRequest) func(jsonrpc.Progress) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	return func(p jsonrpc.Progress) {
		// A client that cannot be told is told by the answer.
		_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: float64(p.Percent), Total: 100, Message: p.Text()})
	}
}
