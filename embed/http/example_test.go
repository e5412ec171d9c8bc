package http_test

import (
	"context"
	"fmt"
	nethttp "net/http"
	"net/http/httptest"

	"github.com/structural-memory/smp/embed/http"
)

func Example() {
	server := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		fmt.Fprint(w, `{"data": [{"index": 0, "embedding": [3, 4]}]}`)
	}))
	defer server.Close()

	e, err := http.New(http.Config{BaseURL: server.URL + "/v1", Model: "nomic-embed-text"})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := e.EmbedQuery(context.Background(), "open a file")
	fmt.Println(e.Name(), v, err)
	// Output: http:nomic-embed-text [0.6 0.8] <nil>
}
