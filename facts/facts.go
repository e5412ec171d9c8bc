package facts

// None is the index that means "no expression", "no type" or "no definition".
const None int32 = -1

// FileFacts is what extraction says about one file. All indices are into the
// slices of the same value. Defs[0] is always the file itself (its module
// scope), with Parent None.
type FileFacts struct {
	Lang    string // language id: "go", "typescript", "tsx", "python", …
	Package string // declared package or namespace, dotted as written; "" if none
	Lines   int32  // number of lines
	Flags   Flags
	Defs    []Def
	Imports []Import
	Exports []Export
	Types   []Type
	Exprs   []Expr
	Binds   []Bind
	Calls   []Call
	Refs    []Ref
	Lambdas []Lambda
	Links   []Link
	Texts   []Text
	Idx     []int32 // argument lists of Exprs and Types, see Args and TypeArgs

	Comments []Comment
	Throws   []uint32 // first bytes of throw and raise statements
}

// Args are the argument Exprs of Exprs[i]. An argument that cannot matter for
// linking (a literal, say) is None, so the length is the number of arguments
// as written.
func (f *FileFacts) Args(i int32) []int32 {
	e := &f.Exprs[i]
	return f.Idx[e.ArgOff : e.ArgOff+uint32(e.ArgN)]
}

// TypeArgs are the operand Types of Types[i].
func (f *FileFacts) TypeArgs(i int32) []int32 {
	t := &f.Types[i]
	return f.Idx[t.ArgOff : t.ArgOff+uint32(t.ArgN)]
}

// Flags say what is special about the file as a whole.
type Flags uint16

const (
	ParseErrors   Flags = 1 << iota // the parser met errors; what could be read is here
	IsTest                          // a test file by the language's conventions
	IsGenerated                     // carries a "generated" marker (and was indexed all the same)
	InvalidUTF8                     // bytes that are no UTF-8 were replaced
	IsDeclaration                   // declarations only (.d.ts, .pyi, C header)
	Truncated                       // facts were cut at a limit
	Unfinished                      // the parser was given up: what stands before that is here
	Unread                          // nothing could be read: the file is here, and nothing in it
)

// Span is a place in the file. Lines count from 1, bytes from 0; EndByte is
// exclusive, EndLine is inclusive.
type Span struct {
	StartByte, EndByte uint32
	StartLine, EndLine uint32
}

// Def is a definition: one node of the graph to be. Local variables are not
// definitions, they are Binds.
type Def struct {
	Kind   Kind
	Form   string // what the language calls it: "method", "constructor", "struct", "enum", "trait", "type_alias", "field", "const", "property", "arrow", "closure", "namespace", "enum_member", "section", …
	Name   string // as written, without qualifiers; "<anonymous>" never occurs: anonymous functions are no Defs
	Disc   string // what tells overloads or same-named siblings apart, e.g. "(String,int)" or a Rust trait's name; part of the id
	Parent int32  // the definition around it, 0 for top level
	Span
	NameLine   uint32 // line of the name (decorators and modifiers come before it)
	BodyByte   uint32 // where the body starts; 0 without one
	Sig        string // signature on one line, without body, decorators and docstring
	Doc        string // docstring or doc comment, markers removed
	Mods       Mods
	Decorators []string // as written, with their marker ("@get('/x')", "#[test]")
	Params     []Param
	TypeParams []TypeParam
	Returns    string  // return type as written, "" if none
	Type       int32   // return type of a function, declared type of a variable or field, target of a type alias; else None
	Value      int32   // initial value of a variable or field (an Expr), else None
	Bases      []Base  // superclasses, interfaces, traits, mixins, embedded types
	Recv       int32   // the Type whose member this is although it stands outside it (Rust impl, C++ A::f, extension, Go receiver); else None
	Rets       []int32 // Exprs that a function returns (yield: wrapped by the extractor)
	Complexity uint16  // cyclomatic complexity, 1 for a straight line; 0 where it means nothing
	Hash       uint64  // hash of the definition's own source text
}

// Param is one parameter as declared.
type Param struct {
	Name    string
	Text    string // type as written, "" if none
	Type    int32  // the same as a Type, None if none
	Default int32  // the default value as an Expr, None if none or not recorded
	Flags   ParamFlags
}

// ParamFlags say how a parameter is passed.
type ParamFlags uint8

const (
	ParamOptional ParamFlags = 1 << iota // may be left out (default value, "?")
	ParamRest                            // takes all the rest (*args, ...rest, varargs)
	ParamKwRest                          // **kwargs
	ParamKwOnly                          // by keyword only
	ParamSelf                            // the receiver, where it is written as a parameter (self, cls, this)
	ParamField                           // also declares a field (TypeScript parameter property, Kotlin val, PHP promoted)
)

// TypeParam is a generic parameter with its bound.
type TypeParam struct {
	Name  string
	Bound int32 // Type, None without a bound
	Def   int32 // default Type, None without one
}

