import type { Owner } from '../db/MusterDb.ts'
import { listFallback } from '../outbox/addToFallback.ts'
import { type Store, withReopen } from '../db/store.ts'
import { databaseId, readWitness, writeWitness } from './lossJournal.ts'

/**
 * Called at start: compares the journal with the database and writes a loss report for saves that only the
 * journal knows. Returns the number of missing saves.
 */
export async function checkLossJournal(store: Store, owner: Owner): Promise<number> {
  const { db, spill } = store
  const aside = await listFallback(store).catch(() => [])
  const dbId = await databaseId(store)
  const witness = readWitness(store, owner)
  const ops = witness?.ops ?? {}
  const opIds = Object.keys(ops)
  if (opIds.length === 0) {
    if (store.storage && witness?.dbId !== dbId) writeWitness(store, owner, { dbId, ops })
    return 0
  }
  const there = new Set<string>()
  await withReopen(store, () =>
    db.transaction('r', [db.outbox, db.receipts, db.quarantine], async () => {
      // All questions at once: a cursor over the ids waits for the answer to each.
      const waits = await Promise.all(opIds.map((opId) => db.outbox.where('opId').equals(opId).count()))
      for (const [n, opId] of opIds.entries()) if (waits[n]) there.add(opId)
      const rest = opIds.filter((opId) => !there.has(opId))
      for (const receipt of await db.receipts.bulkGet(rest)) if (receipt) there.add(`done ${receipt.opId}`)
      await db.quarantine.each(({ row }) => void there.add(`done ${String((row as { opId?: unknown } | undefined)?.opId)}`))
    }),
  )
  for (const { opId } of aside) there.add(opId)
  for (const opId of await spill.ops.where('opId').anyOf(opIds).keys()) there.add(String(opId))
  const missing = Object.entries(ops).filter(([opId]) => !there.has(opId) && !there.has(`done ${opId}`))
  const open = Object.fromEntries(Object.entries(ops).filter(([opId]) => there.has(opId)))
  const pick = (some: readonly (readonly [string, string])[]) =>
    Object.fromEntries(some.flatMap(([opId]) => (witness?.paths?.[opId] === undefined ? [] : [[opId, witness.paths[opId]]])))
  if (missing.length > 0) {
    const times = missing.map(([, at]) => at).sort()
    await db.losses.add({
      owner,
      opIds: missing.map(([opId]) => opId),
      paths: pick(missing),
      count: missing.length,
      from: times[0] ?? '',
      to: times.at(-1) ?? '',
      at: store.now(),
      checked: 0,
    })
  }
  if (store.storage) writeWitness(store, owner, { dbId, ops: open, paths: pick(Object.entries(open)) })
  return missing.length
}
