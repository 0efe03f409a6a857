import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Losses, Lost } from '../../../contract/endpoints/losses.ts'
import { idPattern } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Person } from './person.ts'

/** Maximum number of losses in a list. */
const most = 200

const time = (text: string) => (Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString())

/** Stores which saves a device has lost. Ignores saves that the server has. Idempotent. */
export async function noteLosses(
  storage: Storage,
  {
    opIds,
    lost,
    person,
    device,
  }: { readonly opIds: readonly string[]; readonly lost: Lost; readonly person: Person; readonly device: string },
): Promise<void> {
  await rows(
    storage.db,
    sql`insert into lost_saves (op_id, actor, device, made_from, made_to, path)
      select id, ${person.uid}, ${device}, ${time(lost.from)}::timestamptz, ${time(lost.to)}::timestamptz,
        ${JSON.stringify(lost.paths ?? {})}::jsonb ->> id
      from jsonb_array_elements_text(${JSON.stringify(opIds.filter((id) => idPattern.test(id)))}::jsonb) as t(id)
      where not exists (select 1 from receipts r where r.op_id = id)
      on conflict do nothing`,
  )
}

const LossRow = z.object({
  uid: z.string(),
  name: z.string(),
  device: z.string(),
  deviceName: z.nullable(z.string()),
  count: z.number(),
  /** Null where the device did not say when it made the saves. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  toldAt: z.string(),
  forms: z.array(z.object({ name: z.string(), count: z.number() })),
})

/** Returns the losses of this person, and of people in projects that they own or administer, latest first. */
export async function losses(storage: Storage, person: Person): Promise<Losses> {
  const mine = sql`exists (select 1 from members me where me.uid = ${person.uid} and me.role in ('Owner', 'Administrator') and me.team = `
  const found = await rows(
    storage.db,
    LossRow,
    sql`with lost as (
        select l.*, p.name, f.settings ->> 'name' as form
        from lost_saves l join people p on p.uid = l.actor
          left join forms f on l.path like 'forms/%' and f.key = split_part(l.path, '/', 2) and (l.actor = ${person.uid} or ${mine} f.team))
        where not exists (select 1 from receipts r where r.op_id = l.op_id)
          and (l.actor = ${person.uid} or exists (select 1 from members theirs where theirs.uid = l.actor and ${mine} theirs.team))))
      select l.actor as uid, l.name, l.device, d.name as "deviceName", count(*)::int as count,
        min(l.made_from) as "from", max(l.made_to) as "to", max(l.told_at) as "toldAt",
        coalesce((select jsonb_agg(jsonb_build_object('name', form, 'count', n) order by n desc, form)
          from (select o.form, count(*)::int as n from lost o
            where o.actor = l.actor and o.device = l.device and o.form is not null group by o.form) as t), '[]'::jsonb) as forms
      from lost l left join devices d on d.id = l.device and not d.deleted
      group by l.actor, l.name, l.device, d.name order by "toldAt" desc limit ${most}`,
  )
  const text = (at: unknown) => (at === null || at === undefined ? '' : new Date(at as string).toISOString())
  return {
    losses: found.map(({ deviceName, ...loss }) => ({
      ...loss,
      ...(deviceName !== null && { deviceName }),
      from: text(loss.from),
      to: text(loss.to),
      toldAt: text(loss.toldAt),
    })),
  }
}
