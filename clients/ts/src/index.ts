import { Methods, type Caller, type Notification } from './generated.js'
import { localToken } from './token.js'

export * from './generated.js'

/** What the server answers instead of a result. */
export class SMPError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(`${message} (${code})`)
    this.name = 'SMPError'
  }
}

interface Answer {
  id: number | null
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

export interface Options {
  /** A bearer token. To write, a server on this machine wants the one that it has left for its user; under Node it is looked up. */
  token?: string
  /** Called with what the server sends of itself, over a WebSocket. */
  onNotification?: (notification: Notification) => void
  /** The WebSocket to use where the platform has none, such as that of the package ws. */
  WebSocket?: new (url: string, options?: unknown) => WebSocket
}

function unwrap(answer: Answer): unknown {
  if (answer.error) {
    throw new SMPError(answer.error.code, answer.error.message, answer.error.data)
  }
  return answer.result
}

/** A call in a batch. */
export interface Call {
  method: string
  params?: object
}

class Poster implements Caller {
  private last = 0

  constructor(
    private readonly url: string,
    private readonly options: Options,
  ) {}

  async call(method: string, params: object = {}): Promise<unknown> {
    return unwrap((await this.post({ jsonrpc: '2.0', id: ++this.last, method, params })) as Answer)
  }

  async batch(calls: Call[]): Promise<unknown[]> {
    const requests = calls.map((c) => ({ jsonrpc: '2.0', id: ++this.last, method: c.method, params: c.params ?? {} }))
    const posted = (await this.post(requests)) as Answer | Answer[]
    const answers = Array.isArray(posted) ? posted : [unwrap(posted) as Answer] // unwrap throws: all of it is refused
    return requests.map((r) => {
      const answer = answers.find((a) => a.id === r.id)
      if (!answer) return new Error(`the server did not answer ${r.method}`)
      return answer.error ? new SMPError(answer.error.code, answer.error.message, answer.error.data) : answer.result
    })
  }

  private async post(message: unknown): Promise<unknown> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' }
    const token = this.options.token ?? localToken(this.url)
    if (token) headers['Authorization'] = `Bearer ${token}`
    const response = await fetch(this.url, { method: 'POST', headers, body: JSON.stringify(message) })
    if (!response.headers.get('Content-Type')?.startsWith('application/json')) {
      throw new SMPError(response.status, (await response.text()).trim())
    }
    return response.json()
  }
}

/** A client that sends each call by POST. */
export class HTTPClient extends Methods {
  private readonly poster: Poster

  constructor(url = 'http://127.0.0.1:7433/rpc', options: Options = {}) {
    const poster = new Poster(url, options)
    super(poster)
    this.poster = poster
  }

  call(method: string, params?: object): Promise<unknown> {
    return this.poster.call(method, params)
  }

  /** Results, or errors, in the order of the calls. */
  batch(calls: Call[]): Promise<unknown[]> {
    return this.poster.batch(calls)
  }

  /** A method's answer as a text for a reader. */
  markdown(method: string, params: object = {}): Promise<string> {
    return this.poster.call(method, { ...params, format: 'markdown' }) as Promise<string>
  }
}

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

class Socket implements Caller {
  private last = 0
  private readonly waiting = new Map<number, Waiting>()

  constructor(
    private readonly ws: WebSocket,
    told?: (notification: Notification) => void,
  ) {
    ws.onmessage = (event: MessageEvent) => {
      const message = JSON.parse(String(event.data)) as Answer & Partial<Notification>
      if (message.method) {
        told?.(message as Notification)
        return
      }
      if (message.id === null) {
        // It is about a message that was not read, and does not say which: none is left waiting.
        const { code, message: text, data } = message.error ?? { code: -32603, message: 'an answer without an id' }
        for (const w of this.waiting.values()) w.reject(new SMPError(code, text, data))
        this.waiting.clear()
        return
      }
      const waiting = this.waiting.get(message.id)
      if (!waiting) return
      this.waiting.delete(message.id)
      try {
        waiting.resolve(unwrap(message))
      } catch (error) {
        waiting.reject(error as Error)
      }
    }
    ws.onclose = (event: CloseEvent) => {
      for (const w of this.waiting.values()) w.reject(new Error(`the connection has ended: ${event.reason || event.code}`))
      this.waiting.clear()
    }
  }

  call(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.last
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.ws.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }
}

/** A client on a WebSocket: many calls at once, and notifications. */
export class SocketClient extends Methods {
  private constructor(
    private readonly ws: WebSocket,
    caller: Caller,
  ) {
    super(caller)
  }

  static connect(url = 'ws://127.0.0.1:7433/ws', options: Options = {}): Promise<SocketClient> {
    const make = options.WebSocket ?? (WebSocket as unknown as NonNullable<Options['WebSocket']>)
    const token = options.token ?? localToken(url)
    const ws = token ? new make(url, { headers: { Authorization: `Bearer ${token}` } }) : new make(url)
    const client = new SocketClient(ws, new Socket(ws, options.onNotification))
    return new Promise((resolve, reject) => {
      ws.onopen = () => resolve(client)
      ws.onerror = () => reject(new Error(`${url} cannot be reached`))
    })
  }

  call(method: string, params?: object): Promise<unknown> {
    return this.caller.call(method, params)
  }

  close(): void {
    this.ws.close()
  }
}
