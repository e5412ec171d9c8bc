// JSON-RPC clients that others wrote, over HTTP and WebSocket: others.mjs ADDRESS.
import assert from 'node:assert'
import { JSONRPCClient, JSONRPCServer, JSONRPCServerAndClient } from 'json-rpc-2.0'
import { WebSocket } from 'ws'

const [address] = process.argv.slice(2)

const http = new JSONRPCClient(async (request) => {
  const response = await fetch(`http://${address}/rpc`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) })
  if (response.status === 200) http.receive(await response.json())
})
assert.equal((await http.request('smp/graph/why', { from: 'one', to: 'two' })).path_length, 2)
await assert.rejects(http.request('smp/nothing', {}), (e) => e.code === -32601)
http.notify('smp/status', {})
const batch = await http.requestAdvanced([
  { jsonrpc: '2.0', id: 'a', method: 'smp/trace', params: { start: 'one' } },
  { jsonrpc: '2.0', id: 'b', method: 'smp/navigate', params: { query: 'nobody' } },
])
assert.equal(batch.find((r) => r.id === 'a').result.total, 1)
assert.equal(batch.find((r) => r.id === 'b').error.code, -32001)

const ws = new WebSocket(`ws://${address}/`)
await new Promise((resolve, reject) => ws.on('open', resolve).on('error', reject))
const peer = new JSONRPCServerAndClient(new JSONRPCServer(), new JSONRPCClient((request) => ws.send(JSON.stringify(request))))
ws.on('message', (data) => peer.receiveAndSend(JSON.parse(String(data))))
const told = new Promise((resolve) => peer.addMethod('smp/notification', resolve))
const answers = await Promise.all(Array.from({ length: 50 }, () => peer.request('smp/impact', { entity: 'two' })))
assert.ok(answers.every((a) => a.total_affected === 1))
await peer.request('smp/annotate', { node_id: 'one', description: 'Asks two.' })
assert.equal((await told).type, 'memory_updated')
ws.close()
