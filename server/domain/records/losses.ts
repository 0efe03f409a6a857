import { sql } from 'drizzle-orm'
import type { Losses, Lost } from '../../../contract/losses.ts'
import { idPattern } from '../../../contract/records.ts'
import { rows } from '../../storage/database.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Person } from './person.ts'

/** As many losses as a list shows. */
const most = 200

const time = (text: string) => (Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString())

/** Writes down which saves a device has lost; what the server has after all is no loss. Telling it again changes nothing. */
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
    sql`insert into lost_saves (op_id, actor, device, made_from, made_to)
      select id, ${person.uid}, ${device}, ${time(lost.from)}::timestamptz, ${time(lost.to)}::timestamptz
      from jsonb_array_elements_text(${JSON.stringify(opIds.filter((id) => idPattern.test(id)))}::jsonb) as t(id)
      where not exists (select 1 from receipts r where r.op_id = id)
      on conflict do nothing`,
  )
}

/** The losses of this person's devices, and of the people in projects that they own or administer; the latest first. */
export async function losses(storage: Storage, person: Person): Promise<Losses> {
  const found = await rows<Losses['losses'][number]>(
    storage.db,
    sql`select p.name, l.device, count(*)::int as count, min(l.made_from) as "from", max(l.made_to) as "to", max(l.told_at) as "toldAt"
      from lost_saves l join people p on p.uid = l.actor
      where not exists (select 1 from receipts r where r.op_id = l.op_id)
        and (l.actor = ${person.uid} or exists (
          select 1 from members mine join members theirs on theirs.team = mine.team and theirs.uid = l.actor
            where mine.uid = ${person.uid} and mine.role in ('Owner', 'Administrator')))
      group by p.name, l.actor, l.device order by "toldAt" desc limit ${most}`,
  )
  const text = (at: unknown) => (at === null || at === undefined ? '' : new Date(at as string).toISOString())
  return { losses: found.map((loss) => ({ ...loss, from: text(loss.from), to: text(loss.to), toldAt: text(loss.toldAt) })) }
}
