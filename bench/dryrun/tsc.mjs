// Changes definitions of a TypeScript repository, one at a time, and writes
// what the language service says of each, a JSON document a line.
//   node tsc.mjs ROOT TYPESCRIPT N SEED
import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'

const [root, lib, count, seed] = process.argv.slice(2)
const ts = createRequire(import.meta.url)(lib)
let state = Number(seed) * 7919 + 17
const random = (n) => {
  state = (state * 1103515245 + 12345) % 2147483648
  return Math.floor((state / 2147483648) * n)
}

const files = []
const walk = (dir) => {
  for (const e of fs.readdirSync(dir, { withFileTypes: true })) {
    const p = path.join(dir, e.name)
    if (e.isDirectory()) {
      if (!['node_modules', '.git', 'dist', 'build', 'coverage', 'docs', 'benchmarks', 'examples', 'runtime-tests'].includes(e.name)) walk(p)
    } else if (/\.tsx?$/.test(e.name) && !e.name.endsWith('.d.ts')) files.push(p)
  }
}
walk(root)
const rel = (f) => path.relative(root, f).split(path.sep).join('/')

const texts = new Map()
const versions = new Map()
const options = {
  strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler, jsx: ts.JsxEmit.Preserve, types: [], lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  allowImportingTsExtensions: true, useUnknownInCatchVariables: true, esModuleInterop: true, resolveJsonModule: true,
}
const config = path.join(root, 'tsconfig.json')
if (fs.existsSync(config)) {
  const read = ts.readConfigFile(config, ts.sys.readFile).config?.compilerOptions ?? {}
  for (const k of ['paths', 'baseUrl', 'jsxImportSource', 'experimentalDecorators', 'customConditions']) if (read[k]) options[k] = read[k]
  if (options.paths) options.baseUrl = path.resolve(root, options.baseUrl ?? '.')
}
const host = {
  getScriptFileNames: () => [...files, ...[...texts.keys()].filter((f) => !files.includes(f))],
  getScriptVersion: (f) => String(versions.get(f) ?? 0),
  getScriptSnapshot: (f) => {
    const t = texts.get(f) ?? (fs.existsSync(f) ? fs.readFileSync(f, 'utf8') : undefined)
    return t === undefined ? undefined : ts.ScriptSnapshot.fromString(t)
  },
  getCurrentDirectory: () => root,
  getCompilationSettings: () => options,
  getDefaultLibFileName: (o) => ts.getDefaultLibFilePath(o),
  fileExists: (f) => texts.has(f) || ts.sys.fileExists(f),
  readFile: (f) => texts.get(f) ?? ts.sys.readFile(f),
  readDirectory: ts.sys.readDirectory, directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories,
}
const service = ts.createLanguageService(host, ts.createDocumentRegistry())

const nameOf = (n) => (n.name && ts.isIdentifier(n.name) ? n.name.text : n.name && ts.isPrivateIdentifier(n.name) ? n.name.text : '')
// place names the top-level declaration, or the member of a class, around a node.
const placeOf = (sf, node) => {
  let name = ''
  let member = ''
  for (let n = node; n && n !== sf; n = n.parent) {
    if (n.parent === sf) {
      if (ts.isVariableStatement(n)) {
        for (const d of n.declarationList.declarations) if (node.getStart(sf) >= d.getFullStart() && node.getStart(sf) <= d.end) name = nameOf(d)
      } else if (ts.isClassDeclaration(n)) {
        name = nameOf(n) + (member ? '.' + member : '')
      } else name = ts.isFunctionDeclaration(n) || ts.isInterfaceDeclaration(n) || ts.isTypeAliasDeclaration(n) || ts.isEnumDeclaration(n) ? nameOf(n) : ''
    } else if (n.parent && ts.isClassDeclaration(n.parent) && n.parent.parent === sf) {
      member = ts.isConstructorDeclaration(n) ? 'constructor' : nameOf(n)
    }
  }
  return name
}
const key = (sf, node) => rel(sf.fileName) + '#' + placeOf(sf, node)
const nodeAt = (sf, pos) => {
  let found = sf
  const visit = (n) => {
    if (n.getStart(sf) <= pos && pos <= n.end) {
      found = n
      ts.forEachChild(n, visit)
    }
  }
  ts.forEachChild(sf, visit)
  return found
}

