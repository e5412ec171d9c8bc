package tokens

import (
	"encoding/base64"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestOwnFiles: no file, and no line of one, takes more than the estimate; all
// of them together take not much less.
func TestOwnFiles(t *testing.T) {
	files := ownFiles(t)
	estimated, counted := 0, 0
	worst := map[string]float64{}
	for name, text := range files {
		e, r := Estimate(text), real(t, text)
		if e < r {
			t.Errorf("%s: %d estimated, %d counted", name, e, r)
		}
		if r > 500 {
			worst[filepath.Ext(name)] = max(worst[filepath.Ext(name)], float64(e)/float64(r))
		}
		estimated, counted = estimated+e, counted+r
		for line := range strings.Lines(text) {
			if e, r := Estimate(line), real(t, line); e < r {
				t.Errorf("%s: %d estimated, %d counted: %q", name, e, r, line)
			}
		}
	}
	ratio := float64(estimated) / float64(counted)
	t.Logf("%d files, %d tokens, estimated %.2f times as many; most by kind %.3v", len(files), counted, ratio, worst)
	if ratio > 1.6 {
		t.Errorf("the estimate is %.2f times too high", ratio)
	}
}

// ownFiles are some of each kind in this repository, always the same.
func ownFiles(t *testing.T) map[string]string {
	root := filepath.Join("..", "..")
	kinds := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // gone meanwhile
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == ".smp" || d.Name() == "node_modules" || d.Name() == "grammars") {
			return fs.SkipDir
		}
		if info, err := d.Info(); err == nil && d.Type().IsRegular() && info.Size() < 60_000 {
			kinds[filepath.Ext(path)] = append(kinds[filepath.Ext(path)], path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, paths := range kinds {
		slices.Sort(paths)
		step := max(1, len(paths)/25)
		for i := 0; i < len(paths); i += step {
			data, err := os.ReadFile(paths[i])
			if err == nil && utf8.Valid(data) {
				out[paths[i]] = string(data)
			}
		}
	}
	return out
}

func TestOddTexts(t *testing.T) {
	noise := make([]byte, 3000)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(r.IntN(256))
	}
	letters := func(from string, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = from[r.IntN(len(from))]
		}
		return string(b)
	}
	for name, text := range map[string]string{
		"empty":      "",
		"emoji":      "👍🏽 👩‍👩‍👧‍👦 🇨🇭 ✅ ❌ 🚀🚀🚀 x🙂y",
		"chinese":    "用户注册:创建一个新的用户帐户并发送验证邮件。汉字漢字。",
		"japanese":   "ユーザー登録を行い、確認メールを送信します。",
		"korean":     "사용자 등록 및 확인 이메일 전송",
		"russian":    "Создаёт учётную запись пользователя и отправляет письмо.",
		"arabic":     "إنشاء حساب مستخدم جديد ١٢٣٤٥",
		"thai":       "สร้างบัญชีผู้ใช้ใหม่ ๑๒๓",
		"german":     "Größenänderungsüberprüfung für Straßenbahnhaltestellen",
		"marks":      "e\u0301e\u0301 a\u0308 \u200d\u200b\ufeff x\u0300\u0301\u0302",
		"base64":     base64.StdEncoding.EncodeToString(noise),
		"noise":      string(noise),
		"lower":      letters("abcdefghijklmnopqrstuvwxyz", 2000),
		"upper":      letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2000),
		"consonants": letters("qxzjkvwpQXZ", 2000),
		"hex":        letters("0123456789abcdef", 2000),
		"symbols":    letters("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", 2000),
		"blanks":     letters(" \t\n\r\v\f\u00a0", 2000) + "\u2003\u3000\u2028\u0085 x",
		"spaces":     strings.Repeat(" ", 1000) + "x" + strings.Repeat("\t", 777) + "y" + strings.Repeat("\n", 555) + "z" + strings.Repeat("\r\n", 333),
		"controls":   "\x00\x01\x02\x03\x1b[31mred\x1b[0m\x7f\x00\x00\x00",
		"digits":     strings.Repeat("1234567890", 77) + " 3.14159 0xdeadbeef 1_000_000 ½ ² Ⅷ",
		"minified":   `!function(e,t){"object"==typeof exports?module.exports=t():e.x=t()}(this,function(){var n={};return n.a=function(r){return r&&r.__esModule?r.default:r},n(n.s=12)});`,
		"one letter": strings.Repeat("a", 1000) + strings.Repeat("=", 1000) + strings.Repeat("-x", 500),
		"special":    "<|endoftext|> <|fim_prefix|>",
		"it's":       "it's don't we'll I'M they'RE 'sour 'tis",
	} {
		if e, r := Estimate(text), real(t, text); e < r {
			t.Errorf("%s: %d estimated, %d counted", name, e, r)
		} else if r > 0 {
			t.Logf("%s: %.2f times", name, float64(e)/float64(r))
		}
	}
}

// TestNeverTooLow: of any text.
func TestNeverTooLow(t *testing.T) {
	pieces, _ := known()
	word := rapid.OneOf(
		rapid.SampledFrom(slices.Sorted(maps.Keys(pieces))),
		rapid.StringMatching(`[a-z]{1,12}`),
		rapid.StringMatching(`[A-Z][a-z]{0,9}`),
		rapid.StringMatching(`[A-Z]{1,8}`),
		rapid.StringMatching(`[0-9a-zA-Z_/+=-]{1,30}`),
		rapid.StringMatching(`[!-/:-@\[-`+"`"+`{-~]{1,6}`),
		rapid.StringMatching(`[ \t\n\r]{1,6}`),
		rapid.StringMatching(`[ \n]{1,9}`),
		rapid.String(),
	)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(word, 1, 12).Draw(t, "words"), rapid.SampledFrom([]string{"", " ", "_", "\n"}).Draw(t, "between"))
		if e, r := Estimate(text), real(t, text); e < r {
			t.Fatalf("%d estimated, %d counted: %q", e, r, text)
		}
	})
}

// TestAdditive: what is counted apart is not less than what is counted
// together, but for a word that is cut.
func TestAdditive(t *testing.T) {
	if whole, parts := Estimate("func f() {\n\treturn 1\n}\n"), Estimate("func f() {\n")+Estimate("\treturn 1\n")+Estimate("}\n"); whole > parts {
		t.Errorf("%d together, %d apart", whole, parts)
	}
}

func BenchmarkEstimate(b *testing.B) {
	text, err := os.ReadFile("estimate.go")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Estimate(string(text))
	}
}

func ExampleEstimate() {
	fmt.Println(Estimate("func Add(a, b int) int { return a + b }"))
	// Output: 15
}
