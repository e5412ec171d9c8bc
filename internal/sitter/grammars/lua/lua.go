// Package lua holds a grammar of Lua (5.1 to 5.4 and LuaJIT) as a parser
// written in Go: the language is small, and what goes wrong in one statement
// does not touch the next.
package lua

import "github.com/structural-memory/smp/internal/sitter"

// New is the grammar of .lua files. It keeps no anonymous nodes.
func New(...string) (*sitter.Language, error) { return grammar.Language(), nil }

var grammar = sitter.Grammar{Name: "lua", Kinds: kinds, Fields: fields, Parse: parse}

// The node types.
const (
	kChunk uint16 = iota
	kComment
	kBlock
	kError
	kLocal
	kAssignment
	kFunction
	kLocalFunction
	kReturn
	kBreak
	kGoto
	kLabel
	kDo
	kWhile
	kRepeat
	kIf
	kElseif
	kElse
	kNumericFor
	kGenericFor
	kIdentifier
	kNumber
	kString
	kBoolean
	kNil
	kVararg
	kFunctionValue
	kParameters
	kCall
	kMethodCall
	kArguments
	kMember
	kIndex
	kMethodName
	kTable
	kPair
	kKeyed
	kItem
	kBinary
	kUnary
	kParenthesized
	kAttribute
)

var kinds = []string{"chunk", "comment", "block", "error", "local_declaration", "assignment", "function_declaration", "local_function",
	"return_statement", "break_statement", "goto_statement", "label", "do_statement", "while_statement", "repeat_statement",
	"if_statement", "elseif", "else", "numeric_for", "generic_for", "identifier", "number", "string", "boolean", "nil", "vararg",
	"function_value", "parameters", "call", "method_call", "arguments", "member", "index", "method_name", "table", "pair", "keyed",
	"item", "binary", "unary", "parenthesized", "attribute"}

// The fields.
const (
	fName uint16 = iota + 1
	fValue
	fTarget
	fParameters
	fBody
	fCondition
	fThen
	fOperand
	fLeft
	fRight
	fFunction
	fObject
	fArguments
	fIndex
	fKey
	fStart
	fLimit
	fStep
)

var fields = []string{"name", "value", "target", "parameters", "body", "condition", "then", "operand", "left", "right", "function",
	"object", "arguments", "index", "key", "start", "limit", "step"}
