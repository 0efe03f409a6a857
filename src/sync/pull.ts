import { isSameJson } from '../lib/isSameJson.ts'
import { noteSessionEnd } from '../store/session/noteDisabled.ts'
import { anonymousOwner, type Owner, type PrincipalRow, rowVersion, type ScreenRow } from '../store/db/MusterDb.ts'
import { emitStoreEvent, noteLastError, type RefreshResult } from '../store/db/emitStoreEvent.ts'
import { getOwner } from '../store/identity/getOwner.ts'
import { type Store, withReopen } from '../store/db/store.ts'
import { classify, type ServerError, type Verdict } from './classify.ts'
import { contextOf } from './context.ts'
import type { Send, WireAnswer } from './send.ts'
import { isCut, troubleOf } from './troubleOf.ts'

/**
 * Header on the service worker's second copy of a screen, which is not fresh. Value: when the server sent it,
 * ms.
 */
export const copyHeader = 'x-muster-copy'

const under = new Map<string, { readonly now: Promise<RefreshResult>; next?: Promise<RefreshResult> }>()

/**
 * Fetches a screen or an answer and caches it; the cached copy stays if nothing better arrives. Requests
 * share a running load unless they are `anew`: the server may have answered that load before the caller's
 * last write.
 */
export function pull(parts: { store: Store; send: Send; device: string }, url: string, owner: Owner, anew = false): Promise<RefreshResult> {
  const key = `${owner} ${url}`
  const running = under.get(key)
  if (!running) {
    const now = get(parts, url, owner).finally(() => under.delete(key))
    under.set(key, { now })
    return now
  }
  if (!anew) return running.next ?? running.now
  const again = () => pull(parts, url, owner)
  running.next ??= running.now.then(again, again)
  return running.next
}

type Answer = Extract<WireAnswer, { kind: 'answer' }>

interface Pull {
  readonly store: Store
  readonly url: string
  readonly owner: Owner
  /** The cached copy. */
  readonly kept: ScreenRow | undefined
}

async function get(
  { store, send, device }: { store: Store; send: Send; device: string },
  url: string,
  owner: Owner,
): Promise<RefreshResult> {
  const context = contextOf({ store, send, device })
  const kept = await withReopen(store, () => store.db.screens.get([owner, url]))
  const one: Pull = { store, url, owner, kept }
  const askedAt = store.now()
  const answer = await send({
    method: 'GET',
    url,
    headers: { ...context.actorHeaders(owner), accept: 'application/json', ...(kept?.etag && { 'if-none-match': kept.etag }) },
    anonymous: false,
  })
  if (answer.kind === 'none') return 'offline'
  if (answer.status === 304 && kept) {
    await keep(store, { ...kept, fetchedAt: askedAt, refused: undefined })
    await noteSession(store, owner)
    return 'fresh'
  }
  const verdict = classify(answer, store.now())
  noteLastError(url, owner, verdict.kind === 'busy' ? { code: verdict.code ?? '', message: verdict.message ?? '' } : undefined)
  return await storeVerdict(one, answer, verdict, askedAt)
}

async function storeVerdict(one: Pull, answer: Answer, verdict: Verdict, askedAt: number): Promise<RefreshResult> {
  const { store, owner, kept } = one
  switch (verdict.kind) {
    case 'done':
      return await keepAnswer(one, answer, verdict.body, askedAt)
    case 'session':
    case 'actor':
      if (verdict.kind === 'session') await noteSessionEnd(store, owner, verdict.disabled)
      else if (owner !== anonymousOwner) await putSession(store, owner, 'otherPerson')
      return 'session'
    case 'conflict':
    case 'refused':
      return await refuse(one, verdict.error)
    case 'unknown': {
      // A complete error of our own server, and no cached copy: show the error.
      const trouble = kept || isCut(answer) ? undefined : troubleOf(answer)
      return trouble ? await refuse(one, trouble) : 'busy'
    }
    default:
      return verdict.kind
  }
}

/** Stores a good answer of the server, or a copy of the service worker if the device has none. */
async function keepAnswer({ store, url, owner, kept }: Pull, answer: Answer, data: unknown, askedAt: number): Promise<RefreshResult> {
  const copiedAt = Number(answer.header(copyHeader) ?? Number.NaN)
  const copied = !Number.isNaN(copiedAt)
  if (copied && kept) return 'offline'
  const same = kept !== undefined && kept.version > 0 && isSameJson(kept.data, data)
  await keep(store, {
    owner,
    url,
    v: rowVersion,
    data: same ? kept.data : data,
    etag: copied ? undefined : (answer.header('etag') ?? undefined),
    version: (kept?.version ?? 0) + (same ? 0 : 1),
    fetchedAt: copied ? copiedAt : askedAt,
  })
  if (copied) return 'offline'
  await noteSession(store, owner)
  return 'fresh'
}

async function refuse({ store, url, owner, kept }: Pull, { code = 'UNKNOWN', message = '' }: ServerError): Promise<RefreshResult> {
  const empty = { owner, url, v: rowVersion, data: undefined, version: 0, fetchedAt: 0 }
  await keep(store, { ...(kept ?? empty), etag: undefined, refused: { code, message } })
  return 'refused'
}

async function keep(store: Store, row: ScreenRow): Promise<void> {
  await withReopen(store, () => store.db.screens.put(row))
}

async function putSession(store: Store, owner: Owner, session: PrincipalRow['session']): Promise<void> {
  await withReopen(store, () => store.db.principals.put({ owner, session, at: store.now() }))
}

/** The server accepted this user's request: work that waited for a new session continues. */
async function noteSession(store: Store, owner: Owner): Promise<void> {
  if (owner === anonymousOwner) return
  const row = await withReopen(store, () => store.db.principals.get(owner))
  if (row?.session === 'ok') return
  await putSession(store, owner, 'ok')
  if (owner === getOwner()) emitStoreEvent('login')
}
