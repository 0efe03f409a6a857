import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/**
 * What happens to a request. `apply` and `answer` name the two moments around the server's work:
 * - refuse: the connection is reset before the server sees the request
 * - loseAnswer: the server does its work, then the connection is reset
 * - holdRequest: the request waits on the device's side until released (dropped if the connection has
 *   closed)
 * - holdAnswer: the server does its work, the answer waits until released
 * - lateDuplicate: the server does its work and the connection is reset; when released, the server gets the
 *   same request once more
 * - status: an intermediary answers; the server sees nothing
 * - cutBody: the server does its work; its status and half of its body arrive, then the connection is reset
 * - prefix: the server's file arrives with `text` before it
 * - captive: the sign-in page of a Wi-Fi answers, by redirect or at once
 */
export type Fault =
  | { kind: 'refuse' | 'loseAnswer' | 'holdRequest' | 'holdAnswer' | 'lateDuplicate' | 'cutBody' }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: unknown }
  | { kind: 'prefix'; text: string }
  | { kind: 'captive'; how: 'redirect' | 'page' }

export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Status of the server's answer; undefined before the answer. */
  status: number | undefined
}

export interface Match {
  readonly method?: string
  /** Matches path and query. */
  readonly path: RegExp
  readonly headers?: Record<string, string>
}

export interface Turn {
  /** How many matching requests get the fault (default 1). */
  readonly times?: number
  /** How many matching requests pass before the first fault (default 0). */
  readonly skip?: number
}

export interface Rule {
  /** Requests that matched this rule, in order. */
  readonly met: readonly Seen[]
  /**
   * Resolves when the nth request (from 1) has matched the rule, and for `holdAnswer`, `loseAnswer` and
   * `lateDuplicate` when the server has done its work.
   */
  reached(n?: number): Promise<Seen>
  /** Releases all held requests, and holds no further ones. */
  release(): void
  /** Disables the rule. */
  stop(): void
}

export interface FaultProxy {
  readonly port: number
  readonly address: string
  /** Every request, in order. */
  readonly seen: readonly Seen[]
  /** Adds a rule. The first rule that matches and is not used up applies. */
  on(match: Match, fault: Fault, turn?: Turn): Rule
  /** Blocks all requests and cuts the running ones, like a cell tower that fails. */
  down(): void
  up(): void
  /** Resolves when a matching request has been answered; includes earlier requests. */
  answered(match: Match, n?: number): Promise<Seen>
  reset(): void
  close(): Promise<void>
}

