import { chainHeader, type Link, linkText } from '../../../contract/rules/chainHeader.ts'
import { newId } from '../../lib/newId.ts'
import { sha256Now } from '../../lib/sha256Now.ts'
import type { OpRow } from '../db/MusterDb.ts'
import type { Store } from '../db/store.ts'

const head = 'chain'
/** Copy of the chain's last link in localStorage, for the case that the database is lost. */
const witnessKey = 'muster:chain'

/**
 * Appends the next link to this device's audit chain, in any tab. Call it inside the transaction of a save,
 * with `meta` in scope.
 */
export async function addLink(store: Store, op: Pick<OpRow, 'opId' | 'payloadHash' | 'path' | 'clientAt'>): Promise<Link> {
  const { meta } = store.db
  const last = (await meta.get(head))?.value as Omit<Link, 'prev'> | undefined
  const chain = last?.chain ?? `${await device(store)}-${newId(8)}`
  const n = (last?.n ?? 0) + 1
  const prev = last?.hash ?? former(store)
  const hash = sha256Now(linkText({ chain, n, prev }, op))
  await meta.put({ key: head, value: { chain, n, hash } })
  try {
    store.storage?.setItem(witnessKey, `${chain}:${n}`)
  } catch {
    // localStorage is full or blocked: the next chain cannot refer to this one.
  }
  return { chain, n, prev, hash }
}

function former({ storage }: Store): string {
  const before = storage?.getItem(witnessKey)
  return before ? `after:${before}` : 'start'
}

async function device({ db: { meta } }: Store): Promise<string> {
  const row = await meta.get('deviceId')
  if (typeof row?.value === 'string') return row.value
  const value = newId()
  await meta.put({ key: 'deviceId', value })
  return value
}

/** Returns the chain header for a save; undefined for a save of an older version. */
export const linkOf = (op: OpRow): string | undefined => op.chain && chainHeader(op.chain, op)
