import { createHash } from 'node:crypto'
import type { Send, WireAnswer, WireRequest } from '../../src/sync/send.ts'

/** One save that took effect on the server. */
export interface Effect {
  opId: string
  /** The user of the session. */
  actor: string
  path: string
  n: number
  /** Every file of the save had been received completely. */
  filesThere: boolean
  payload: Record<string, unknown>
}

export interface ServerRules {
  /** Receipts: the server applies each key once. */
  keepsKeys: boolean
}

interface LeftWord {
  grant: string
  opIds?: string[]
  done?: boolean
}

interface Upload {
  size: number
  sha256: string
  bytes: Uint8Array
  complete: boolean
}

/**
 * An in-memory model of the write contract of sync.md §2, strict enough to detect a faulty device: receipts,
 * tombstones, actors, files before records, order. `session` is the user of the browser's session; every
 * request has it unless it omits the cookie.
 */
export class ServerModel {
  session: string | undefined
  /** While true, the server refuses saves with `poison` in the payload. */
  strict = true
  readonly effects: Effect[] = []
  readonly receipts = new Map<string, { actor: string; body: string; answer: Record<string, unknown> } | 'cancelled'>()
  readonly uploads = new Map<string, Upload>()
  readonly lastSeq = new Map<string, number>()
  readonly records = new Map<string, number>()
  /** Log-outs that devices reported, oldest first. */
  readonly left: LeftWord[] = []
  /** Received file bytes, including those sent more than once. */
  bytesIn = 0
  readonly rules: ServerRules

  constructor(rules: ServerRules) {
    this.rules = rules
  }

