// Runs the TypeScript client: client.mjs COMPILED ADDRESS.
import assert from 'node:assert'
import { WebSocket } from 'ws'

const [compiled, address] = process.argv.slice(2)
const { HTTPClient, SocketClient, SMPError, Code } = await import(compiled)

async function use(client) {
  const tree = await client.trace({ start: 'one' })
  assert.deepEqual(tree.tree, { one: { calls: { two: {} } } })
  await assert.rejects(client.navigate({ query: 'onne' }), (e) => e instanceof SMPError && e.code === Code.notFound && e.data.suggestions[0] === 'one')
}

const http = new HTTPClient(`http://${address}/rpc`)
await use(http)
const [found, missing] = await http.batch([{ method: 'smp/trace', params: { start: 'two' } }, { method: 'smp/nothing' }])
assert.equal(found.total, 0)
assert.equal(missing.code, Code.methodNotFound)
await assert.rejects(http.batch(Array.from({ length: 300 }, () => ({ method: 'smp/version' }))), { code: Code.tooLarge })
assert.match(await http.markdown('smp/trace', { start: 'one' }), /two/)

const told = []
const socket = await SocketClient.connect(`ws://${address}/ws`, { WebSocket, onNotification: (n) => told.push(n.params.type) })
await Promise.all(Array.from({ length: 20 }, () => use(socket)))
await socket.annotate({ node_id: 'two', description: 'Gives two.' })
await socket.version()
assert.ok(told.includes('memory_updated'), told)
let deep = {}
for (let i = 0; i < 100; i++) deep = { deep }
await assert.rejects(socket.call('smp/trace', deep), { code: Code.tooLarge })
socket.close()
