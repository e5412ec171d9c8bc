package jsonrpc

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// durations are the upper bounds of the buckets, in seconds.
var durations = [...]float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

// Metrics counts what the server does.
type Metrics struct {
	Connections   atomic.Int64 // open
	Accepted      atomic.Int64
	Refused       atomic.Int64 // by Host, Origin or token
	DroppedAsSlow atomic.Int64 // connections closed because they did not keep up

	mu      sync.Mutex
	methods map[string]*methodMetrics
}

type methodMetrics struct {
	codes   map[Code]int64
	buckets [len(durations) + 1]int64
	sum     float64
	count   int64
}

func newMetrics() *Metrics { return &Metrics{methods: map[string]*methodMetrics{}} }

// observe counts a request; code 0 is success. Names that are no methods are
// counted together.
func (m *Metrics) observe(method string, code Code, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	x := m.methods[method]
	if x == nil {
		x = &methodMetrics{codes: map[Code]int64{}}
		m.methods[method] = x
	}
	x.codes[code]++
	x.count++
	s := took.Seconds()
	x.sum += s
	i, _ := slices.BinarySearch(durations[:], s)
	x.buckets[i]++
}

// WriteMetrics writes everything in the text form of Prometheus.
func (s *Server) WriteMetrics(w io.Writer) {
	m := s.Metrics
	counter := func(name, help string, v int64) {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s counter\n%s %d\n", name, help, name, name, v)
	}
	gauge := func(name, help string, v int64) {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s gauge\n%s %d\n", name, help, name, name, v)
	}
	m.requests(w)
	gauge("smp_connections", "Open connections.", m.Connections.Load())
	counter("smp_connections_total", "Connections accepted.", m.Accepted.Load())
	counter("smp_connections_refused_total", "Requests refused for their host, origin or token.", m.Refused.Load())
	counter("smp_connections_slow_total", "Connections closed because they did not keep up.", m.DroppedAsSlow.Load())
	gauge("smp_requests_running", "Requests that run.", int64(len(s.slots)))
	gauge("smp_listeners", "Listeners on the event bus.", int64(s.Bus.Listeners()))
	counter("smp_events_total", "Events published.", s.Bus.Published.Load())
	counter("smp_events_dropped_total", "Listeners dropped because they did not keep up.", s.Bus.Dropped.Load())
	ready := int64(0)
	if p, _ := s.Indexer.Progress(s.ctx); p.State == "ready" || p.State == "indexing" && p.Percent == 100 {
		ready = 1
	}
	gauge("smp_index_ready", "Whether there is an index and no run is on its way.", ready)
}

func (m *Metrics) requests(w io.Writer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := make([]string, 0, len(m.methods))
	for n := range m.methods {
		names = append(names, n)
	}
	slices.Sort(names)
	var counts, times strings.Builder
	for _, n := range names {
		x := m.methods[n]
		label := n
		if n == "" {
			label = "invalid"
		}
		codes := make([]Code, 0, len(x.codes))
		for c := range x.codes {
			codes = append(codes, c)
		}
		slices.Sort(codes)
		for _, c := range codes {
			name := "ok"
			if c != 0 {
				name = c.String()
			}
			fmt.Fprintf(&counts, "smp_requests_total{method=%q,result=%q} %d\n", label, name, x.codes[c])
		}
		sum := int64(0)
		for i, le := range durations {
			sum += x.buckets[i]
			fmt.Fprintf(&times, "smp_request_seconds_bucket{method=%q,le=\"%v\"} %d\n", label, le, sum)
		}
		fmt.Fprintf(&times, "smp_request_seconds_bucket{method=%q,le=\"+Inf\"} %d\nsmp_request_seconds_sum{method=%q} %g\nsmp_request_seconds_count{method=%q} %d\n", label, x.count, label, x.sum, label, x.count)
	}
	fmt.Fprintf(w, "# HELP smp_requests_total Requests by method and result.\n# TYPE smp_requests_total counter\n%s", counts.String())
	fmt.Fprintf(w, "# HELP smp_request_seconds How long requests took.\n# TYPE smp_request_seconds histogram\n%s", times.String())
}
