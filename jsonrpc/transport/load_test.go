package transport

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

const loadClients = 64

// BenchmarkLoad has 64 clients read over WebSockets while one writes: after
// each write a notification must reach every client. SMP_LOAD_REPO is the
// repository that is copied and used; by default it is the fixture. Run it with
// -benchtime 60s for the figures of the closing note.
func BenchmarkLoad(b *testing.B) {
	s, names := loadServer(b)
	h := listening(b, s, HTTPOptions{})
	url := "ws://" + h.Addr().String() + "/ws"
	var l load
	for range loadClients {
		l.connect(b, url, names)
	}
	stop := make(chan struct{})
	var writing sync.WaitGroup
	writing.Go(func() { l.write(b, url, names, stop) })
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		l.clients[i%loadClients].work <- i
	}
	b.StopTimer()
	close(stop)
	writing.Wait()
	l.finish(b)
}

func loadServer(b *testing.B) (*jsonrpc.Server, []string) {
	repo := os.Getenv("SMP_LOAD_REPO")
	if repo == "" {
		return server(b, jsonrpc.Options{}), []string{"hashPassword", "authenticateUser", "refreshToken", "UserModel.findByEmail", "loginRoute"}
	}
	m, err := smp.Open(b.Context(), filepath.Join(b.TempDir(), "smp.db"), smp.WithRoot(repo))
	if err != nil {
		b.Fatal(err)
	}
	s := jsonrpc.New(m, jsonrpc.Options{})
	b.Cleanup(func() {
		_ = s.Close(context.Background())
		_ = m.Close()
	})
	if _, err := s.Indexer.Run(b.Context()); err != nil {
		b.Fatal(err)
	}
	res, err := m.Locate(b.Context(), smp.LocateQuery{Query: "open read write parse handle request", TopK: 50, NodeTypes: []string{"Function"}})
	if err != nil {
		b.Fatal(err)
	}
	var names []string
	for _, h := range res.Results {
		names = append(names, h.NodeID)
	}
	return s, names
}

// load is the clients and what they saw.
type load struct {
	clients []*loadClient
	written atomic.Int64
	done    sync.WaitGroup
}

type loadClient struct {
	ws    *websocket.Conn
	work  chan int
	took  []time.Duration
	told  atomic.Int64
	ready chan struct{} // an answer came
}

func (l *load) connect(b *testing.B, url string, names []string) {
	c := &loadClient{ws: dialLoad(b, url), work: make(chan int), ready: make(chan struct{}, 1)}
	l.clients = append(l.clients, c)
	go c.listen(b)
	l.done.Go(func() {
		for i := range c.work {
			c.ask(b, i, names[i%len(names)])
		}
	})
}

func dialLoad(b *testing.B, url string) *websocket.Conn {
	ws, _, err := websocket.Dial(b.Context(), url, nil)
	if err != nil {
		b.Fatal(err)
	}
	ws.SetReadLimit(-1)
	return ws
}

// listen counts notifications and passes answers on, until the connection ends.
func (c *loadClient) listen(b *testing.B) {
	for {
		_, raw, err := c.ws.Read(context.Background())
		if err != nil {
			return
		}
		var m struct {
			Method string
			Error  json.RawMessage
		}
		if err := json.Unmarshal(raw, &m); err != nil || m.Error != nil {
			b.Errorf("%v %.300s", err, raw)
		}
		if m.Method != "" {
			c.told.Add(1)
			continue
		}
		c.ready <- struct{}{}
	}
}

func (c *loadClient) ask(b *testing.B, i int, name string) {
	method, param := "smp/navigate", "query"
	switch i % 4 {
	case 1:
		method, param = "smp/trace", "start"
	case 2:
		method, param = "smp/impact", "entity"
	case 3:
		method, param = "smp/search", "query"
		_, name, _ = strings.Cut(name, "#")
		name += "*"
	}
	start := time.Now()
	msg := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%q:%q}}`, i, method, param, name)
	if err := c.ws.Write(context.Background(), websocket.MessageText, msg); err != nil {
		b.Error(err)
		return
	}
	<-c.ready
	c.took = append(c.took, time.Since(start))
}

// write annotates one node after another, twenty a second.
func (l *load) write(b *testing.B, url string, names []string, stop chan struct{}) {
	w := &loadClient{ws: dialLoad(b, url), ready: make(chan struct{}, 1)}
	defer w.ws.CloseNow()
	go w.listen(b)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for i := 0; ; i++ {
		msg := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"smp/annotate","params":{"node_id":%q,"description":"d%d","force":true}}`, i, names[i%len(names)], i)
		if err := w.ws.Write(context.Background(), websocket.MessageText, msg); err != nil {
			b.Error(err)
			return
		}
		<-w.ready
		l.written.Add(1)
		select {
		case <-stop:
			return
		case <-tick.C:
		}
	}
}

func (l *load) finish(b *testing.B) {
	var took []time.Duration
	for _, c := range l.clients {
		close(c.work)
	}
	l.done.Wait()
	lost := int64(0)
	for _, c := range l.clients {
		took = append(took, c.took...)
		for wait := 0; c.told.Load() < l.written.Load() && wait < 200; wait++ {
			time.Sleep(5 * time.Millisecond)
		}
		lost += l.written.Load() - c.told.Load()
		c.ws.CloseNow()
	}
	if lost != 0 {
		b.Errorf("%d notifications of %d writes were lost", lost, l.written.Load())
	}
	slices.Sort(took)
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(l.written.Load()), "writes")
	b.ReportMetric(float64(mem.Sys)/1e6, "MB-sys")
}
