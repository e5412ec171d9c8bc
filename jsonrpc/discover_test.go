package jsonrpc_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/jsonrpc"
)

// The document is encoded once, and answers are whole messages all the same.
func TestTheDocumentIsEncodedOnce(t *testing.T) {
	s := servetest.New(t, servetest.Pair, jsonrpc.Options{})
	p := s.NewPeer(jsonrpc.PeerOptions{Access: jsonrpc.Read})
	raw, err := json.Marshal(jsonrpc.OpenRPC())
	if err != nil {
		t.Fatal(err)
	}
	ask := func() []byte {
		return s.Handle(t.Context(), p, []byte(`{"jsonrpc":"2.0","id":"a","method":"rpc.discover"}`))
	}
	for range 2 {
		var got struct {
			JSONRPC string
			ID      string
			Result  json.RawMessage
		}
		if err := json.Unmarshal(ask(), &got); err != nil || got.JSONRPC != "2.0" || got.ID != "a" {
			t.Fatalf("%+v %v", got, err)
		}
		var have, wanted any
		if err := errors.Join(json.Unmarshal(got.Result, &have), json.Unmarshal(raw, &wanted)); err != nil || !reflect.DeepEqual(have, wanted) {
			t.Error("it is not the document ", err)
		}
	}
	if n := testing.AllocsPerRun(10, func() { ask() }); n > 200 {
		t.Errorf("%v allocations for an answer that is there", n)
	}
}