// places are those of an error. Where an import fails, its uses have no type
// any more and no errors: they are the places too.
const places = (sf, d) => {
  const node = nodeAt(sf, d.start ?? 0)
  let spec = node
  while (spec && !ts.isImportDeclaration(spec) && !ts.isSourceFile(spec)) spec = spec.parent
  if (!spec || !ts.isImportDeclaration(spec)) return [key(sf, node)]
  const names = new Set()
  const clause = spec.importClause
  if (ts.isStringLiteral(node)) {
    if (clause?.name) names.add(clause.name.text)
    if (clause?.namedBindings && ts.isNamedImports(clause.namedBindings)) for (const e of clause.namedBindings.elements) names.add(e.name.text)
    if (clause?.namedBindings && ts.isNamespaceImport(clause.namedBindings)) names.add(clause.namedBindings.name.text)
  } else {
    let e = node
    while (e && !ts.isImportSpecifier(e) && e !== spec) e = e.parent
    if (e && ts.isImportSpecifier(e)) names.add(e.name.text)
    else if (clause?.name) names.add(clause.name.text)
  }
  const out = new Set()
  const visit = (n) => {
    if (ts.isImportDeclaration(n)) return
    if (ts.isIdentifier(n) && names.has(n.text) && !(n.parent.name === n && !ts.isShorthandPropertyAssignment(n.parent))) out.add(key(sf, n))
    ts.forEachChild(n, visit)
  }
  visit(sf)
  return out.size ? [...out] : [key(sf, node)]
}

// exportedAt is the name that an error's place exports again from elsewhere.
const exportedAt = (sf, d) => {
  let n = nodeAt(sf, d.start ?? 0)
  while (n && !ts.isExportSpecifier(n) && n !== sf) n = n.parent
  return n && ts.isExportSpecifier(n) && n.parent.parent.moduleSpecifier ? n.name.text : undefined
}

const ignored = new Set([6133, 6192, 6196, 6198, 6199, 6205, 7006, 7031, 7053, 7005, 7034])
const unresolved = 2307
const unusedExpectation = 2578 // an error that a test expects and that any hides now
const errorsOf = (f) => {
  const program = service.getProgram()
  const sf = program.getSourceFile(f)
  if (!sf) return []
  return [...program.getSyntacticDiagnostics(sf), ...program.getSemanticDiagnostics(sf)]
    .filter((d) => !ignored.has(d.code) && d.category === ts.DiagnosticCategory.Error)
    .map((d) => ({ keys: places(sf, d), exported: exportedAt(sf, d), code: d.code, text: d.code + ' ' + ts.flattenDiagnosticMessageText(d.messageText, ' ').slice(0, 200) }))
}

// importers are the files whose types may depend on a file, itself among them.
const program = service.getProgram()
const checker = program.getTypeChecker()
const importedBy = new Map()
const leadsTo = new Map() // file and specifier
for (const f of files) {
  const sf = program.getSourceFile(f)
  for (const spec of sf.imports ?? []) {
    const r = program.getResolvedModuleFromModuleSpecifier?.(spec, sf) ?? sf.resolvedModules?.get(spec.text, undefined)
    const to = r?.resolvedModule?.resolvedFileName
    if (!to) continue
    if (!importedBy.has(to)) importedBy.set(to, new Set())
    importedBy.get(to).add(f)
    leadsTo.set(f + '\n' + spec.text, to)
  }
}
const dependants = (start) => {
  const out = new Set(start)
  for (const f of out) for (const g of importedBy.get(f) ?? []) out.add(g)
  return [...out].filter((f) => files.includes(f) || texts.has(f))
}

// behind are the places that name what a file exports again and has no more.
// The compiler reports the export alone, and takes the name as any after it:
// whether such places are called broken is not judged.
const behind = (name, file) => {
  const out = new Set()
  const seen = new Set()
  const todo = [[file, name]]
  while (todo.length) {
    const [from, name] = todo.pop()
    if (seen.has(from + '\n' + name)) continue
    seen.add(from + '\n' + name)
    for (const f of importedBy.get(from) ?? []) {
      const sf = service.getProgram().getSourceFile(f)
      const locals = new Set()
      for (const s of sf?.statements ?? []) {
        if (!(ts.isImportDeclaration(s) || ts.isExportDeclaration(s)) || !s.moduleSpecifier || leadsTo.get(f + '\n' + s.moduleSpecifier.text) !== from) continue
        const named = ts.isImportDeclaration(s) ? s.importClause?.namedBindings : s.exportClause
        if (!named && ts.isExportDeclaration(s)) todo.push([f, name])
        if (!named?.elements) {
          if (named) out.add(key(sf, s)), locals.add(named.name.text)
          continue
        }
        for (const e of named.elements) {
          if ((e.propertyName ?? e.name).text !== name) continue
          out.add(key(sf, s))
          if (ts.isImportDeclaration(s)) locals.add(e.name.text)
          else todo.push([f, e.name.text])
        }
      }
      const visit = (n) => {
        if (ts.isIdentifier(n) && locals.has(n.text)) out.add(key(sf, n))
        if (ts.isExportSpecifier(n) && locals.has((n.propertyName ?? n.name).text)) todo.push([f, n.name.text])
        ts.forEachChild(n, visit)
      }
      if (sf && locals.size) visit(sf)
    }
  }
  return out
}