// Base is one entry of an inheritance clause.
type Base struct {
	Type int32 // a Type
	Expr int32 // an Expr where the base is a computed value (class A extends mixin(B)), else None
	Rel  BaseRel
	Line uint32
}

// BaseRel says how a class stands to its base, as far as syntax tells.
type BaseRel uint8

const (
	Extends      BaseRel = iota // inherits, or not known which
	Implements                  // an interface, trait or protocol
	Embeds                      // Go embedding, Ruby include, PHP trait use, mixins
	ExtendsIface                // an interface extends another
	EmbedsBefore                // Ruby prepend: before the class's own members
	EmbedsClass                 // Ruby extend: members of the class itself
)

// Import is one name brought in, or one module.
type Import struct {
	Module string // as written: "./x", "a.b", "java.util", "crate::x", "stdio.h"
	Name   string // the item; "" for the module itself, "*" for all of it, "default" for a default import
	Alias  string // the local name it gets; "" if it binds none (side effect, wildcard). Python's "import a.b.c" has the Alias "a" and binds the package a
	Kind   ImportKind
	Scope  int32 // the definition in whose scope the name is visible, 0 for the file
	Line   uint32
	Level  uint8 // leading dots of a relative Python import
	Flags  ImportFlags
}

// ImportKind is the construct behind an import.
type ImportKind uint8

const (
	ImportPlain    ImportKind = iota // import, use, using
	ImportRequire                    // require(), load, source
	ImportDynamic                    // import()
	ImportInclude                    // #include "x", PHP include
	ImportSystem                     // #include <x>
	ImportReexport                   // export … from, pub use, Python __init__ imports stay plain
	ImportStatic                     // Java static import, C# using static
	ImportMod                        // Rust "mod x;": a child module in its own file
)

// ImportFlags refine an import.
type ImportFlags uint8

const (
	ImportTypeOnly ImportFlags = 1 << iota
	ImportFunc                 // PHP use function
	ImportConst                // PHP use const
	ImportExported             // the name is exported again (pub use, export import)
)

// Export is a name that the file offers under another name, or a computed
// one. Definitions that are exported as they are carry the modifier Exported
// and need no Export.
type Export struct {
	Name  string // as others import it; "default", "=" for "module.exports = x"
	Local string // local name, "" if Expr says it
	Expr  int32  // the exported value, None if Local says it
	Line  uint32
}

// TypeOp is the operator of a type expression.
type TypeOp uint8

const (
	TName    TypeOp = iota // Name, dotted as written ("pkg.Type", "a::b" becomes "a.b"); Args are type arguments
	TUnion                 // Args; also A | null and Optional
	TInter                 // Args
	TArray                 // Args[0] is the element; lists written with brackets
	TTuple                 // Args
	TFunc                  // Args: parameters, then the result last; Name "receiver" where the first parameter becomes "this" inside (Kotlin T.() -> R)
	TObject                // an inline object type; Def is a Class/Interface definition that holds its members if the extractor made one, else None
	TTypeof                // Expr: the type of that expression
	TRef                   // Args[0] behind a pointer, reference, readonly, or other wrapper that is transparent for members
	TSelf                  // self type: this, Self, static
	TLit                   // a literal type; Name is "string", "number", "bool", "null"
	TImport                // import("m").Name: Name is the module, Args[0] a TName inside it or absent
	TIndexed               // T[K]: Args
	TMapped                // something that only a type checker can compute
	TDyn                   // dyn Trait, impl Trait, any/some Protocol: Args[0] (or several)
)

// Type is a type expression as written.
type Type struct {
	Op     TypeOp
	ArgN   uint16
	ArgOff uint32 // see FileFacts.TypeArgs
	Name   string
	Expr   int32 // TTypeof
	Def    int32 // TObject
	Scope  int32 // the definition around it: where its names are looked up
	Pos    uint32
	Line   uint32
}

// Op is the operator of a value expression.
type Op uint8

