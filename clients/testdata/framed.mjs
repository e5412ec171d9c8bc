// The client of editors, with Content-Length headers: framed.mjs SMP REPOSITORY.
import assert from 'node:assert'
import { spawn } from 'node:child_process'
import rpc from 'vscode-jsonrpc/node.js'

const [smp, repository] = process.argv.slice(2)
const server = spawn(smp, ['serve', '--stdio', '-q', '--repo', repository], { stdio: ['pipe', 'pipe', 'inherit'] })
const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin))
const told = new Promise((resolve) => connection.onNotification('smp/notification', resolve))
connection.listen()

const index = await connection.sendRequest('smp/index', {})
assert.equal(index.result.files, 1)
assert.equal((await connection.sendRequest('smp/trace', { start: 'one' })).total, 1)
await assert.rejects(connection.sendRequest('smp/navigate', { query: 'nobody' }), (e) => e.code === -32001)
assert.equal((await told).type, 'memory_updated')
connection.end()
connection.dispose()
const code = await new Promise((resolve) => server.on('exit', resolve))
assert.equal(code, 0)