const base = new Map()
const baseline = (f) => {
  if (!base.has(f)) base.set(f, errorsOf(f))
  return base.get(f)
}

const classes = []
const tops = []
const targets = []
const uses = new Map()
for (const f of files) {
  const sf = program.getSourceFile(f)
  const count = (n) => {
    if (ts.isIdentifier(n)) uses.set(n.text, (uses.get(n.text) ?? 0) + 1)
    ts.forEachChild(n, count)
  }
  count(sf)
  const isTest = /\.(test|spec)\.tsx?$|(^|\/)(tests?|__tests__)\//.test(rel(f))
  for (const s of sf.statements) {
    if (ts.isVariableStatement(s)) for (const d of s.declarationList.declarations) tops.push(rel(f) + '#' + nameOf(d))
    else if (nameOf(s)) tops.push(rel(f) + '#' + nameOf(s))
    if (ts.isClassDeclaration(s)) {
      classes.push(rel(f) + '#' + nameOf(s))
      if (!isTest) for (const m of s.members) if (ts.isMethodDeclaration(m) && m.body && nameOf(m)) targets.push({ f, sf, node: m, fn: m, name: nameOf(m), full: nameOf(s) + '.' + nameOf(m), whole: m })
    }
    if (isTest) continue
    if (ts.isFunctionDeclaration(s) && s.body && s.name) targets.push({ f, sf, node: s, fn: s, name: s.name.text, full: s.name.text, whole: s })
    if (ts.isVariableStatement(s) && s.declarationList.declarations.length === 1) {
      const d = s.declarationList.declarations[0]
      const fn = d.initializer && ts.isArrowFunction(d.initializer) ? d.initializer : undefined
      if (nameOf(d)) targets.push({ f, sf, node: d, fn, name: nameOf(d), full: nameOf(d), whole: s })
    }
    if ((ts.isInterfaceDeclaration(s) || ts.isTypeAliasDeclaration(s)) && s.name) targets.push({ f, sf, node: s, name: s.name.text, full: s.name.text, whole: s })
  }
}
console.log(JSON.stringify({ classes, tops, files: files.map(rel) }))

const overloaded = (t) => t.sf.statements.filter((s) => ts.isFunctionDeclaration(s) && s.name?.text === t.name).length > 1 ||
  (ts.isMethodDeclaration(t.node) && t.node.parent.members.filter((m) => nameOf(m) === t.name).length > 1)
const kinds = ['add parameter', 'add optional', 'remove parameter', 'reorder', 'parameter type', 'return type', 'delete', 'rename', 'move to file', 'unexport']
const pool = ['string', 'number', 'boolean', 'string[]', 'Map<string, number>', '() => void', 'Date']