const (
	OpNone      Op = iota
	OpName         // Name, looked up lexically at Pos in Scope
	OpMember       // A.Name  (also A::Name, A->Name, A?.Name)
	OpCall         // A(Args…); Type args in TArgs
	OpNew          // new T(Args…) or T{…}: the type is A (an Expr) or T (a Type)
	OpIndex        // A[B]
	OpLit          // a literal; Name: "string", "number", "bool", "null", "regex", "list", "dict", "set", "tuple", "template", "char", "bytes"; for list, set and tuple Args are (some of) the elements, for dict the values
	OpThis         // this, self (where it is a keyword)
	OpSuper        // super, parent, base
	OpLambda       // an anonymous function: D is the index in Lambdas order… see Lambda
	OpAwait        // await A
	OpUnion        // one of Args: a ? b : c, a || b, a ?? b
	OpCast         // A as T, (T)A, cast(T, A), type assertion: T wins
	OpIter         // one element of iterating A (for x of A); Name "key" for the key of maps
	OpTuple        // Args
	OpElem         // element number B (as a plain number) of A: destructuring
	OpDef          // a definition used as a value in place (class expression, named function expression): D
	OpObject       // an object literal: D is a Class definition made for it, or None; Args are values, Keys their names
	OpSelfClass    // the class itself: self::, static::, cls, type(self)
	OpYield        // value of a generator: A is what it yields
	OpUnary        // a transparent wrapper: parentheses, !x!, *p, &p, try?
	OpBinary       // A operator B: its result type is rarely of interest; Name is the operator
	OpParam        // parameter number B of the function around
	OpEnter        // "with A as x": A's __enter__ result
	OpCatch        // a caught exception of type T
	OpSpread       // ...A
	OpTry          // A? in Rust: the payload of A
)

// Expr is a node of the expression arena. Only expressions that can matter
// for linking are recorded: callees, receivers, call arguments, values that
// are bound to names or returned.
type Expr struct {
	Op     Op
	ArgN   uint16
	ArgOff uint32 // see FileFacts.Args
	Name   string
	A, B   int32  // operand Exprs, None if absent
	T      int32  // Type operand, None if absent; explicit type arguments of a call are a TTuple
	D      int32  // Def (OpDef, OpObject) or Lambda (OpLambda), None if absent
	Scope  int32  // the definition around it
	Pos    uint32 // start byte: where names are looked up
	Line   uint32
}

// Lambda is an anonymous function. Its calls belong to the definition around
// it, its parameters are Binds of kind BindLambdaParam there.
type Lambda struct {
	Params int32   // number of parameters
	Rets   []int32 // Exprs it returns
	Async  bool
	Type   int32 // declared return type, None without one
}

// BindKind says what gives a name its value.
type BindKind uint8

const (
	BindVar         BindKind = iota // a local variable or an assignment to it
	BindParam                       // a parameter of Def
	BindLambdaParam                 // parameter number Index of the lambda Expr Value
	BindField                       // this.x = …, self.x = …: Def is the class
	BindNarrow                      // inside [From,To) the name is known to be of Type (isinstance, instanceof, match arm)
	BindFunc                        // a nested function's or class's name: Value is an OpDef
	BindMember                      // A.x = …: Target.Name gets Value (prototypes, module.exports.x, monkey patches)
	BindGlobal                      // "global x" then x = …: belongs to Defs[0]
	BindNot                         // inside [From,To) the name is known not to be of Type
	BindReceiver                    // inside [From,To) "this" is the receiver of the lambda Value, if the function type it stands for has one (a TFunc named "receiver")
)

// Bind gives a name a value or a type in a scope.
type Bind struct {
	Kind   BindKind
	Name   string
	Def    int32  // the scope: the definition it belongs to
	From   uint32 // visible from this byte …
	To     uint32 // … to before this one
	Pos    uint32 // where it is written
	Type   int32  // declared type, None if none
	Value  int32  // Expr, None if none
	Target int32  // BindMember: the Expr that gets the member
	Index  int32  // BindLambdaParam: parameter number
	Line   uint32
}

// Call is one call site. Calls inside anonymous functions belong to the
// named definition around them.
type Call struct {
	Expr  int32  // an OpCall or OpNew (or OpName/OpMember for calls without parentheses, as in Ruby, and for computed property reads)
	Def   int32  // the definition that makes the call; 0 for the module's top level
	Line  uint32 // line of the callee's name
	Byte  uint32 // start of the callee's name
	Flags CallFlags
}

// CallFlags refine a call site.
type CallFlags uint8

const (
	CallMacro     CallFlags = 1 << iota // a macro invocation
	CallDecorator                       // a decorator applied
	CallImplicit                        // not written as a call: property read, operator, implicit constructor
	CallSpread                          // the number of arguments is not known
	CallJSX                             // <Component/>
	CallMaybe                           // the syntax does not tell a call from a read (Ruby)
	CallNamed                           // arguments are given by name: not in order
)

// Ref is a use of a name that is no call: a function passed as a value, a
// constant read, a type named in code.
type Ref struct {
	Expr int32
	Type int32 // or a Type that is named, None
	Def  int32
	Line uint32
	Kind RefKind
}

// RefKind says how the name is used.
type RefKind uint8

const (
	RefValue RefKind = iota // read, passed, returned
	RefWrite
	RefType
	RefDecorator
)

// Link is a link of a page to a page, a path or an address.
type Link struct {
	Target string // as written, without anchor
	Anchor string
	Text   string
	Def    int32 // the section it stands in
	Line   uint32
	Wiki   bool // [[target]]
	Embed  bool // ![[target]] or an image
	Code   bool // no link but a code span that looks like a path or a symbol: Target is its text
}
