package facts

// Text is what a string says that a call is given, or one that stands in a
// list which it is given. It is kept for calls by whose name something is
// registered with a framework ("get", "route", "on", see Registers), and
// for these alone. Those of one call follow each other, in order.
type Text struct {
	Call int32  // index into Calls; None where a language has no call facts (Go)
	Name string // last name of the callee
	Def  int32  // the definition that makes the call
	Line uint32 // where the argument stands
	Arg  int32  // number of the argument
	Key  string // its name, where it is passed by name, or within a literal that is passed; KeyHandler, KeyOn
	Text string // strings of a list with commas between them
}

// KeyHandler marks an argument that is no string but the name of a function,
// in languages without call facts.
const KeyHandler = "()"

// KeyOn begins the name of a call that made the object that the call is made
// on, in languages without call facts: "on:Group" with the Text "/api". They
// follow the arguments, outermost first.
const KeyOn = "on:"

func (e *encoder) texts(list []Text) {
	e.uint(uint64(len(list)))
	var last Text
	for _, t := range list {
		e.ref(t.Call)
		e.str(t.Name)
		e.diff(uint32(last.Def), uint32(t.Def))
		e.diff(last.Line, t.Line)
		e.uint(uint64(uint32(t.Arg)))
		e.str(t.Key)
		e.str(t.Text)
		last = t
	}
}

func (d *decoder) texts() []Text {
	out := list[Text](d, d.uint(), 7)
	var last Text
	for i := range out {
		t := &out[i]
		t.Call, t.Name = d.ref(), d.str()
		t.Def, t.Line = int32(d.diff(uint32(last.Def))), d.diff(last.Line)
		t.Arg, t.Key, t.Text = int32(uint32(d.uint())), d.str(), d.str()
		last = *t
	}
	return out
}
