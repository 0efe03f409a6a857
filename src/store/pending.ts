import { Dexie } from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import type { Model } from '../../contract/records.ts'
import { getOwner } from './identity.ts'
import { overlay } from './overlay.ts'
import { useOwner } from './owner.ts'
import { getStore } from './store.ts'

export interface Pending {
  /** The server's record with this person's own saves that it has not shown back yet. */
  model: Model
  rev: number
  /** The own saves that still wait, oldest first. */
  opIds: string[]
}

/**
 * What a form opens with: `server` and `rev` as the page data tells them, the newer copy that an own save has made since, and every own
 * save still waiting. A record that only exists in the outbox has no server copy: leave both out.
 */
export async function pendingModel(path: string, server: Model = {}, rev = 0, owner = getOwner()): Promise<Pending> {
  const { db } = getStore()
  const [copy, ops] = await Promise.all([
    db.records.get([owner, path]),
    db.outbox.where('[owner+stream+seq]').between([owner, path, Dexie.minKey], [owner, path, Dexie.maxKey]).toArray(),
  ])
  let model = copy && copy.rev > rev ? copy.model : server
  for (const { body } of ops) model = overlay(model, body['base'] as Model | undefined, (body['payload'] ?? {}) as Model)
  return { model, rev: Math.max(rev, copy?.rev ?? 0), opIds: ops.map((op) => op.opId) }
}

/** Live; undefined while the device looks. */
export function usePending(path: string, server?: Model, rev?: number): Pending | undefined {
  const owner = useOwner()
  return useLiveQuery(() => pendingModel(path, server, rev, owner), [owner, path, server, rev])
}
