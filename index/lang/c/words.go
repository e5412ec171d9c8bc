package c

import (
	"bytes"
	"strings"
)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// declares are the words that begin a declaration or a type: an identifier
// right before one is a macro.
var declares = set(`void char short int long float double signed unsigned bool _Bool auto struct class union enum static extern inline
	virtual explicit constexpr consteval constinit typedef typename template namespace using friend thread_local _Thread_local register
	size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t wchar_t char16_t char32_t
	__inline __inline__`)

// types are those of them that are a type, or the end of one.
var types = set(`void char short int long float double signed unsigned bool _Bool auto size_t ssize_t ptrdiff_t intptr_t uintptr_t
	int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t wchar_t char16_t char32_t`)

// specifiers may stand before a type.
var specifiers = set("static extern inline const volatile constexpr virtual explicit friend typedef register thread_local __inline __inline__ __extension__")

// keywords are no names: neither macros nor types of their own.
var keywords = set(`alignas alignof asm __asm__ __asm __attribute__ __attribute __declspec __extension__ __typeof__ __typeof typeof break case catch
	co_await co_return co_yield concept const const_cast continue decltype default delete do dynamic_cast else export false final for goto if
	mutable new noexcept not and or xor nullptr operator override private protected public reinterpret_cast requires restrict __restrict
	__restrict__ return sizeof static_assert _Static_assert static_cast switch this throw true try typeid volatile __volatile__ __const while import
	module _Atomic _Noreturn _Alignas _Alignof _Generic __int128 __builtin_va_list __cdecl __stdcall __fastcall __thiscall __vectorcall`)

func isKeyword(w []byte) bool { return keywords[string(w)] || declares[string(w)] }

// isMacroName tells names that are macros by custom: capitals, or two
// underscores in front.
func isMacroName(w []byte) bool {
	if len(w) > 3 && w[0] == '_' && w[1] == '_' {
		return true
	}
	capitals := 0
	for _, c := range w {
		switch {
		case c >= 'A' && c <= 'Z':
			capitals++
		case c >= 'a' && c <= 'z' || c >= 0x80:
			return false
		}
	}
	return capitals >= 2
}

var attributeParts = [][]byte{}

func init() {
	for _, p := range strings.Fields(`API EXPORT INLINE CONSTEXPR CONSTEVAL NORETURN NODISCARD DEPRECATED EXTERN STATIC EXPLICIT FUNC DECL ATTR
		UNUSED ALWAYS VISIB HIDDEN PUBLIC FORCE CALLBACK CDECL STDCALL COLD HOT PURE WARN NOEXCEPT OVERRIDE NOTHROW VIRTUAL THREAD`) {
		attributeParts = append(attributeParts, []byte(p))
	}
}

// isAttribute tells macros that stand for attributes by what they are called.
func isAttribute(w []byte) bool {
	if !isMacroName(w) {
		return false
	}
	if bytes.HasPrefix(w, []byte("__")) {
		return true
	}
	for _, p := range attributeParts {
		if bytes.Contains(w, p) {
			return true
		}
	}
	return false
}

// isMarker tells macros that stand alone on their line: BEGIN_DECLS, Q_OBJECT.
func isMarker(w []byte) bool {
	for _, p := range [...]string{"NAMESPACE", "BEGIN", "END", "DECLS", "OBJECT", "EXPORT"} {
		if bytes.Contains(w, []byte(p)) {
			return true
		}
	}
	return false
}
