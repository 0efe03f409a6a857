import { useLiveQuery } from 'dexie-react-hooks'
import type { Model } from '../../../contract/endpoints/records.ts'
import { getOwner } from '../identity/getOwner.ts'
import { overlay } from '../db/overlay.ts'
import { useOwner } from '../identity/useOwner.ts'
import { allOf } from '../quota/freeSpace.ts'
import { getStore } from '../db/store.ts'

export interface Pending {
  /** The server's record with this user's own pending saves applied. */
  model: Model
  /** The last revision that contains all changes of other users. */
  rev: number
  /** Ids of the waiting own saves, oldest first. */
  opIds: string[]
}

/**
 * The model that a form opens with: the server's record (`server` and `rev` of the page data) or the newer
 * copy after an own save, with every waiting own save applied. A save that is being corrected is left out:
 * its draft has its content. A record that exists only in the outbox has no server copy.
 */
export async function pendingModel(path: string, server: Model = {}, rev = 0, owner = getOwner()): Promise<Pending> {
  const { db } = getStore()
  const drafts = await db.drafts
    .where('[owner+path]')
    .between(...allOf(owner))
    .toArray()
  return await over(path, server, rev, owner, new Set(drafts.map((row) => row.supersedes)))
}

async function over(path: string, server: Model, rev: number, owner: string, without: ReadonlySet<string | undefined>): Promise<Pending> {
  const { db } = getStore()
  const [copy, waiting] = await Promise.all([
    db.records.get([owner, path]),
    db.outbox
      .where('[owner+stream+seq]')
      .between(...allOf(owner, path))
      .toArray(),
  ])
  const sealed = waiting.some((op) => op.sealed)
  const own = sealed ? await (await import('../encryption/sealSave.ts')).readable(getStore(), waiting) : waiting
  const ops = own.filter((op) => !without.has(op.opId))
  const newer = copy && copy.rev > rev ? copy : undefined
  let model = newer ? newer.model : server
  for (const { body } of ops) model = overlay(model, body['base'] as Model | undefined, (body['payload'] ?? {}) as Model)
  return { model, rev: newer ? (newer.seen ?? newer.rev) : rev, opIds: ops.map((op) => op.opId) }
}

/** Like `pendingModel`, but with saves that are being corrected. Live; undefined while loading. */
export function usePending(path: string, server?: Model, rev?: number): Pending | undefined {
  const owner = useOwner()
  return useLiveQuery(() => over(path, server ?? {}, rev ?? 0, owner, new Set()), [owner, path, server, rev])
}
