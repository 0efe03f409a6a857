import { type AnswerOf, addressOf, type BodyOf, type Endpoint, type ParamsOf, type QueryOf } from '../../contract/endpoint.ts'
import { noteSessionEnd } from '../store/session/noteDisabled.ts'
import type { Owner } from '../store/db/MusterDb.ts'
import { actorOf, deviceId, deviceKey, getOwner } from '../store/identity/getOwner.ts'
import { getStore, type Store } from '../store/db/store.ts'
import { deviceKeyHeader, headerNames } from './headerNames.ts'
import { send } from './send.ts'
import { isCut, statusOf, type Trouble, troubleOf } from './troubleOf.ts'

export type AskFailure = 'offline' | 'captive' | 'refused' | 'busy'

/** Error of an online-only request. `code` and `message` come from the server if it refused. */
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

/** Calls that issue something to a device: the device must prove its id. */
const provesDevice = /^\/(?:auth\/|api\/(?:device|kiosk)\/)/

/** Codes after which the user must log in again. */
const endsSession = new Set(['NOT_AUTHORIZED', 'ACCOUNT_DISABLED', 'PASSKEY_REQUIRED'])

interface AskOptions<E> {
  query?: Partial<Extract<QueryOf<E>, object>>
  signal?: AbortSignal
}

/** Sends a request now (PIN, preview): never queued, never repeated automatically. */
export async function ask<E extends Endpoint<'refused'>>(
  endpoint: E,
  params?: ParamsOf<E>,
  body?: BodyOf<E>,
  options: AskOptions<E> = {},
): Promise<AnswerOf<E>> {
  return (await answerOf(endpoint, params, body, options, false)).body as AnswerOf<E>
}

/** Like `ask`, for an answer that is a file. */
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
      ...(provesDevice.test(endpoint.path) && { [deviceKeyHeader]: await deviceKey(store) }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    anonymous: false,
    bytes,
    signal: options.signal,
  })
  if (answer.kind === 'none') throw new AskFailed('offline', 'UNREACHABLE', '')
  const ours = !answer.redirected && answer.header(headerNames.app) === '1'
  // A proxy in front of the server returns its own errors; a captive portal's page is no answer.
  if (!ours && answer.status >= 500) throw new AskFailed('busy', 'UNAVAILABLE', statusOf(answer), answer.status)
  if (!ours) throw new AskFailed('captive', 'CAPTIVE', '')
  if (isCut(answer)) throw new AskFailed('offline', 'UNREACHABLE', '')
  const trouble = answer.blob ? undefined : troubleOf(answer)
  if (!trouble) return { body: answer.text ? (JSON.parse(answer.text) as unknown) : undefined, blob: answer.blob }
  return await fail(store, owner, answer.status, trouble)
}

/** Notes what an error of the server says about the user, and throws it. */
async function fail(store: Store, owner: Owner, status: number, { code, message, details }: Trouble): Promise<never> {
  if (status === 401 && endsSession.has(code)) await noteSessionEnd(store, owner, code === 'ACCOUNT_DISABLED')
  const busy = status >= 500 || status === 408 || status === 425
  throw new AskFailed(busy ? 'busy' : 'refused', code, message, status, details ?? [])
}
