/** The part of Node that is used, where there is one; a page in a browser has no files. */
interface Node {
  env: Record<string, string | undefined>
  platform: string
  getuid?: () => number
  getBuiltinModule?: (name: string) => unknown
}

interface Info {
  isFile(): boolean
  isDirectory(): boolean
  uid: number
  mode: number
}

interface Files {
  lstatSync(path: string): Info
  readFileSync(path: string, encoding: 'utf8'): string
}

/** What a server on this machine has left for its user in a file named after its port. */
export function localToken(address: string): string | undefined {
  const node = (globalThis as { process?: Node }).process
  const files = node?.getBuiltinModule?.('node:fs') as Files | undefined
  const at = new URL(address)
  if (!node || !files || !at.port || !['localhost', '127.0.0.1', '[::1]'].includes(at.hostname)) return undefined
  for (const folder of folders(node)) {
    const file = `${folder}/${at.port}.token`
    try {
      if (!alone(node, files.lstatSync(folder), true) || !alone(node, files.lstatSync(file), false)) continue
      return files.readFileSync(file, 'utf8').trim()
    } catch {
      continue // it is not there
    }
  }
  return undefined
}

/** Where servers of this user leave tokens, in their order. */
function folders(node: Node): string[] {
  const { XDG_RUNTIME_DIR: run, XDG_CACHE_HOME: kept, HOME: home, LocalAppData: local, TMPDIR: temporary } = node.env
  const all: string[] = []
  if (run?.startsWith('/')) all.push(`${run}/smp`)
  let cache = kept || (home && `${home}/.cache`)
  if (node.platform === 'darwin') cache = home && `${home}/Library/Caches`
  if (node.platform === 'win32') cache = local
  if (cache) all.push(`${cache}/smp/run`)
  all.push(`${temporary || '/tmp'}/smp-${node.getuid?.() ?? -1}`)
  return all
}

/** Whether a file is this user's and nobody else may touch it: no other is to choose what is shown to a server. */
function alone(node: Node, info: Info, folder: boolean): boolean {
  if (!(folder ? info.isDirectory() : info.isFile())) return false
  return node.platform === 'win32' || (info.uid === node.getuid?.() && (info.mode & 0o077) === 0)
}
