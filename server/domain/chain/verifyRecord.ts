import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type ChainState, type EvidenceChain, type EvidenceSave, LinkState } from '../../../contract/endpoints/chain.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import { getRecord } from '../records/listRecords.ts'
import { forbidden } from '../records/policies.ts'
import type { Person } from '../sign-in/person.ts'

/**
 * SQL state of a link. `changed`: its hash or content differs from the device, it does not name the hash of
 * the previous link, or its number is used twice. A gap precedes it if the previous link has not arrived.
 */
const state = sql`case
  when not l.whole then 'changed'
  when exists (select 1 from chain_links t where t.chain = l.chain and t.n = l.n and t.op_id <> l.op_id) then 'changed'
  when (l.n = 1) = (l.prev ~ '^[0-9a-f]{64}$') then 'changed'
  when l.n = 1 then 'ok'
  when not exists (select 1 from chain_links p where p.chain = l.chain and p.n = l.n - 1) then 'gap'
  when exists (select 1 from chain_links p where p.chain = l.chain and p.n = l.n - 1 and p.hash = l.prev) then 'ok'
  else 'changed' end`

function stateOf(states: readonly LinkState[]): ChainState {
  if (states.length === 0) return 'none'
  if (states.includes('changed')) return 'changed'
  return states.includes('gap') ? 'gap' : 'unbroken'
}

const LinkRow = z.object({
  opId: z.string(),
  device: z.string(),
  n: z.union([z.number(), z.string()]),
  state: LinkState,
  discarded: z.boolean(),
  clientAt: z.string(),
  skewMs: z.union([z.number(), z.string()]),
  receivedAt: z.string(),
})

const iso = (time: string | number) => new Date(time).toISOString()

/** Returns the chain state of the saves of a record. Throws Refused if the person may not read the record. */
export async function verifyRecord(
  storage: Storage,
  { path, person }: { path: string; person: Person },
): Promise<{ state: ChainState; saves: EvidenceSave[] }> {
  await getRecord(storage, { path, person })
  const found = await rows(
    storage.db,
    LinkRow,
    sql`select l.op_id as "opId", l.device, l.n, ${state} as state, l.discarded, to_json(l.client_at) #>> '{}' as "clientAt",
        l.skew_ms as "skewMs", to_json(l.received_at) #>> '{}' as "receivedAt"
      from chain_links l where l.path = ${path} order by l.received_at desc, l.n desc limit 200`,
  )
  const saves = found.map(({ n, skewMs, clientAt, receivedAt, ...row }) => ({
    ...row,
    n: Number(n),
    skewMs: Number(skewMs),
    clientAt: iso(clientAt),
    correctedAt: iso(Date.parse(clientAt) + Number(skewMs)),
    receivedAt: iso(receivedAt),
  }))
  return { state: stateOf(saves.map((save) => save.state)), saves }
}

const most = 100

const PermissionRow = z.object({ may: z.boolean() })

const ChainRow = z.object({
  chain: z.string(),
  links: z.number(),
  last: z.union([z.number(), z.string()]),
  first: z.union([z.number(), z.string()]),
  prev: z.string(),
  missing: z.nullable(z.array(z.object({ from: z.number(), to: z.number() }))),
  changed: z.nullable(z.array(z.number())),
  from: z.string(),
  to: z.string(),
})
type ChainRow = Readonly<z.infer<typeof ChainRow>>

function stateOfChain({ changed, missing }: ChainRow): ChainState {
  if (changed) return 'changed'
  return missing ? 'gap' : 'unbroken'
}

/** Returns how a chain begins. It is unknown while its first link has not arrived. */
function beginningOf({ first, prev }: ChainRow): EvidenceChain['begins'] {
  if (Number(first) !== 1) return 'unknown'
  return prev === 'start' ? 'new' : 'lost'
}

/**
 * Returns the state of the chains of a device. Throws Refused unless the person has saved on it, manages a
 * project that it saved for, manages the account that owns it, or is an administrator of the product.
 */
export async function verifyDevice(
  storage: Storage,
  { device, person }: { device: string; person: Person },
): Promise<{ chains: EvidenceChain[] }> {
  const run = person.teams.filter(({ role }) => may(role, 'outbox.read')).map(({ id }) => id)
  const [right] = await rows(
    storage.db,
    PermissionRow,
    sql`select exists (
        select 1 from chain_links l left join records r on r.path = l.path
        where l.device = ${device} and (l.actor = ${person.uid}
          or r.tenant in (select jsonb_array_elements_text(${JSON.stringify(run)}::jsonb))))
        or exists (
        select 1 from devices d join billing_members m on m.billing = d.billing
        where d.id = ${device} and not d.deleted and m.uid = ${person.uid} and m.role in ('Owner', 'Administrator')) as may`,
  )
  if (!right?.may && !person.isAdmin) throw forbidden()
  const found = await rows(
    storage.db,
    ChainRow,
    sql`with l as (
        select l.chain, l.n, l.prev, l.received_at, ${state} as state, lag(l.n, 1, 0::bigint) over (partition by l.chain order by l.n) as before
        from chain_links l where l.device = ${device})
      select l.chain, count(*)::int as links, max(l.n) as last, min(l.n) as first, (array_agg(l.prev order by l.n))[1] as prev,
        json_agg(json_build_object('from', l.before + 1, 'to', l.n - 1) order by l.n) filter (where l.n > l.before + 1) as missing,
        json_agg(l.n order by l.n) filter (where l.state = 'changed') as changed,
        to_json(min(l.received_at)) #>> '{}' as "from", to_json(max(l.received_at)) #>> '{}' as "to"
      from l group by l.chain order by max(l.received_at) desc limit 50`,
  )
  return {
    chains: found.map((row) => ({
      chain: row.chain,
      links: row.links,
      last: Number(row.last),
      missing: (row.missing ?? []).slice(0, most),
      changed: (row.changed ?? []).slice(0, most),
      state: stateOfChain(row),
      begins: beginningOf(row),
      from: iso(row.from),
      to: iso(row.to),
    })),
  }
}