  handle(request: WireRequest): WireAnswer {
    const { pathname } = new URL(request.url, 'http://server')
    const claimed = request.headers['x-actor']
    if (pathname === '/auth/leave') return this.leave(request)
    const session = request.anonymous || claimed === 'anonymous' ? undefined : this.session
    const actor = session ?? 'anonymous'
    const opId = request.headers['idempotency-key']
    if (claimed !== 'anonymous' && session === undefined)
      return json(401, { error: { code: 'NOT_AUTHORIZED', message: 'Not Authorized' }, opId })
    if (claimed !== actor) return json(403, { error: { code: 'actor_mismatch', message: 'Somebody else' }, opId })
    if (pathname.startsWith('/api/uploads')) return this.upload(request, pathname)
    if (pathname.startsWith('/api/files/')) return this.receipt(pathname)
    const cancel = /^\/api\/outbox\/(\w+):cancel$/.exec(pathname)
    if (cancel?.[1]) return this.cancel(cancel[1])
    return this.save(request, pathname.replace(/^\/api\/(?:data|talks)\//, ''), actor, opId ?? '')
  }

  /** A log-out that a device reports later; its token identifies the user. */
  private leave(request: WireRequest): WireAnswer {
    const told = JSON.parse(String(request.body)) as LeftWord
    this.left.push(told)
    return json(200, { ended: told.done === true || told.opIds?.length === 0 })
  }

  private save(request: WireRequest, path: string, actor: string, opId: string): WireAnswer {
    const sent = JSON.parse(String(request.body)) as { payload?: Record<string, unknown>; files?: { id: string; sha256: string }[] }
    // A call, for example a signed talk, has no answers.
    const body = { payload: {}, ...sent }
    const known = this.receipts.get(opId)
    if (known && this.rules.keepsKeys) {
      if (known === 'cancelled') return json(410, { error: { code: 'cancelled', message: 'Discarded' }, opId })
      if (known.actor !== actor || known.body !== request.body)
        return json(422, { error: { code: 'key_reused', message: 'Another' }, opId })
      return json(200, known.answer)
    }
    if (this.strict && body.payload['poison']) return json(422, { error: { code: 'INVALID', message: 'That is not right' }, opId })
    const parent = request.headers['x-parent-op']
    if (parent && !(typeof this.receipts.get(parent) === 'object'))
      return json(425, { error: { code: 'parent_missing', message: 'Wait' }, opId })
    const filesThere = (body.files ?? []).every((file) => this.uploads.get(file.id)?.complete)
    // The effect is logged anyway: it shows the damage of a faulty device on a faulty server.
    const seqKey = `${actor} ${request.headers['x-device']} ${path}`
    const seq = Number(request.headers['x-seq'])
    if (seq <= (this.lastSeq.get(seqKey) ?? -1) && this.rules.keepsKeys)
      return json(422, { error: { code: 'out_of_order', message: 'Too late' }, opId })
    this.lastSeq.set(seqKey, seq)
    const rev = (this.records.get(path) ?? 0) + 1
    this.records.set(path, rev)
    const answer = { opId, path, rev }
    this.receipts.set(opId, { actor, body: String(request.body), answer })
    this.effects.push({ opId, actor, path, n: Number(body.payload['n']), filesThere, payload: body.payload })
    return json(200, answer)
  }

  private cancel(opId: string): WireAnswer {
    const known = this.receipts.get(opId)
    if (!known) this.receipts.set(opId, 'cancelled')
    return json(200, { opId, cancelled: typeof known !== 'object', applied: typeof known === 'object' })
  }

  private receipt(pathname: string): WireAnswer {
    const id = pathname.split('/')[3] ?? ''
    const upload = this.uploads.get(id)
    if (!upload?.complete) return json(404, { error: { code: 'NOT_FOUND', message: 'Not here' } })
    return json(200, { id, size: upload.size, sha256: upload.sha256 })
  }

  private upload(request: WireRequest, pathname: string): WireAnswer {
    const { headers } = request
    if (request.method === 'POST') {
      const metadata = new Map(
        (headers['upload-metadata'] ?? '').split(',').map((pair) => {
          const [key = '', value = ''] = pair.split(' ')
          return [key, Buffer.from(value, 'base64').toString()] as const
        }),
      )
      const id = metadata.get('id') ?? ''
      const upload = this.uploads.get(id) ?? {
        size: Number(headers['upload-length']),
        sha256: metadata.get('sha256') ?? '',
        bytes: new Uint8Array(),
        complete: false,
      }
      this.uploads.set(id, upload)
      return tus(201, { location: `/api/uploads/${id}`, 'upload-offset': String(upload.bytes.length) })
    }
    const id = pathname.split('/')[3] ?? ''
    const upload = this.uploads.get(id)
    if (!upload) return tus(404)
    if (request.method === 'HEAD') return tus(200, { 'upload-offset': String(upload.bytes.length), 'upload-length': String(upload.size) })
    const chunk = (request as WireRequest & { bytes?: Uint8Array }).bytes ?? new Uint8Array()
    this.bytesIn += chunk.length
    if (upload.complete || Number(headers['upload-offset']) !== upload.bytes.length) return tus(409)
    upload.bytes = Buffer.concat([upload.bytes, chunk])
    if (upload.bytes.length === upload.size) {
      if (createHash('sha256').update(upload.bytes).digest('hex') !== upload.sha256) {
        this.uploads.delete(id)
        return tus(460)
      }
      upload.complete = true
    }
    return tus(204, { 'upload-offset': String(upload.bytes.length) })
  }
}

export function answer(status: number, headers: Record<string, string>, text: string | undefined, redirected = false): WireAnswer {
  return { kind: 'answer', status, redirected, header: (name) => headers[name] ?? null, text }
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer =>
  answer(status, { 'x-app': '1', 'content-type': 'application/json', ...headers }, JSON.stringify(body))

export const tus = (status: number, headers: Record<string, string> = {}): WireAnswer =>
  answer(status, { 'x-app': '1', 'tus-resumable': '1.0.0', ...headers }, '')

/** Faults between device and server. */
export const faults = [
  'refuse',
  'lostAnswer',
  'timeoutApplied',
  '503',
  '429',
  '401',
  'captive',
  'portalRedirect',
  'truncated',
  'twice',
  'lateDuplicate',
  '409busy',
] as const
export type Fault = (typeof faults)[number]

/** The network between device and server; every request takes the next fault of the list. */
export class Net {
  readonly server: ServerModel
  faults: (Fault | undefined)[] = []
  happened = 0
  private late: WireRequest[] = []

  constructor(server: ServerModel) {
    this.server = server
  }

  readonly send: Send = async (request) => {
    const sent = {
      ...request,
      bytes: request.body instanceof Blob ? new Uint8Array(await request.body.arrayBuffer()) : undefined,
    } as WireRequest
    const fault = this.faults.shift()
    if (!fault) return this.server.handle(sent)
    this.happened++
    switch (fault) {
      case 'refuse':
        return { kind: 'none', aborted: false }
      case 'lostAnswer':
      case 'timeoutApplied':
        this.server.handle(sent)
        return { kind: 'none', aborted: false }
      case '503':
        return json(503, { error: { code: 'UNAVAILABLE', message: 'Restarting' } }, { 'retry-after': '2' })
      case '429':
        return json(429, { error: { code: 'TOO_MANY_REQUESTS', message: 'Slowly' } }, { 'retry-after': '3' })
      case '401':
        this.server.session = undefined
        return this.server.handle(sent)
      case 'captive':
        return answer(200, { 'content-type': 'text/html' }, '<h1>Welcome to Guest Wi-Fi</h1>')
      case 'portalRedirect':
        return answer(0, {}, '', true)
      case 'truncated': {
        const whole = this.server.handle(sent)
        return whole.kind === 'answer' ? { ...whole, text: undefined } : whole
      }
      case 'twice':
        this.server.handle(sent)
        return this.server.handle(sent)
      case 'lateDuplicate':
        this.late.push(sent)
        return this.server.handle(sent)
      case '409busy':
        return json(409, { error: { code: 'in_progress', message: 'Under way' } }, { 'retry-after': '1' })
    }
  }

  /** Delivers delayed copies of requests; their answers reach no device. */
  deliverLate(): void {
    for (const request of this.late.splice(0)) this.server.handle(request)
  }
}
