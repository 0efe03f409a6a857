import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { signatureOf } from '../../server/adapters/sms/http/signatureOf.ts'

export interface TalkerSettings {
  readonly provider: string
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** For bots with their own log (default Automatic). */
  readonly approvalMode?: 'Approval' | 'Automatic' | undefined
  readonly verbose?: boolean | undefined
}

export interface BotOrder {
  readonly id: string
  /** Its daily log is in the construction system. */
  readonly construction: boolean
  /** The time at which it asks, in ms. */
  readonly at: number
  readonly contacts: readonly { readonly name: string; readonly mobile: string; readonly vendor: string }[]
}

export type Command =
  | { readonly kind: 'begin'; readonly bots: readonly BotOrder[] }
  | { readonly kind: 'expire'; readonly bots: readonly string[] }
  | { readonly kind: 'report' }

export interface Report {
  /** Jobs due within five minutes, and jobs that were given up. */
  readonly open: number
  readonly dead: number
  /** Texts for which the provider was queried before a retry. */
  readonly asked: number
  readonly lines: readonly { mobile: string; bot: string; way: 'in' | 'out' | 'note'; text: string; key: string; sent: boolean }[]
  readonly inbox: readonly { key: string }[]
  readonly entries: readonly { mobile: string; bot: string; state: string; remote: string | null; count: number }[]
  readonly phases: readonly { mobile: string; phase: string; code: string | null }[]
}

export interface Talker {
  readonly url: string
  readonly process: ChildProcess
  obey<Answer>(command: Command): Promise<Answer>
  /** Kills the process at once, like a power cut. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts a server in a separate process. */
export async function startTalker(settings: TalkerSettings): Promise<Talker> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('talker.ts', import.meta.url)), JSON.stringify(settings)],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = []
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      process.off('exit', killed)
      for (const one of waiting.splice(0)) one.reject(new Error('the server is gone'))
      resolve()
    })
  })
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(line))
  const next = () => new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }))
  const { url } = JSON.parse(await next()) as { url: string }
  return {
    url,
    process: child,
    async obey<Answer>(command: Command) {
      const answer = next()
      child.stdin.write(`${JSON.stringify(command)}\n`, () => {})
      const said = JSON.parse(await answer) as Answer & { error?: string }
      if (said.error !== undefined) throw new Error(said.error)
      return said
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      child.stdin.end()
      const enough = setTimeout(killed, 10_000)
      await ended
      clearTimeout(enough)
    },
  }
}

interface Outbound {
  readonly sid: string
  readonly to: string
  readonly body: string
  readonly at: number
}
interface Inbound {
  readonly sid: string
  readonly from: string
  readonly body: string
  readonly at: number
}

export interface Outside {
  readonly url: string
  /** Accepted texts, in order. */
  readonly taken: readonly Outbound[]
  readonly brought: readonly Inbound[]
  /** Entries of the logs in the construction system. */
  readonly entries: readonly { readonly id: number; readonly project: string; count: number; notes: string }[]
  /** Called with every accepted text. */
  onText: (text: Outbound) => void
  /** A phone sends a text: stores it in the list for delivery. */
  write(from: string, body: string): Inbound
  close(): void
}

const ourNumber = '+12025550199'

/**
 * Starts a fake text provider and a fake construction system. `slowest`: maximum delay of a response in ms,
 * so that a kill can happen between the action and its response.
 */
export async function startOutside({ slowest = 40 } = {}): Promise<Outside> {
  const taken: Outbound[] = []
  const brought: Inbound[] = []
  const entries: { id: number; project: string; day: string; count: number; notes: string }[] = []
  const json = (answer: ServerResponse, body: unknown, status = 200) => {
    setTimeout(
      () => answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      slowest > 0 ? Math.random() * slowest : 0,
    )
  }
  const bodyOf = async (request: IncomingMessage) => {
    let text = ''
    for await (const part of request) text += String(part)
    return text
  }
  const outside: Outside = {
    url: '',
    taken,
    brought,
    entries,
    onText: () => {},
    write(from, body) {
      const text = { sid: `IN${brought.length + 1}`, from, body, at: Date.now() }
      brought.push(text)
      return text
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, answer) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://outside')
      const text = await bodyOf(request)
      if (url.pathname === '/token') return json(answer, { access_token: 'token', expires_in: 3600 })
      if (url.pathname.endsWith('/Messages.json')) {
        if (request.method === 'POST') {
          const form = new URLSearchParams(text)
          const one = { sid: `SM${taken.length + 1}`, to: form.get('To') ?? '', body: form.get('Body') ?? '', at: Date.now() }
          taken.push(one)
          outside.onText(one)
          return json(answer, { sid: one.sid, status: 'queued' }, 201)
        }
        const to = url.searchParams.get('To')
        const sent = taken
          .filter((one) => to === null || one.to === to)
          .map(({ sid, to: number, body, at }) => ({ sid, to: number, body, at, direction: 'outbound-api' }))
        const heard = to === null || to === ourNumber ? brought.map((one) => ({ ...one, direction: 'inbound' })) : []
        const all = [...sent, ...heard].sort((a, b) => b.at - a.at)
        const size = Number(url.searchParams.get('PageSize'))
        const page = Number(url.searchParams.get('Page') ?? 0)
        url.searchParams.set('Page', String(page + 1))
        return json(answer, {
          messages: all.slice(page * size, (page + 1) * size).map((one) => ({ ...one, date_created: new Date(one.at).toUTCString() })),
          next_page_uri: all.length > (page + 1) * size ? `${url.pathname}${url.search}` : null,
        })
      }
      const log = /^\/rest\/v1\.0\/projects\/([^/]+)\/manpower_logs(?:\/(\d+))?$/.exec(url.pathname)
      if (!log) return json(answer, {}, 404)
      const [, project = '', id] = log
      if (request.method === 'GET')
        return json(
          answer,
          entries.filter((one) => one.project === project),
        )
      const { manpower_log: said } = JSON.parse(text) as { manpower_log: { date: string; num_workers: number; notes: string } }
      const known = entries.find((one) => one.id === Number(id))
      if (known) {
        Object.assign(known, { count: said.num_workers, notes: said.notes })
        return json(answer, { id: known.id })
      }
      const made = { id: entries.length + 1, project, day: said.date, count: said.num_workers, notes: said.notes }
      entries.push(made)
      return json(answer, { id: made.id }, 201)
    })().catch(() => answer.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(outside, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

/** Delivers a text to the server like the provider. Returns whether the server accepted it. */
export async function bring(url: string, { sid, from, body }: Pick<Inbound, 'sid' | 'from' | 'body'>): Promise<boolean> {
  const fields = { MessageSid: sid, From: from, Body: body }
  const answer = await fetch(`${url}/api/sms/inbound`, {
    method: 'POST',
    headers: { 'x-twilio-signature': signatureOf('t0ken', 'http://crash.test/api/sms/inbound', fields) },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.ok === true
}
