package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"syscall"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
	"github.com/structural-memory/smp/jsonrpc/mcp"
	"github.com/structural-memory/smp/jsonrpc/transport"
)

// serverFlags are what everything takes that keeps running.
type serverFlags struct {
	Watch       bool          `help:"Take in changes of files by themselves."`
	Concurrency int           `placeholder:"N" default:"64" help:"Requests at the same time."`
	Timeout     time.Duration `placeholder:"TIME" default:"60s" help:"How long a request may take."`
	MaxRequest  string        `placeholder:"SIZE" default:"32MB" help:"How large a request may be."`
	Verbose     bool          `short:"v" help:"Log every request."`
}

type serveCommand struct {
	serverFlags
	Addr        string   `placeholder:"HOST:PORT" default:"127.0.0.1:7433" help:"Where to listen; :0 in the port's place takes a free one."`
	Stdio       bool     `help:"Answer JSON-RPC on standard input and output, and listen nowhere."`
	Spotlight   string   `placeholder:"HOST:PORT" help:"Tell Arbor's visualizer there which node a tool looks at, as on 127.0.0.1:8081."`
	Token       []string `sep:"none" env:"SMP_TOKEN" placeholder:"[ROLE:]SECRET" help:"Clients need this bearer token; the role is read, write or admin (default). May be repeated. In SMP_TOKEN it is in no list of processes."`
	TokenFile   string   `type:"existingfile" placeholder:"FILE" help:"The same, a token on each line."`
	WhereToken  bool     `help:"Say where the token of the server at --addr lies, and serve nothing."`
	AllowOrigin []string `sep:"none" placeholder:"URL" help:"Let pages of this site call, exactly as http://localhost:3000. May be repeated."`
	AllowHost   []string `sep:"none" placeholder:"NAME" help:"Answer under this host name too. May be repeated."`
}

func (*serveCommand) Help() string {
	return `One listener answers JSON-RPC over POST on /rpc, over a WebSocket on /ws, and MCP on /mcp; /healthz and /metrics say how it is. The index is built or brought up to date in the background.

Without tokens given, everybody on this machine may ask, and who writes needs the token that the server leaves in a file that only you can read (the log says where; the clients find it). Others than this machine need a token that is given. Requests of web pages are refused unless --allow-origin names their site exactly, and so are host names that are not known.

An interrupt lets what runs finish, a second one ends at once.

Examples:

    smp serve
    smp serve --watch --spotlight 127.0.0.1:8081
    SMP_TOKEN=read:$(openssl rand -hex 16) smp serve --addr 0.0.0.0:7433
    curl -s localhost:7433/rpc -d '{"jsonrpc":"2.0","id":1,"method":"smp/status"}'`
}

const timeToFinish = 15 * time.Second

func (c *serveCommand) Run(a *app) (err error) {
	if c.WhereToken {
		return c.whereToken(a)
	}
	m, s, err := a.server(&c.serverFlags)
	if err != nil {
		return err
	}
	defer closeInto(m, &err)
	defer finish(s)
	s.Indexer.Start()
	if c.Watch {
		s.Indexer.Watch(a.ctx)
	}
	if c.Stdio {
		return transport.Stdio(a.ctx, s, os.Stdin, os.Stdout)
	}
	guard, err := c.guard()
	if err != nil {
		return err
	}
	return c.listen(a, s, guard)
}

// whereToken prints the file of the token that a server has made.
func (c *serveCommand) whereToken(a *app) error {
	file, err := transport.FindToken(c.Addr)
	if err != nil {
		return err
	}
	if a.JSON {
		err = json.NewEncoder(a.out).Encode(map[string]string{"token_file": file})
	} else {
		_, err = fmt.Fprintln(a.out, file)
	}
	return errors.Join(err, a.out.Flush())
}

