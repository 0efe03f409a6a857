import { type AnswerOf, addressOf, type BodyOf, type Endpoint, type ParamsOf, type QueryOf } from '../../contract/endpoint.ts'
import { nobody } from '../store/db.ts'
import { actorOf, deviceId, getOwner } from '../store/identity.ts'
import { getStore } from '../store/store.ts'
import { appAnswer, errorOf } from './answers.ts'
import { headerNames } from './headers.ts'
import { send } from './send.ts'

export type AskFailure = 'offline' | 'captive' | 'refused' | 'busy'

/** Why an online-only question got no answer. `code` and `message` are the server's when it refused. */
export class AskFailed extends Error {
  readonly kind: AskFailure
  readonly code: string
  readonly status: number
  readonly details: { path: string; message: string }[]
  constructor(kind: AskFailure, code: string, message: string, status = 0, details: { path: string; message: string }[] = []) {
    super(message)
    this.name = 'AskFailed'
    this.kind = kind
    this.code = code
    this.status = status
    this.details = details
  }
}

interface AskOptions<E> {
  query?: Partial<Extract<QueryOf<E>, object>>
  signal?: AbortSignal
}

/** Asks the server now (PIN, preview): never queued, never repeated by itself. */
export async function ask<E extends Endpoint<'refused'>>(
  endpoint: E,
  params?: ParamsOf<E>,
  body?: BodyOf<E>,
  options: AskOptions<E> = {},
): Promise<AnswerOf<E>> {
  return (await answerOf(endpoint, params, body, options, false)).body as AnswerOf<E>
}

/** The same for an answer that is a file. */
export async function askBytes<E extends Endpoint<'refused'>>(
  endpoint: E,
  params?: ParamsOf<E>,
  body?: BodyOf<E>,
  options: AskOptions<E> = {},
): Promise<Blob> {
  const { blob } = await answerOf(endpoint, params, body, options, true)
  if (!blob) throw new AskFailed('busy', 'UNAVAILABLE', '')
  return blob
}

async function answerOf<E extends Endpoint<'refused'>>(
  endpoint: E,
  params: ParamsOf<E> | undefined,
  body: BodyOf<E> | undefined,
  options: AskOptions<E>,
  bytes: boolean,
): Promise<{ body: unknown; blob: Blob | undefined }> {
  const owner = getOwner()
  const store = getStore()
  const answer = await send({
    method: endpoint.method,
    url: addressOf(endpoint, params as Record<string, string>, options.query as Record<string, string | undefined>),
    headers: {
      [headerNames.actor]: actorOf(owner),
      [headerNames.device]: await deviceId(store),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    anonymous: false,
    bytes,
    signal: options.signal,
  })
  if (answer.kind === 'none') throw new AskFailed('offline', 'UNREACHABLE', '')
  const json = appAnswer(answer)
  if (!json) throw answer.status >= 500 ? new AskFailed('busy', 'UNAVAILABLE', '', answer.status) : new AskFailed('captive', 'CAPTIVE', '')
  if (answer.status >= 200 && answer.status < 300) return { body: json.body, blob: answer.blob }
  const { code, message, details } = errorOf(json.body)
  if (answer.status === 401 && owner !== nobody && code === 'NOT_AUTHORIZED')
    await store.db.principals.put({ owner, session: 'expired', at: store.now() })
  const busy = answer.status >= 500 || answer.status === 408 || answer.status === 425
  throw new AskFailed(busy ? 'busy' : 'refused', code ?? 'UNKNOWN', message ?? '', answer.status, details ?? [])
}