const mutate = (t, kind) => {
  const text = t.sf.text
  const own = [rel(t.f) + '#' + t.full]
  const changes = {}
  const set = (from, to, by) => { changes[rel(t.f)] = text.slice(0, from) + by + text.slice(to) }
  const type = pool[random(pool.length)]
  const whole = [t.whole.getStart(t.sf), t.whole.end]
  if (kind === 'delete') set(whole[0], whole[1], '')
  else if (kind === 'rename') {
    const n = t.node.name
    set(n.getStart(t.sf), n.end, t.name + 'Renamed')
    own.push(own[0] + 'Renamed')
  } else if (kind === 'move to file') {
    if (ts.isMethodDeclaration(t.node)) return
    set(whole[0], whole[1], '')
    const file = path.join(path.dirname(t.f), 'movedByDryrun.ts')
    changes[rel(file)] = text.slice(...whole) + '\nexport {}\n'
    own.push(rel(file) + '#' + t.full)
  } else if (kind === 'unexport') {
    const m = t.whole.modifiers?.find((m) => m.kind === ts.SyntaxKind.ExportKeyword)
    if (!m || t.whole.modifiers.some((m) => m.kind === ts.SyntaxKind.DefaultKeyword)) return
    set(m.getStart(t.sf), m.end, '')
  } else {
    if (!t.fn || overloaded(t)) return
    const ps = t.fn.parameters
    const parts = ps.map((p) => p.getText(t.sf))
    const required = ps.filter((p) => !p.questionToken && !p.initializer && !p.dotDotDotToken).length
    const open = text.indexOf('(', t.fn.typeParameters ? t.fn.typeParameters.end : (t.fn.name ?? t.fn).getStart(t.sf))
    if (ps.length === 0 && text[open] !== '(') return
    const from = ps.length ? ps[0].getStart(t.sf) : open + 1
    const to = ps.length ? ps[ps.length - 1].end : open + 1
    if (ps.length === 0 && text.slice(open + 1).trimStart()[0] !== ')') return
    if (ts.isArrowFunction(t.fn) && ps.length === 1 && text[from - 1] !== '(') return
    const write = () => set(from, to, parts.join(', '))
    if (kind === 'add parameter') parts.splice(random(required + 1), 0, 'added: ' + type)
    else if (kind === 'add optional') {
      if (ps.some((p) => p.dotDotDotToken)) return
      parts.push('added?: ' + type)
    } else if (kind === 'remove parameter') {
      if (!ps.length) return
      parts.splice(random(ps.length), 1)
    } else if (kind === 'reorder') {
      if (required < 2) return
      const i = random(required - 1)
      ;[parts[i], parts[i + 1]] = [parts[i + 1], parts[i]]
    } else if (kind === 'parameter type') {
      const typed = ps.filter((p) => p.type && ts.isIdentifier(p.name) && !p.initializer && !p.dotDotDotToken)
      if (!typed.length) return
      const p = typed[random(typed.length)]
      if (p.type.getText(t.sf) === type) return
      set(p.type.getStart(t.sf), p.type.end, random(6) === 0 ? 'unknown' : type)
      return { own, changes }
    } else if (kind === 'return type') {
      if (!t.fn.type || ts.isTypePredicateNode(t.fn.type)) return
      const old = t.fn.type.getText(t.sf)
      let by = random(3) === 0 ? old + ' | undefined' : type
      if (t.fn.modifiers?.some((m) => m.kind === ts.SyntaxKind.AsyncKeyword)) by = 'Promise<' + by.replace(/^Promise<(.*)>( \| undefined)?$/, '$1$2') + '>'
      if (by === old) return
      set(t.fn.type.getStart(t.sf), t.fn.type.end, by)
      return { own, changes }
    }
    write()
  }
  return { own, changes }
}

let made = 0
for (let tries = 0; made < Number(count) && tries < 100000; tries++) {
  const t = targets[random(targets.length)]
  if ((uses.get(t.name) ?? 0) < 2 && random(5) > 0) continue
  if (!t.fn && random(4) > 0) continue
  const kind = kinds[random(kinds.length)]
  const m = mutate(t, kind)
  if (!m) continue
  const changed = Object.keys(m.changes).map((f) => path.join(root, f))
  const look = dependants(changed)
  for (const f of look) if (files.includes(f)) baseline(f)
  for (const f of changed) {
    texts.set(f, m.changes[rel(f)])
    versions.set(f, (versions.get(f) ?? 0) + 1)
  }
  const broken = new Set()
  const silent = new Set()
  const errors = []
  for (const f of look) {
    const had = new Map()
    const lost = new Set((base.get(f) ?? []).filter((e) => e.code === unresolved).map((e) => e.text)) // imports that led nowhere before
    for (const e of base.get(f) ?? []) for (const k of e.keys) had.set(k + e.text, (had.get(k + e.text) ?? 0) + 1)
    for (const e of errorsOf(f)) {
      if (lost.has(e.text)) continue
      let fresh = false
      for (const k of e.keys) {
        const n = had.get(k + e.text) ?? 0
        if (n > 0) { had.set(k + e.text, n - 1); continue }
        fresh = true
        if (e.code === unusedExpectation) silent.add(k)
        else if (!m.own.includes(k)) broken.add(k)
        if (e.exported) for (const b of behind(e.exported, f)) silent.add(b)
      }
      if (fresh) errors.push(e.keys[0] + ': ' + e.text)
    }
  }
  for (const f of changed) {
    texts.delete(f)
    versions.set(f, (versions.get(f) ?? 0) + 1)
  }
  console.log(JSON.stringify({ kind, name: rel(t.f) + '#' + t.full, changes: m.changes, own: m.own, broken: [...broken], silent: [...silent].filter((k) => !broken.has(k)), errors }))
  made++
}
process.exit(0)
