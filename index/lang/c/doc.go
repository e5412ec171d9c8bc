// Package c extracts C and C++: C's grammar is a part of C++'s, so that one set
// of hooks serves both.
//
// A header .h is parsed as C++ when its text is C++ outside "#ifdef
// __cplusplus" (namespaces, classes, templates, access specifiers, "::"); its
// facts then have the language "cpp".
//
// The parser is shown the text without what macros hide from it: see repair.go.
// All branches of conditionals are walked, but what stands below "#if 0", and
// in conditionals that cut through a statement only the first branch.
//
// What it makes of the languages' own constructs, beyond what package facts
// says:
//
//   - Prototypes and methods without a body are Functions with Declared; a
//     prototype and its definition are two definitions.
//   - "struct S" as a type is a TName "S"; "typedef struct {…} S" is the struct
//     S. A typedef that gives a struct its own name makes no definition.
//   - Enumerators are children of their enum, of the scope around it when that
//     has no name. An enum of C, or one without "class" in C++, has the form
//     "enum", a scoped one "enum_class"; names of the first are visible around.
//   - Function-like macros are Functions of form "macro" with MacroMod and the
//     calls of their bodies; other macros are Variables of form "macro" with
//     the name that they stand for as Value, if it is one. Calls of macros look
//     like other calls.
//   - A function that is stored in a member (p->open = f, { .open = f },
//     positional initializers) is a BindMember: Target is a value of the
//     struct's type, Name the member; a positional one has no Name and its
//     place as Index.
//   - A member outside its class, A::f, has Recv A; also a function of a
//     namespace n::f, which the syntax does not tell apart.
//   - Paths a::b are OpMembers, "::a" is an OpName with the colons; Foo<T>::f
//     is a member of an OpCast of no value to Foo<T>.
//   - T x(a), T x{a}, new T(a) and T{a} are OpNew with a call; "T x;" is one with
//     CallImplicit, which may come to nothing; T(a) is an OpCall of the name.
//     Constructors of bases in an initializer list are OpNew.
//   - Inline namespaces are transparent; members of unnamed namespaces are not
//     exported. A macro X_BEGIN_NAMESPACE opens the namespace x.
//   - "using a::b" imports item b of Module "a", "using namespace a" item "*";
//     these modules are namespaces, not files.
//   - TEST(A, b) {…} and its like are a Test named "A_b", with Recv A for
//     fixtures.
package c
