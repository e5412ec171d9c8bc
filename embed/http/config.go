package http

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Secret is a string that is printed as "(hidden)".
type Secret string

const hidden = "(hidden)"

// String is what is shown instead.
func (Secret) String() string { return hidden }

// GoString is what %#v shows.
func (Secret) GoString() string { return hidden }

// LogValue is what a log has.
func (Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText is what JSON has.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Config says which server and model to ask, and how. Only BaseURL and Model
// are needed.
type Config struct {
	BaseURL    string // up to "/embeddings": "http://localhost:11434/v1"
	Key        Secret // sent as a bearer token
	Model      string
	Dimensions int // length of the vectors to ask for; 0 is the model's own

	SymbolPrefix string // put before each symbol: "search_document: "
	QueryPrefix  string // put before each question: "search_query: "

	MaxBatch int // texts in a request; 64 if 0
	MaxBytes int // bytes of text in a request; 256 KiB if 0
	MaxText  int // bytes of one text, the rest is left out; 8 KiB if 0

	Parallel int           // requests at the same time; 1 if 0
	Rate     float64       // requests a second; no limit if 0
	Retries  int           // how often a failed request is repeated; 5 if 0, never if negative
	MaxWait  time.Duration // the longest wait before a repetition; one minute if 0
	Timeout  time.Duration // of one request; one minute if 0
	Client   *http.Client  // http.DefaultClient if nil
}

// complete checks the configuration and fills in what is 0.
func (c *Config) complete() (endpoint string, err error) {
	u, err := url.Parse(c.BaseURL)
	switch {
	case err != nil:
		return "", errors.New("the base URL of the embedding server cannot be read: give one like http://localhost:11434/v1")
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return "", fmt.Errorf("the base URL of the embedding server is %q: give one like http://localhost:11434/v1", u.Redacted())
	case u.User != nil:
		return "", errors.New("the base URL of the embedding server has a user in it: give the key as the key")
	case c.Model == "":
		return "", errors.New("no embedding model is named")
	case c.Dimensions < 0:
		return "", fmt.Errorf("vectors cannot have %d dimensions", c.Dimensions)
	}
	for _, f := range []struct {
		v *int
		d int
	}{{&c.MaxBatch, 64}, {&c.MaxBytes, 256 << 10}, {&c.MaxText, 8 << 10}, {&c.Parallel, 1}, {&c.Retries, 5}} {
		if *f.v == 0 {
			*f.v = f.d
		}
	}
	if c.MaxWait == 0 {
		c.MaxWait = time.Minute
	}
	if c.Timeout == 0 {
		c.Timeout = time.Minute
	}
	if c.Client == nil {
		c.Client = http.DefaultClient
	}
	c.MaxBatch, c.MaxText, c.Parallel = max(1, c.MaxBatch), max(1, c.MaxText), max(1, c.Parallel)
	u.Path = strings.TrimSuffix(u.Path, "/") + "/embeddings"
	return u.String(), nil
}
