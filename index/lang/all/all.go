// Package all registers every language that SMP ships.
package all

import (
	_ "github.com/structural-memory/smp/index/lang/bash"
	_ "github.com/structural-memory/smp/index/lang/c"
	_ "github.com/structural-memory/smp/index/lang/config"
	_ "github.com/structural-memory/smp/index/lang/csharp"
	_ "github.com/structural-memory/smp/index/lang/java"
	_ "github.com/structural-memory/smp/index/lang/kotlin"
	_ "github.com/structural-memory/smp/index/lang/lua"
	_ "github.com/structural-memory/smp/index/lang/markdown"
	_ "github.com/structural-memory/smp/index/lang/php"
	_ "github.com/structural-memory/smp/index/lang/python"
	_ "github.com/structural-memory/smp/index/lang/ruby"
	_ "github.com/structural-memory/smp/index/lang/rust"
	_ "github.com/structural-memory/smp/index/lang/scala"
	_ "github.com/structural-memory/smp/index/lang/swift"
	_ "github.com/structural-memory/smp/index/lang/typescript"
)
