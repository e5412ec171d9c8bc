package transport

import (
	"context"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/structural-memory/smp/jsonrpc"
)

// Guard decides who may talk to the server.
type Guard struct {
	Tokens  *Tokens
	Open    jsonrpc.Access // what who shows no token may do; by default nothing where there are tokens, else read
	Origins []string       // whose pages may call, exactly as browsers say it: "https://example.com", "http://localhost:3000"
	Hosts   []string       // allowed in Host beside addresses and localhost
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
		if origin == "" && foreign(r.Header.Get("Sec-Fetch-Site")) {
			deny(http.StatusForbidden, "pages of other sites may not ask; see --allow-origin")
			return
		}
		access := g.access(bearer(r))
		if access == 0 && !slices.Contains(open, r.URL.Path) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="smp"`)
			deny(http.StatusUnauthorized, "a bearer token is needed")
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), accessKey{}, access)))
	})
}

// access is what a secret allows, or none at all. A wrong one allows nothing:
// who shows one wants more than everybody may.
func (g *Guard) access(secret string) jsonrpc.Access {
	switch {
	case secret != "" && !g.Tokens.Empty():
		return g.Tokens.access(secret)
	case g.Open == 0 && g.Tokens.Empty():
		return jsonrpc.Read
	}
	return g.Open
}

// foreign tells whether a browser says that a page of another site asks. It
// leaves Origin out where it believes that no answer can be read.
func foreign(site string) bool { return site == "cross-site" || site == "same-site" }

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
	return slices.Contains(g.Origins, origin) || origin == "http://"+host // a page of this server
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
