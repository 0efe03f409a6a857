import type { Owner } from '../store/db/MusterDb.ts'
import { type Store, withReopen } from '../store/db/store.ts'
import { classify } from './classify.ts'
import { contextOf } from './context.ts'
import { headerNames, reconcileAddress } from './headerNames.ts'
import type { Send } from './send.ts'

/**
 * Asks the server which of the lost saves it has, and counts only the others as lost; the server stores the
 * loss too.
 */
export async function reconcileLosses(parts: { store: Store; send: Send; device: string }, owner: Owner): Promise<void> {
  const { store, send } = parts
  const context = contextOf(parts)
  const rows = await withReopen(store, () => store.db.losses.filter((row) => row.owner === owner && row.checked === 0).toArray())
  for (const row of rows) {
    const answer = await send({
      method: 'POST',
      url: reconcileAddress,
      headers: { ...context.actorHeaders(owner), [headerNames.device]: parts.device, 'content-type': 'application/json' },
      body: JSON.stringify({ opIds: row.opIds.slice(0, 500), lost: { from: row.from, to: row.to, paths: row.paths } }),
      anonymous: context.anonymous(owner),
    })
    const verdict = classify(answer, store.now())
    if (verdict.kind !== 'done') continue
    const applied = (verdict.body['applied'] ?? []) as { opId: string }[]
    const cancelled = (verdict.body['cancelled'] ?? []) as string[]
    const known = new Set([...applied.map((save) => save.opId), ...cancelled])
    const left = row.opIds.filter((opId) => !known.has(opId))
    await withReopen(store, async () => {
      if (left.length === 0) await store.db.losses.delete(row.id)
      else await store.db.losses.update(row.id, { opIds: left, count: left.length, checked: 1 })
    })
  }
}
