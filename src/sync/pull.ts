import { canonicalJson } from '../lib/hash.ts'
import { noteDisabled } from '../store/session/accountDisabled.ts'
import { nobody, type Owner, rowVersion } from '../store/db/db.ts'
import { emitStoreEvent, noteSaid, type WishResult } from '../store/db/events.ts'
import { getOwner } from '../store/identity/identity.ts'
import { type Store, withReopen } from '../store/db/store.ts'
import { appAnswer, classify, errorOf, type ServerError } from './answers.ts'
import { contextOf } from './context.ts'
import type { Send } from './send.ts'
import { isCut, troubleOf } from './trouble.ts'

/**
 * Header on the service worker's second copy of a screen, which is not fresh. Value: when the server sent it,
 * ms.
 */
export const copyHeader = 'x-muster-copy'

const under = new Map<string, { readonly now: Promise<WishResult>; next?: Promise<WishResult> }>()

/**
 * Fetches a screen or an answer and caches it; the cached copy stays if nothing better arrives. Requests
 * share a running load unless they are `anew`: the server may have answered that load before the caller's
 * last write.
 */
export function pull(parts: { store: Store; send: Send; device: string }, url: string, owner: Owner, anew = false): Promise<WishResult> {
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

async function get({ store, send, device }: { store: Store; send: Send; device: string }, url: string, owner: Owner): Promise<WishResult> {
  const { db } = store
  const context = contextOf({ store, send, device })
  const kept = await withReopen(store, () => db.screens.get([owner, url]))
  const askedAt = store.now()
  const answer = await send({
    method: 'GET',
    url,
    headers: { ...context.actorHeaders(owner), accept: 'application/json', ...(kept?.etag && { 'if-none-match': kept.etag }) },
    anonymous: false,
  })
  if (answer.kind === 'none') return 'offline'
  const copiedAt = Number(answer.header(copyHeader) ?? Number.NaN)
  const copied = !Number.isNaN(copiedAt)
  if (answer.status === 304 && kept) {
    await keep({ ...kept, fetchedAt: askedAt, refused: undefined })
    await sessionWorks()
    return 'fresh'
  }
  const verdict = classify(answer, store.now())
  noteSaid(url, owner, verdict.kind === 'busy' ? { code: verdict.code ?? '', message: verdict.message ?? '' } : undefined)
  switch (verdict.kind) {
    case 'done': {
      if (copied && kept) return 'offline'
      const data: unknown = verdict.body
      const same = kept !== undefined && kept.version > 0 && canonicalJson(kept.data) === canonicalJson(data)
      await keep({
        owner,
        url,
        v: rowVersion,
        data: same ? kept.data : data,
        etag: copied ? undefined : (answer.header('etag') ?? undefined),
        version: (kept?.version ?? 0) + (same ? 0 : 1),
        fetchedAt: copied ? copiedAt : askedAt,
      })
      if (copied) return 'offline'
      await sessionWorks()
      return 'fresh'
    }
    case 'session':
    case 'actor':
      if (errorOf(appAnswer(answer)?.body).code === 'ACCOUNT_DISABLED') noteDisabled(store)
      if (owner !== nobody)
        await withReopen(store, () =>
          db.principals.put({ owner, session: verdict.kind === 'session' ? 'expired' : 'otherPerson', at: store.now() }),
        )
      return 'session'
    case 'conflict':
    case 'refused': {
      await refuse(verdict.error)
      return 'refused'
    }
    case 'captive':
      return 'captive'
    case 'offline':
      return 'offline'
    case 'unknown': {
      // A complete error of our own server, and no cached copy: show the error.
      const trouble = kept || isCut(answer) ? undefined : troubleOf(answer)
      if (!trouble) return 'busy'
      await refuse(trouble)
      return 'refused'
    }
    case 'busy':
      return 'busy'
  }

  async function refuse({ code = 'UNKNOWN', message = '' }: ServerError): Promise<void> {
    const empty = { owner, url, v: rowVersion, data: undefined, version: 0, fetchedAt: 0 }
    await keep({ ...(kept ?? empty), etag: undefined, refused: { code, message } })
  }

  async function keep(row: Parameters<typeof db.screens.put>[0]): Promise<void> {
    await withReopen(store, () => db.screens.put(row))
  }

  /** The server accepted this user's request: work that waited for a new session continues. */
  async function sessionWorks(): Promise<void> {
    if (owner === nobody) return
    const row = await withReopen(store, () => db.principals.get(owner))
    if (row?.session === 'ok') return
    await withReopen(store, () => db.principals.put({ owner, session: 'ok', at: store.now() }))
    if (owner === getOwner()) emitStoreEvent('login')
  }
}
