import { createHash } from 'node:crypto'
import { linkText } from '../../../contract/rules/chainHeader.ts'
import { idPattern } from '../../../contract/endpoints/records.ts'
import { sql } from 'drizzle-orm'
import { createBatcher } from '../../storage/createBatcher.ts'
import type { Storage } from '../../storage/storage.ts'

export interface ArrivedLink {
  readonly opId: string
  readonly chain: string
  readonly n: number
  readonly prev: string
  readonly hash: string
  readonly device: string
  readonly carriedBy: string
  readonly actor: string
  readonly path: string
  readonly clientAt: string
  readonly skewMs: number
  readonly whole: boolean
  readonly discarded: boolean
}

export interface LinkQuestion {
  /** The header `x-chain`. */
  readonly header: string
  readonly opId: string
  readonly actor: string
  /** X-Device. It differs from the device of the chain if another device sends the save. */
  readonly device: string
  /**
   * `POST /api/data/*` as hashed by the device, and the received body. Absent if the device reports that a
   * save was discarded.
   */
  readonly content?: { readonly kind: string; readonly body: unknown } | undefined
  /** The device reports that it discarded the save. */
  readonly discarded: boolean
}

const chainPattern = /^([\w.:-]{1,64})-[A-Za-z0-9]{8}$/
const numberPattern = /^[1-9]\d{0,9}$/
const previousPattern = /^(?:[0-9a-f]{64}|start|after:[\w.:-]{1,100})$/
const hashPattern = /^[0-9a-f]{64}$/

type HeaderParts = [chain: string, n: string, prev: string, hash: string, payloadHash: string, clientAt: string, path: string]
const hasAllParts = (parts: string[]): parts is HeaderParts => parts.length === 7

/** Returns whether a time of a device, in ms, has a year of four digits. NaN has none. */
const isPlausibleTime = (at: number) => at > Date.UTC(1970, 0) && at < Date.UTC(9999, 0)

/** The header `x-chain`. */
interface LinkHeader {
  readonly chain: string
  /** The device of the chain. */
  readonly device: string
  readonly n: number
  readonly prev: string
  readonly hash: string
  readonly payloadHash: string
  readonly clientAt: string
  readonly path: string
}

/** Returns undefined if a part of the header is missing or invalid. */
function parseHeader(header: string): LinkHeader | undefined {
  const parts = header.split(';')
  if (!hasAllParts(parts)) return undefined
  const [chain, number, prev, hash, payloadHash, clientAt, encodedPath] = parts
  const device = chainPattern.exec(chain)?.[1]
  const path = decoded(encodedPath)
  const isLink = numberPattern.test(number) && previousPattern.test(prev) && hashPattern.test(hash) && hashPattern.test(payloadHash)
  if (!isLink || !device || !path || !isPlausibleTime(Date.parse(clientAt))) return undefined
  return { chain, device, n: Number(number), prev, hash, payloadHash, clientAt, path }
}

/** Returns the clock skew in whole ms, or 0 if the device sent none. */
const skewOf = (skewMs: unknown): number =>
  typeof skewMs === 'number' && Number.isFinite(skewMs) && Math.abs(skewMs) < 1e13 ? Math.round(skewMs) : 0

/**
 * Parses a link and checks it against the request. Returns undefined for an invalid link: the save then has
 * no link, but is not refused.
 */
export function readLink({ header, opId, actor, device, content, discarded }: LinkQuestion): ArrivedLink | undefined {
  const link = parseHeader(header)
  if (!link || !idPattern.test(opId)) return undefined
  const { chain, n, prev, hash, payloadHash, clientAt, path } = link
  const { clientAt: _, skewMs, ...body } = { clientAt: undefined, skewMs: undefined, ...(content?.body as object | undefined) }
  const asMade = content === undefined || sha256(canonical({ kind: content.kind, body })) === payloadHash
  const whole = asMade && sha256(linkText({ chain, n, prev }, { opId, payloadHash, path, clientAt })) === hash
  return {
    opId,
    chain,
    n,
    prev,
    hash,
    device: link.device,
    carriedBy: device,
    actor,
    path,
    clientAt: new Date(clientAt).toISOString(),
    skewMs: skewOf(skewMs),
    whole,
    discarded,
  }
}

function decoded(text: string): string | undefined {
  try {
    const path = decodeURIComponent(text)
    return path.length > 0 && path.length <= 500 && !path.includes('\0') ? path : undefined
  } catch {
    return undefined
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Canonical JSON as on the device: sorted keys, no spaces (RFC 8785). The depth of a body is bounded
 * (http/limits).
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

type Keep = (link: ArrivedLink) => Promise<void>
const keepers = new WeakMap<Storage, Keep>()

/**
 * Stores a link once, however often it arrives. Concurrent links share a statement. Resolves when it is on
 * disk. A device that sends a save of another device may add to its chain only if the person has used that
 * device: with an earlier link or a grant.
 */
export function keepLink(storage: Storage, link: ArrivedLink): Promise<void> {
  let keep = keepers.get(storage)
  if (!keep) {
    keep = createBatcher<ArrivedLink, void>(
      async (links) => {
        await storage.db.execute(
          sql`insert into chain_links (op_id, chain, n, prev, hash, device, carried_by, actor, path, client_at, skew_ms, whole, discarded)
            select "opId", chain, n, prev, hash, device, "carriedBy", actor, path, "clientAt", "skewMs", whole, discarded
            from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) l("opId" text, chain text, n bigint, prev text, hash text, device text,
              "carriedBy" text, actor text, path text, "clientAt" timestamptz, "skewMs" bigint, whole boolean, discarded boolean)
            where device = "carriedBy" or not exists (select 1 from chain_links t where t.chain = l.chain)
              or exists (select 1 from chain_links t where t.chain = l.chain and t.actor = l.actor)
              or exists (select 1 from grants g where g.uid = l.actor and g.device = l.device)
            order by "opId" on conflict do nothing`,
        )
        return links.map(() => undefined)
      },
      { concurrency: 2, maxBatch: 64 },
    )
    keepers.set(storage, keep)
  }
  return keep(link)
}
