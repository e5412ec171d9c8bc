package search

// Field is a part of a symbol in which words stand.
type Field uint8

// The fields. Path belongs to the file and is not stored per symbol;
// Description and Tags are what annotations say (see Notes).
const (
	Name Field = iota
	Scope
	Signature
	Docstring
	Body
	Comment
	stored       // how many are stored per symbol
	Path   Field = iota - 1
	Description
	Tags
	fields // how many there are
)

var fieldNames = [...]string{"name", "scope", "signature", "docstring", "body", "comment", "path", "description", "tags"}

// String is the name that answers use in matched_on and searched_fields.
func (f Field) String() string { return fieldNames[f] }

// Set is a set of fields.
type Set uint16

// SetOf makes a set.
func SetOf(fs ...Field) (s Set) {
	for _, f := range fs {
		s |= 1 << f
	}
	return s
}

// Has tells whether the field is in the set.
func (s Set) Has(f Field) bool { return s&(1<<f) != 0 }

// Each calls fn for the fields of the set, in their order.
func (s Set) Each(fn func(Field)) {
	for f := Field(0); f < fields; f++ {
		if s.Has(f) {
			fn(f)
		}
	}
}
