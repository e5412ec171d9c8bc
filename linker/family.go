package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// family is the strategy of a group of languages: what differs in how they
// resolve modules and look names up. Zero values mean "not in this language".
type family struct {
	id string

	// resolve is what an import binds: a module, a namespace, a definition's
	// value, or an external value. nil: it should be here and is not.
	resolve func(s *solver, f *file, im *facts.Import, sp space) *val
	// modules are the files that an import names, or the external module.
	modules func(s *solver, f *file, im *facts.Import) (files []*file, external string)
	// spaceOf is the namespace that a definition is known in by its bare name.
	spaceOf func(f *file, d int32) (string, bool)
	// identity names a type independently of its place; nil: its file and name.
	identity func(f *file, d int32) string
	// spaceName is the name by which a namespace knows a definition; nil: its own.
	spaceName func(f *file, d int32) string
	// lookup replaces how members are found along the bases of a class.
	lookup func(s *solver, r ref, name string, static bool) *val
	// superCall is what "super" stands for; nil: the bases.
	superCall func(s *solver, f *file, scope int32) *val
	// pick chooses between functions of one name for a caller.
	pick func(f *file, rs []ref) []ref
	// partsOf are the definitions that make up a class, where they are several.
	partsOf func(s *solver, r ref) []ref
	// wildcards is how modules bring names of others that bring names in turn;
	// nil: star says it.
	wildcards *wildcards
	// star is what a wildcard import gives for a name.
	star func(s *solver, f *file, im *facts.Import, name string, sp space) *val
	// packageName is what a name stands for in the file's own package or
	// namespace, without an import.
	packageName func(s *solver, f *file, scope int32, name string, sp space) *val
	// global is what a name stands for everywhere.
	global func(s *solver, f *file, scope int32, name string, sp space) *val
	// qualified is what a (dotted) name stands for that no scope begins.
	qualified func(s *solver, f *file, scope int32, name string, sp space) *val
	// spaceMember is a member of a namespace.
	spaceMember func(s *solver, v *val, name string, sp space) *val
	// exported is what a module offers under a name; nil uses the common rule.
	exported func(s *solver, f *file, name string, sp space) *val
	// merged is the definition that stands for all parts of a class.
	merged func(s *solver, r ref) ref
	// companion is a member that a class offers through another definition.
	companion func(s *solver, r ref, name string) *val
	// nameHook gives names with a meaning of their own a value before any scope.
	nameHook func(s *solver, f *file, scope int32, name string, pos uint32, sp space) (*val, bool)
	// top replaces the look-up outside definitions; scope is the module.
	top func(s *solver, f *file, scope int32, name string, pos uint32, sp space) (*val, bool)
	// typeHook handles type names with a meaning of their own.
	typeHook func(s *solver, f *file, t *facts.Type, args []int32) (*val, bool)
	// memberHook handles member accesses with a meaning of their own.
	memberHook func(s *solver, f *file, e *facts.Expr) (*val, bool)
	// classParam tells whether a receiver parameter is the class, not the instance.
	classParam func(d *facts.Def, p *facts.Param) bool
	// selfType tells whether a result type means "the receiver's type".
	selfType func(t *facts.Type) bool
	// ctors are the names under which a class's constructors are members.
	ctors func(r ref) []string
	// named refines what a name stands for where it is used as a value.
	named func(s *solver, f *file, i int32, v *val, found bool) *val
	// extend replaces the member v of recv that the expression i names, where
	// functions outside a type can be members of it.
	extend func(s *solver, f *file, i int32, recv, v *val) *val
	// overrides tells whether a method below base's class implements it; nil:
	// by name, and by parameters where there are several.
	overrides func(base, o ref) bool
	// partOf is what an object gives for part i of what it is taken apart into.
	partOf func(s *solver, v *val, i int32) *val
	// nullable is what "T?" stands for, where it is another type than T.
	nullable func(v *val) *val
	// rank orders the bases of a class, the lowest first, and says whether they
	// stand before the class, after it or after all others; nil: as written,
	// after it.
	rank func(rel facts.BaseRel, v *val, i int) (int, graph.Via)
	// hidden tells whether a member is reached through a base only.
	hidden func(d *facts.Def) bool
	// definitions are where what a call names is defined, where that is another
	// place: more than one where they are for different platforms.
	definitions func(s *solver, f *file, r ref) []ref
	// cast is a value that is known to be of type t.
	cast func(t, v *val) *val
	// block tells whether parameter k may be a function that its own runs.
	block func(ps []facts.Param, k int) bool
	// param is what a parameter without a type is by convention.
	param func(s *solver, f *file, d, index int32) *val
	// reads is the function that reading a member or a name calls.
	reads func(s *solver, f *file, e *facts.Expr) *val
	// objectOf is the object that the name of a class stands for as a value.
	objectOf func(v *val) *val
	// lambdaThis is "this" in a lambda that has a receiver of its own.
	lambdaThis func(s *solver, f *file, scope int32, pos uint32) *val
	// receivers is what a name stands for in the lambdas with receivers of a
	// definition that are around a place.
	receivers func(s *solver, f *file, d int32, name string, pos uint32, sp space) *val
	// outside is what a name stands for in a definition that stands outside of
	// where it belongs to, which is no class.
	outside func(s *solver, f *file, d int32, name string, sp space) *val
	// suits rates an argument, with its value, like assignable does; false leaves
	// it to that.
	suits func(s *solver, f *file, arg int32, v, t *val, p *facts.Param) (int, bool)
	// prefers adds to the rating of a function among overloads.
	prefers func(d *facts.Def) int
	// accepts tells whether a call can mean a function by the labels of its
	// arguments; nil: by their number.
	accepts func(s *solver, f *file, call int32, r ref) bool
	// place is the parameter that argument k of a call is for, -1 for none; nil:
	// they come in order.
	place func(s *solver, f *file, call int32, r ref, k int) int
	// inits are the constructors of a class, nearest first; nil: by ctors.
	inits func(s *solver, r ref) []ref
	// defaults are the implementations that what a method of an interface
	// requires has in interfaces.
	defaults func(s *solver, r, of ref) []ref
	// byValue tells whether a receiver is an object itself, whose class is known,
	// and no reference to one.
	byValue func(s *solver, f *file, e *facts.Expr) bool
	// dependent tells whether the types of a call's arguments are known only
	// where the code around it is instantiated: all overloads that fit may be
	// meant.
	dependent func(s *solver, f *file, c *facts.Call) bool
	// special replaces the member v of an instance by what its type arguments
	// select.
	special func(s *solver, recv, v *val, name string) *val
	// selected is the class that the type arguments of a base select.
	selected func(s *solver, base *val) *val
	// viable leaves out the overloads that a call with or without explicit type
	// arguments cannot mean.
	viable func(rs []ref, explicit bool) []ref
	// callFallback resolves a call whose callee is not known.
	callFallback func(s *solver, f *file, c *facts.Call) *val
	// callMore adds to what a call's callee means what its arguments bring.
	callMore func(s *solver, f *file, c *facts.Call, callee *val) *val

	root     string            // the type that all others have the members of
	literals map[string]string // literal kind → type name
	listType string            // what T[] and rest parameters are
	builtins *builtins
	// langNames are the names that only files of one language of the family
	// have without an import.
	langNames map[string]*builtins

	callMembers  []string // members that a call of an instance calls
	handedCalls  []string // members that call a function that is a parameter
	iterMembers  []string
	indexMembers []string
	enumMethods  map[string]bool

	passedTypes         bool // what constructors are given says what their parameters are
	passedOwn           bool // what methods are given by calls on self and on the class says it too
	implementsLate      bool // a class may implement an interface by what it inherits
	exactNew            bool // what is built by the name of its class is of that very class
	yields              bool // functions run functions that they are given, which have no types
	ownBlocks           bool // methods have one block each, which is no parameter of its own
	fills               bool // what is put into a container says what it holds
	mixins              bool // modules are classes that others mix in
	membersApart        bool // methods and other members may have the same names
	inheritTypes        bool // what an overriding method does not say of its types, the overridden one does
	aliases             bool // a definition of the form "alias" stands for its value
	implicitThis        bool // members are named without a receiver
	importsFirst        bool // imports win over the file's own top level
	overloads           bool // same-named functions are told apart by their parameters
	signatureOverloads  bool // overloads are bare signatures before one body
	lastWins            bool // of same-named functions the last one is meant
	prototypes          bool // functions build objects
	interfaceValues     bool // interfaces are values with static members
	inheritConstructors bool
	interfacesApart     bool // a class does not have the members of its interfaces, but its own
	superInterfaces     bool // super reaches interfaces' methods
	singleMethod        bool // a lambda can stand for an interface with one method
	restElem            bool // a rest parameter is written with its element's type
	recvHidden          bool // definitions with a receiver are no names of their scope
	virtual             bool // methods are virtual unless said otherwise
	// heldCalls: a call through a variable that holds a class or an object with
	// a call operator refers to it, but is dynamic: what the variable holds is
	// a default that subclasses and configuration replace.
	heldCalls      bool
	hands          bool // what a parameter that is called stands for, the calls say that hand it over
	namedArgs      bool // arguments may be given by name, which facts do not keep
	plainBuilds    bool // building a class runs no code of it: a use, not a call
	valueCalls     bool // calling a value that is no function gives the value (enum variants)
	extensionNames bool // functions with a receiver type are members of it where they are in scope
	// scopedExtensions: members that stand outside their type are no members
	// of it everywhere, but where extend finds them.
	scopedExtensions bool
	targetTyped      bool // arguments may take their type from the parameter: "new()", "out var x"
	trailingLambdas  bool // the last argument, if it is a lambda, is for the last parameter
	functionsApart   bool // a function may have the name of a property; calls mean it
	aliasValues      bool // an alias of a class is a value like the class
	pointers         bool // indexing what is no container gives one of the same: a pointer was indexed
	injectedNames    bool // in a class the name of a class means it, not its constructors
	outsideTypes     bool // types of a class may be defined outside of it
	stores           bool // functions are stored in members of structs: tables of functions
	instances        bool // a type parameter stands for what the program gives for it
	implicitBuilds   bool // building that is not written may come to nothing
	upperTypes       bool // what is from outside and has a capital is a type: calling it builds one
}

func (fam *family) literal(kind string) string {
	if n, ok := fam.literals[kind]; ok {
		return n
	}
	return kind
}

func (fam *family) constructors(r ref) []string {
	if fam.ctors == nil {
		return []string{"constructor"}
	}
	return fam.ctors(r)
}

// spaceMember is a member of a namespace; every family that makes namespace
// values handles its own.
func (s *solver) spaceMember(v *val, name string, sp space) *val {
	fam := s.l.families[v.ref.famID()]
	if fam == nil || fam.spaceMember == nil {
		return nil
	}
	return fam.spaceMember(s, v, name, sp)
}

func (r ref) famID() string {
	if r.f == nil {
		return ""
	}
	return r.f.fam.id
}

// namespace is a namespace value seen from a file.
func namespace(f *file, name string) *val { return &val{k: vSpace, name: name, ref: ref{f, 0}} }
