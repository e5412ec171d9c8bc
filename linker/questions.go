package linker

// question is what is asked of a definition. Answers are remembered by it, so
// each way of computing one has a question of its own.
type question uint8

const (
	qNone question = iota
	qAliased
	qBases
	qBelow
	qBelowHolder
	qBound
	qCName
	qCPlainName
	qCUsed
	qCommand
	qCsExtensions
	qCsOuter
	qCsParts
	qDefType
	qElement
	qExport
	qGiven
	qHanded
	qHeld
	qImport
	qLambdaReceiver
	qLuaModule
	qLuaRequired
	qLuaType
	qMeant
	qMember
	qMounted
	qOrder
	qPassed
	qPassedRest
	qReached
	qReceiver
	qRubyConst
	qRubyMeant
	qRubyParts
	qRubyRequired
	qRubyTopIncludes
	qRubyTopMethod
	qSourced
	qSourcing
	qStarTarget
	qStarred
	qStatic
	qStored
	qSwiftInsides
	qSwiftNested
	qSwiftOutside
	qYielded
)