interface LiveRule extends Rule {
  readonly met: Seen[]
  readonly match: Match
  readonly fault: Fault
  skip: number
  left: number
  readonly gate: Promise<void>
  tell(): void
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const page = '<!doctype html><title>Wi-Fi</title><h1>Welcome to the site Wi-Fi</h1><form action="/login"><button>Accept</button></form>'
const agent = new Agent({ keepAlive: false })

const matches = ({ method, path, headers = {} }: Match, seen: Seen) =>
  (method === undefined || method === seen.method) &&
  path.test(seen.path) &&
  Object.entries(headers).every(([name, value]) => seen.headers[name] === value)

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * An HTTP proxy between browser and server. Its network faults reach pages and service workers, and look to
 * both like faults on site. `wanted` is its port, unless another program listens there; absent: any free port.
 */
export async function faultProxy(target: () => number, wanted = 0): Promise<FaultProxy> {
  const seen: Seen[] = []
  const rules: LiveRule[] = []
  const waiters = new Set<() => void>()
  const sockets = new Set<Socket>()
  const parts = new Map<string, Answer>()
  let isDown = false

  const notify = () => {
    for (const waiter of waiters) waiter()
  }
  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = () => {
        const found = look()
        if (found === undefined) return
        waiters.delete(check)
        resolve(found)
      }
      waiters.add(check)
      check()
    })

  const toServer = (item: Seen, onAnswer: (answer: IncomingMessage) => void, onError: () => void) => {
    const outgoing = request(
      { host: '127.0.0.1', port: target(), method: item.method, path: item.path, headers: { ...item.headers, connection: 'close' }, agent },
      onAnswer,
    )
    outgoing.on('error', onError)
    outgoing.end(item.body)
    return outgoing
  }
  const work = (item: Seen) =>
    new Promise<Answer | undefined>((resolve) => {
      toServer(
        item,
        (answer) =>
          void bodyOf(answer).then(
            (body) => {
              item.status = answer.statusCode
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body })
            },
            () => resolve(undefined),
          ),
        () => resolve(undefined),
      )
    })

  const cut = (res: ServerResponse) => res.socket?.resetAndDestroy()
  const reply = (res: ServerResponse, { status, headers, body }: Answer) => {
    if (res.destroyed || isDown) return cut(res)
    const { 'transfer-encoding': _, connection: __, ...kept } = headers
    res.writeHead(status, { ...kept, 'content-length': body.length, connection: 'close' })
    res.end(body)
  }

  /** The normal case: streams the answer as it arrives. */
  const pass = (item: Seen, res: ServerResponse) => {
    const outgoing = toServer(
      item,
      (answer) => {
        item.status = answer.statusCode
        notify()
        if (res.destroyed) return
        res.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
        answer.pipe(res)
        answer.on('error', () => cut(res))
      },
      () => cut(res),
    )
    res.on('close', () => outgoing.destroy())
  }

  /**
   * The app's script parts have a content hash in their name: the proxy caches them for every new browser,
   * which saves work of the server.
   */
  const part = async (item: Seen, res: ServerResponse) => {
    const key = `${item.path} ${item.headers['accept-encoding'] ?? ''}`
    const kept = parts.get(key) ?? (await work(item))
    if (!kept) return cut(res)
    if (kept.status === 200) parts.set(key, kept)
    item.status = kept.status
    notify()
    if (res.destroyed || isDown) return cut(res)
    const { 'transfer-encoding': _, connection: __, ...headers } = kept.headers
    res.writeHead(kept.status, { ...headers, 'content-length': kept.body.length })
    res.end(kept.body)
  }

  const meet = async (rule: LiveRule, item: Seen, res: ServerResponse) => {
    const { fault } = rule
    switch (fault.kind) {
      case 'refuse':
        return cut(res)
      case 'status': {
        const body = Buffer.from(JSON.stringify(fault.body ?? {}))
        return reply(res, { status: fault.status, headers: { 'content-type': 'application/json', ...fault.headers }, body })
      }
      case 'captive':
        if (fault.how === 'page') return reply(res, { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(page) })
        return reply(res, { status: 302, headers: { location: 'http://wifi.invalid/login' }, body: Buffer.alloc(0) })
      case 'prefix': {
        const { 'accept-encoding': _, ...headers } = item.headers
        const answer = await work({ ...item, headers })
        return answer ? reply(res, { ...answer, body: Buffer.concat([Buffer.from(fault.text), answer.body]) }) : cut(res)
      }
      case 'holdRequest':
        rule.tell()
        await rule.gate
        return res.destroyed || isDown ? cut(res) : pass(item, res)
      case 'loseAnswer':
        await work(item)
        return cut(res)
      case 'holdAnswer': {
        const answer = await work(item)
        rule.tell()
        await rule.gate
        return answer ? reply(res, answer) : cut(res)
      }
      case 'lateDuplicate':
        await work(item)
        cut(res)
        rule.tell()
        await rule.gate
        await work(item)
        return
      case 'cutBody': {
        const answer = await work(item)
        if (!answer) return cut(res)
        res.writeHead(answer.status, { ...answer.headers, connection: 'close', 'content-length': answer.body.length })
        res.write(answer.body.subarray(0, answer.body.length >> 1), () => cut(res))
      }
    }
  }

  const server = createServer((req, res) => {
    void (async () => {
      const item: Seen = { method: req.method ?? '', path: req.url ?? '', headers: req.headers, body: await bodyOf(req), status: undefined }
      if (isDown) return cut(res)
      seen.push(item)
      const rule = rules.find((one) => one.left > 0 && matches(one.match, item))
      if (!rule) return item.method === 'GET' && item.path.startsWith('/assets/') ? await part(item, res) : pass(item, res)
      if (rule.skip > 0) {
        rule.skip -= 1
        return pass(item, res)
      }
      rule.left -= 1
      rule.met.push(item)
      await meet(rule, item, res)
      rule.tell()
      notify()
    })().catch(() => cut(res))
  })
  server.on('connection', (socket) => {
    if (isDown) return void socket.resetAndDestroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => server.once('error', reject).listen(0, '127.0.0.1'))
    server.once('listening', resolve).listen(wanted, '127.0.0.1')
  })
  const { port } = server.address() as AddressInfo

  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const reset = () => {
    for (const rule of rules.splice(0)) rule.release()
    isDown = false
  }
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    seen,
    on(match, fault, { times = 1, skip = 0 } = {}) {
      let release: () => void = () => undefined
      const gate = new Promise<void>((resolve) => {
        release = resolve
      })
      const met: Seen[] = []
      let told = 0
      const rule: LiveRule = {
        match,
        fault,
        skip,
        left: times,
        gate,
        met,
        tell() {
          told = met.length
          notify()
        },
        reached: (n = 1) => until(() => (told >= n ? met[n - 1] : undefined)),
        release,
        stop() {
          rule.left = 0
          release()
        },
      }
      rules.push(rule)
      return rule
    },
    down() {
      isDown = true
      cutAll()
    },
    up() {
      isDown = false
    },
    answered: (match, n = 1) => until(() => seen.filter((item) => item.status !== undefined && matches(match, item))[n - 1]),
    reset,
    async close() {
      reset()
      cutAll()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
