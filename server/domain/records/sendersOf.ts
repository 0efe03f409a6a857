import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Sender } from '../../../contract/endpoints/site/arrived.ts'
import { isKioskActor } from '../../../contract/endpoints/kiosk.ts'
import { type Database, rows } from '../../storage/database.ts'
import { anonymous } from './person.ts'

const Row = z.object({
  path: z.string(),
  uid: z.string(),
  person: z.nullable(z.string()),
  kiosk: z.nullable(z.string()),
  device: z.nullable(z.string()),
})

/** Returns who made the records at these paths, and on which registered device. The caller checks the permission. */
export async function sendersOf(db: Database, paths: readonly string[]): Promise<ReadonlyMap<string, Sender>> {
  if (paths.length === 0) return new Map()
  const found = await rows(
    db,
    Row,
    sql`select r.path, r.created_by as uid, p.name as person, a.title as kiosk, d.name as device
        from records r
          left join people p on p.uid = r.created_by
          left join kiosk_devices k on k.uid = r.created_by
          left join automations a on a.id = k.automation
          left join teams t on t.id = r.tenant
          left join devices d on d.id = coalesce(k.device, r.created_device) and d.billing = t.billing and not d.deleted
        where r.path in (select jsonb_array_elements_text(${JSON.stringify(paths)}::jsonb))`,
  )
  return new Map(found.map((row) => [row.path, senderIn(row)]))
}

function senderIn({ uid, person, kiosk, device }: z.infer<typeof Row>): Sender {
  const on = device === null ? {} : { device }
  if (uid === anonymous) return { kind: 'visitor', ...on }
  if (isKioskActor(uid)) return { kind: 'kiosk', ...(kiosk !== null && { name: kiosk }), ...on }
  return { kind: 'person', ...(person !== null && { name: person }), ...on }
}
