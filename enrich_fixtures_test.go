package smp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// payments is a small project like that of the specification's examples.
var payments = map[string]string{
	"src/auth/login.ts": `import { compare } from "bcrypt";

/**
 * Validates user credentials and returns a signed JWT for the session.
 * @throws {AuthenticationError} when the password is wrong
 */
@requires_db
export class AuthService {
  /**
   * Signs a user in.
   * @throws {AuthenticationError}
   */
  @rate_limited
  async authenticateUser(email: string, password: string): Promise<Token> {
    const user = await this.find(email);
    // compare against bcrypt hash, not plaintext
    if (!(await compare(password, user.hash))) {
      throw new AuthenticationError("no");
    }
    if (!user.row) throw new DatabaseError("throw new Nothing()");
    const expiry = process.env.EXPIRY; // token expiry pulled from env config
    // two lines
    // of one note
    await this.log(user);
    function inner() {
      // of inner
      throw new InnerError();
    }
    /* eslint-disable no-console */
    return sign(user, expiry, "// no comment");
  }
}
`,
	"src/payments/webhook.ts": `export function xT9_handler(a, b) {
  return a + b;
}

export function a1_proc() {
  return 1;
}
`,
	"src/payments/stripe.ts": `/** Thin wrapper around the Stripe SDK for payment operations. */
export class StripeClient {}
`,
}

const (
	signIn  = "func:src/auth/login.ts#AuthService.authenticateUser"
	handler = "func:src/payments/webhook.ts#xT9_handler"
	proc    = "func:src/payments/webhook.ts#a1_proc"
	stripe  = "class:src/payments/stripe.ts#StripeClient"
)

var (
	times  = regexp.MustCompile(`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"`)
	hashes = regexp.MustCompile(`_hash": "[0-9a-f]{16}"`)
)

// shows compares the JSON of an answer; times and hashes are only held to
// their form.
func shows(t *testing.T, got any, want string) {
	t.Helper()
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(got); err != nil {
		t.Fatal(err)
	}
	s := strings.TrimSpace(hashes.ReplaceAllString(times.ReplaceAllString(b.String(), "TIME"), `_hash": HASH`))
	if want = strings.TrimSpace(want); s != want {
		t.Errorf("the answer is\n%s\nwant\n%s", s, want)
	}
}

// put writes a file behind the memory's back.
func (r *repo) put(name, text string) {
	r.t.Helper()
	if err := os.WriteFile(filepath.Join(r.root, name), []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}
