package walk

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

func TestNormalize(t *testing.T) {
	tests := []struct {
		name, src, want string
		changed         bool
	}{
		{"text", "a é\r\nb", "a é\r\nb", false},
		{"empty", "", "", false},
		{"byte order mark stays", "\xef\xbb\xbfx", "\xef\xbb\xbfx", false},
		{"invalid bytes, one for one", "caf\xe9 \xff\xfe\xfd é", "caf? ??? é", true},
		{"cut character", "a\xe2\x82", "a??", true},
		{"replacement character itself", "a\ufffd", "a\ufffd", false},
		{"UTF-16 little end", "\xff\xfea\x00\x3d\xd8\x00\xde\r\x00\n\x00", "a😀\r\n", true},
		{"UTF-16 big end, odd length", "\xfe\xff\x00a\x00", "a", true},
		{"UTF-16 mark alone", "\xfe\xff", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := []byte(tt.src)
			got, changed := Normalize(src)
			if string(got) != tt.want || changed != tt.changed {
				t.Errorf("%q, %v; want %q, %v", got, changed, tt.want, tt.changed)
			}
			if string(src) != tt.src {
				t.Error("the source was changed")
			}
		})
	}
	if string(TrimBOM([]byte("\xef\xbb\xbfx"))) != "x" || string(TrimBOM([]byte("x"))) != "x" {
		t.Error("TrimBOM")
	}
}

func FuzzNormalize(f *testing.F) {
	f.Add([]byte("a\xffb"))
	f.Add([]byte("\xff\xfea\x00"))
	f.Fuzz(func(t *testing.T, src []byte) {
		got, changed := Normalize(src)
		if !utf8.Valid(got) || !changed && !bytes.Equal(got, src) || changed && utf16Order(src) == nil && len(got) != len(src) {
			t.Fatalf("%q becomes %q", src, got)
		}
		ClassifyContent("x.go", src)
	})
}