// server opens the memory and puts a server on it.
func (a *app) server(f *serverFlags) (*smp.Memory, *jsonrpc.Server, error) {
	size, err := parseSize(f.MaxRequest)
	if err != nil || size <= 0 {
		return nil, nil, badParam("max-request", f.MaxRequest, "use a size such as 32MB")
	}
	m, static, err := a.openToServe()
	if err != nil {
		return nil, nil, err
	}
	level := slog.LevelInfo
	switch {
	case f.Verbose:
		level = slog.LevelDebug
	case a.Quiet:
		level = slog.LevelWarn
	}
	return m, jsonrpc.New(m, jsonrpc.Options{
		Limits:  jsonrpc.Limits{Bytes: int(size), Concurrency: f.Concurrency, Timeout: f.Timeout},
		Logger:  slog.New(slog.NewTextHandler(a.log, &slog.HandlerOptions{Level: level})),
		Version: versionOf().Version,
		Static:  static,
	}), nil
}

// openToServe opens the index, or makes an empty one. static tells that it can
// only be read.
func (a *app) openToServe() (m *smp.Memory, static bool, err error) {
	if m, err = a.open(smp.KeepSettings()); err == nil {
		return m, false, nil
	}
	if errors.Is(err, smp.ErrReadOnly) || errors.Is(err, fs.ErrPermission) {
		if old, rerr := a.open(smp.KeepSettings(), smp.ReadOnly()); rerr == nil {
			return old, true, nil
		}
	}
	return nil, false, err
}

// finish lets what runs end.
func finish(s *jsonrpc.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), timeToFinish)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		s.Logger().Warn("requests were cancelled at the end")
	}
}

func (c *serveCommand) guard() (transport.Guard, error) {
	var t transport.Tokens
	for _, x := range c.Token {
		if err := t.Add(x); err != nil {
			return transport.Guard{}, badParam("token", "used", err.Error())
		}
	}
	if c.TokenFile != "" {
		if err := t.AddFile(c.TokenFile); err != nil {
			return transport.Guard{}, badParam("token-file", c.TokenFile, err.Error())
		}
	}
	return transport.Guard{Tokens: &t, Origins: c.AllowOrigin, Hosts: c.AllowHost}, nil
}

// served is what serve says with --json when it listens.
type served struct {
	Addr      string `json:"addr"`
	URL       string `json:"url"`
	Spotlight string `json:"spotlight,omitempty"`
	TokenFile string `json:"token_file,omitempty"` // where the token is that the server has made
}

func (c *serveCommand) listen(a *app, s *jsonrpc.Server, g transport.Guard) (err error) {
	folder, err := transport.TokenFolder()
	if err != nil && g.Tokens.Empty() {
		return err
	}
	h, err := transport.Listen(s, transport.HTTPOptions{Addr: c.Addr, Guard: g, TokenFolder: folder, MCP: mcp.Handler(s, transport.AccessOf)})
	if err != nil {
		return listenError(c.Addr, err)
	}
	ended := make(chan error, 2)
	go func() { ended <- h.Serve() }()
	at := served{Addr: h.Addr().String(), URL: "http://" + h.Addr().String(), TokenFile: h.TokenFile()}
	if c.Spotlight != "" {
		light, lerr := transport.ListenSpotlight(s, c.Spotlight, g)
		if lerr != nil {
			return errors.Join(listenError(c.Spotlight, lerr), h.Shutdown(context.Background()))
		}
		go func() { ended <- light.Serve() }()
		defer func() { err = errors.Join(err, light.Close()) }()
		at.Spotlight = "ws://" + light.Addr().String()
	}
	if err := c.announce(a, s, at); err != nil {
		return errors.Join(err, h.Shutdown(context.Background()))
	}
	select {
	case <-a.ctx.Done():
		s.Logger().Info("finishing what runs")
	case err = <-ended:
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeToFinish)
	defer cancel()
	return errors.Join(err, h.Shutdown(ctx))
}

func (c *serveCommand) announce(a *app, s *jsonrpc.Server, at served) error {
	s.Logger().Info("listening", "url", at.URL, "spotlight", at.Spotlight, "token_file", at.TokenFile, "repository", s.Memory().Root())
	if !a.JSON {
		return nil
	}
	if err := json.NewEncoder(a.out).Encode(at); err != nil {
		return err
	}
	return a.out.Flush()
}

func listenError(addr string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken, perhaps by another smp serve; --addr takes another place: %w", addr, err)
	}
	return err
}
