package transport

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/structural-memory/smp/jsonrpc"
)

// Guard decides who may talk to the server.
type Guard struct {
	Tokens  *Tokens  // none: everyone who gets through may do everything
	Origins []string // allowed beside pages of this machine, as "https://example.com"
	Hosts   []string // allowed in Host beside addresses and localhost
}

type accessKey struct{}

// AccessOf is what a request that the guard let through may do.
func AccessOf(r *http.Request) jsonrpc.Access {
	a, _ := r.Context().Value(accessKey{}).(jsonrpc.Access)
	return a
}

// wrap lets requests through that pass. A page on another site cannot reach the
// server through a browser: it either sends its Origin, or a Host that it made
// the browser believe.
func (g *Guard) wrap(next http.Handler, open []string, refused func(reason string, r *http.Request)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		deny := func(status int, reason string) {
			refused(reason, r)
			http.Error(w, reason, status)
		}
		if !g.hostAllowed(r.Host) {
			deny(http.StatusForbidden, "this host name is not allowed; see --allow-host")
			return
		}
		origin := r.Header.Get("Origin")
		if origin != "" {
			if !g.originAllowed(origin, r.Host) {
				deny(http.StatusForbidden, "this origin is not allowed; see --allow-origin")
				return
			}
			cors(w.Header(), origin)
		}
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		access := jsonrpc.Admin
		if !g.Tokens.Empty() && !slices.Contains(open, r.URL.Path) {
			if access = g.Tokens.access(bearer(r)); access == 0 {
				w.Header().Set("WWW-Authenticate", `Bearer realm="smp"`)
				deny(http.StatusUnauthorized, "a bearer token is needed")
				return
			}
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), accessKey{}, access)))
	})
}

func bearer(r *http.Request) string {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(secret)
}

func cors(h http.Header, origin string) {
	h.Set("Access-Control-Allow-Origin", origin)
	h.Add("Vary", "Origin")
	h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Accept, Mcp-Session-Id, Mcp-Protocol-Version, Last-Event-ID")
	h.Set("Access-Control-Expose-Headers", "Mcp-Session-Id")
	h.Set("Access-Control-Max-Age", "600")
}

// hostAllowed lets addresses through, since a name is what rebinding needs.
func (g *Guard) hostAllowed(host string) bool {
	name := hostname(host)
	return local(name) || net.ParseIP(name) != nil || slices.ContainsFunc(g.Hosts, func(h string) bool { return strings.EqualFold(h, name) })
}

func (g *Guard) originAllowed(origin, host string) bool {
	if slices.ContainsFunc(g.Origins, func(o string) bool { return o == "*" || strings.EqualFold(o, origin) }) {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	return local(u.Hostname()) || strings.EqualFold(u.Host, host)
}

// local tells whether a host name is this machine by definition.
func local(name string) bool {
	if strings.EqualFold(name, "localhost") {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && ip.IsLoopback()
}

// hostname is a host without its port.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}
