import { useMemo } from 'react'
import { listSent, type SentRecord, type SentState } from '../../../contract/endpoints/people/listSent.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { useOwnRecords } from '../../store/kiosk/useOwnRecords.ts'
import { useOutbox, useReceipts } from '../../store/outbox/queue.ts'
import { usePreference } from '../../store/preferences/preferences.ts'
import { type Cached, useCached } from '../../store/queries/cached.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { saveTitle } from '../../answers/saveTitle.ts'

/** How often the states of the records are fetched again while the screen is open, ms. */
const sentEvery = 60_000
/** Receipts to look at: more than a person sends in 30 days. */
const receiptsSeen = 1000

/** A record of this person: as the server knows it, or as this device does. */
export interface SentItem {
  readonly path: string
  readonly form: string
  /** What this device called it when it was saved; the name of its form if this device does not know it. */
  readonly name: string
  /** The name of its form, where `name` is another one. */
  readonly formName?: string | undefined
  /** ms */
  readonly at: number
  /** waiting: not sent yet. */
  readonly state: SentState | 'waiting'
  readonly reason?: string | undefined
  readonly by?: string | undefined
  readonly model?: Model | undefined
}

const isRecord = (path: string) => /^forms\/[^/]+\/[^/]+$/.test(path)
const formOf = (path: string) => path.split('/')[1] ?? path

export const itemOf = ({ path, form, name, at, state, reason, by, model }: SentRecord): SentItem => ({
  path,
  form,
  name,
  at: Date.parse(at),
  state,
  reason,
  by,
  model,
})

/**
 * Returns the records that this person has made lately, newest first: those of the server's last answer, and those
 * that this device has sent or keeps since.
 */
export function useSent(): { readonly server: Cached<AnswerOf<typeof listSent>>; readonly items: readonly SentItem[] } {
  const [language] = usePreference('language')
  const server = useCached(listSent, undefined, { lang: language })
  useFresh(server.refresh, sentEvery)
  const receipts = useReceipts(receiptsSeen)
  const outbox = useOutbox()
  const items = useMemo(() => {
    const known = new Map((server.data?.records ?? []).map((record) => [record.path, itemOf(record)]))
    for (const { path, title, at, outcome } of receipts) {
      if (outcome !== 'sent' || !isRecord(path)) continue
      const before = known.get(path)
      if (before === undefined) known.set(path, { path, form: formOf(path), name: saveTitle({ path, title }), at, state: 'received' })
      else if (title && before.formName === undefined && title !== before.name)
        known.set(path, { ...before, name: title, formName: before.name })
    }
    for (const { path, title, clientAt, own } of outbox) {
      if (!own || !isRecord(path)) continue
      const before = known.get(path)
      known.set(path, { ...before, path, form: formOf(path), name: saveTitle({ path, title }), at: Date.parse(clientAt), state: 'waiting' })
    }
    return [...known.values()].sort((a, b) => b.at - a.at)
  }, [server.data, receipts, outbox])
  return { server, items }
}

/** Returns one record of `useSent` with its answers as this device knows them; undefined while loading, null if there is none. */
export function useSentRecord(path: string): SentItem | null | undefined {
  const { server, items } = useSent()
  const own = useOwnRecords(useMemo(() => [path], [path]))
  const item = items.find((each) => each.path === path)
  const copy = own?.find((each) => each.path === path)
  if (item) return { ...item, model: copy?.model ?? item.model }
  return own === undefined || server.state === 'loading' ? undefined : null
}
