package http

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// request asks until there is an answer, or an error that asking again will
// not mend.
func (e *Embedder) request(ctx context.Context, input []string) ([][]float32, error) {
	body, err := json.Marshal(struct {
		Model      string   `json:"model"`
		Input      []string `json:"input"`
		Dimensions int      `json:"dimensions,omitempty"`
	}{e.c.Model, input, e.c.Dimensions})
	if err != nil {
		return nil, err
	}
	for try := 0; ; try++ {
		if err := e.turn(ctx); err != nil {
			return nil, err
		}
		answer, err := e.once(ctx, body)
		if err == nil {
			return e.vectors(answer, len(input))
		}
		wait, again := backoff(err, try)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !again:
			return nil, err
		case try >= e.c.Retries:
			return nil, fmt.Errorf("after %d attempts: %w", try+1, err)
		case wait > e.c.MaxWait:
			return nil, fmt.Errorf("%w; it asks to wait %s, more than the limit of %s", err, wait.Round(time.Second), e.c.MaxWait)
		}
		if err := e.sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// turn waits until the rate allows a request.
func (e *Embedder) turn(ctx context.Context) error {
	if e.c.Rate <= 0 {
		return ctx.Err()
	}
	e.mu.Lock()
	now := time.Now()
	if e.next.Before(now) {
		e.next = now
	}
	wait := e.next.Sub(now)
	e.next = e.next.Add(time.Duration(float64(time.Second) / e.c.Rate))
	e.mu.Unlock()
	if wait <= 0 {
		return ctx.Err()
	}
	return e.sleep(ctx, wait)
}

// statusError is an answer that is no success.
type statusError struct {
	server  string
	status  int
	message string
	after   time.Duration // what the server asks to wait, negative if it does not say
}

func (s *statusError) Error() string {
	msg := fmt.Sprintf("the embedding server %s says %d %s", s.server, s.status, http.StatusText(s.status))
	if s.message != "" {
		msg += ": " + s.message
	}
	switch s.status {
	case http.StatusUnauthorized, http.StatusForbidden:
		msg += " (is the key right?)"
	case http.StatusNotFound:
		msg += " (are the base URL and the model right?)"
	}
	return msg
}

func isTooLarge(err error) bool {
	var s *statusError
	return errors.As(err, &s) && s.status == http.StatusRequestEntityTooLarge
}

// maxAnswer bounds what is read of an answer: 8192 vectors of 4096 numbers.
const maxAnswer = 1 << 29

// once sends one request.
func (e *Embedder) once(ctx context.Context, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, e.c.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if e.c.Key != "" {
		req.Header.Set("Authorization", "Bearer "+string(e.c.Key))
	}
	res, err := e.c.Client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("the embedding server does not answer: %w", e.clean(err))
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return nil, fmt.Errorf("the embedding server %s stopped in the middle of its answer: %w", req.URL.Host, e.clean(err))
	}
	if res.StatusCode != http.StatusOK {
		return nil, &statusError{req.URL.Host, res.StatusCode, e.hide(message(answer)), retryAfter(res.Header.Get("Retry-After"), time.Now())}
	}
	return answer, nil
}

// clean is err, or what it says without the key if that is in it.
func (e *Embedder) clean(err error) error {
	if s := e.hide(err.Error()); s != err.Error() {
		return errors.New(s)
	}
	return err
}

// hide takes the key out of what others wrote.
func (e *Embedder) hide(s string) string {
	if e.c.Key == "" {
		return s
	}
	return strings.ReplaceAll(s, string(e.c.Key), hidden)
}

// message is what an answer says about an error, in one line.
func message(answer []byte) string {
	var a struct {
		Error json.RawMessage `json:"error"`
	}
	text := string(answer)
	if json.Unmarshal(answer, &a) == nil && a.Error != nil {
		var inner struct {
			Message string `json:"message"`
		}
		text = string(a.Error)
		if json.Unmarshal(a.Error, &inner) == nil && inner.Message != "" {
			text = inner.Message
		} else {
			json.Unmarshal(a.Error, &text) // a plain string, or stays as it is
		}
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 300 {
		text = strings.ToValidUTF8(text[:300], "") + "…"
	}
	return text
}

// backoff tells how long to wait before asking again, and whether that could
// help.
func backoff(err error, try int) (wait time.Duration, again bool) {
	wait = min(20*time.Second, 250*time.Millisecond<<min(try, 10))
	wait = wait/2 + rand.N(wait/2) // not all at the same time
	var s *statusError
	if !errors.As(err, &s) {
		return wait, true // the network
	}
	if s.after >= 0 {
		wait = s.after
	}
	return wait, s.status == http.StatusTooManyRequests || s.status == http.StatusRequestTimeout || s.status >= 500 && s.status != http.StatusNotImplemented
}

// retryAfter reads the header: seconds, or a date. It is negative if there is
// none.
func retryAfter(h string, now time.Time) time.Duration {
	if n, err := strconv.ParseFloat(h, 64); err == nil && n >= 0 && n < 1e6 {
		return time.Duration(n * float64(time.Second))
	}
	if at, err := http.ParseTime(h); err == nil {
		return max(0, at.Sub(now))
	}
	return -1
}
