// Package python extracts Python: .py, .pyi and .pyw files.
//
// How facts tell Python's constructs:
//
//   - "import a.b.c" is Import{Module: "a.b.c", Alias: "a"} and binds the
//     package a; "import a.b.c as x" is Import{Module: "a.b.c", Alias: "x"} and
//     binds the module a.b.c. Where both would read the same ("import a.b as a")
//     the import is written as the equal "from a import b as a". Level counts
//     the leading dots of a relative import, Module is what follows them.
//   - The receiver is a plain name: the first parameter carries ParamSelf. In a
//     class method (form "classmethod", modifier Static) its uses are
//     OpSelfClass, as are type(self) and self.__class__.
//   - super() is OpSuper; super(A, self) has A as its operand where A is not
//     the class around.
//   - A definition's span begins with its decorators, NameLine is the line of
//     the name. Each decorator is a Ref of kind RefDecorator whose Def is the
//     definition decorated, in the order written; one with parentheses is a
//     call as well, flagged CallDecorator and owned by the scope around.
//   - Defaults, decorators, annotations and bases are evaluated in the scope
//     around the definition, as Python does.
//   - Names assigned at the top level or in a class body are Variables; the
//     second and later assignments of a name are bindings (BindVar of the file,
//     BindField of the class). self.x = v is BindField of the class; the target
//     of obj.x = v is BindMember.
//   - Narrowing (isinstance, match) names a variable, or a dotted chain
//     ("self.x") as written.
//   - The value of "async with" is an OpEnter named "async".
//   - Types keep the names as written, but Optional and Union become unions,
//     Callable a TFunc, tuple[A, B] a TTuple, tuple[A, ...] a TArray, Annotated,
//     Final, ClassVar and their like what they wrap. type[X] is the name "type"
//     with the argument X.
//   - TypeVars are Variables of form "type_var" whose Type is the bound.
//
// The package knows the grammar's nodes and facts, not how names are linked.
package python
