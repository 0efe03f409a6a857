import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type PairedKiosk, Unsent } from '../../../contract/endpoints/devices.ts'
import { aliveEvery } from '../../../contract/endpoints/kiosk.ts'
import { privateTeam } from '../../../contract/endpoints/projects.ts'
import { rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { mayIn, type Person } from '../sign-in/person.ts'

/** After five missed checks the kiosk is off or has no connection. */
const silentAfterMs = 5 * aliveEvery
const mostKiosks = 500

const KioskRow = z.object({
  uid: z.string(),
  code: z.string(),
  seen: z.union([z.string(), z.date()]),
  waiting: z.nullable(z.union([z.record(z.string(), z.unknown()), z.string()])),
  device: z.nullable(z.string()),
  bot: z.string(),
  title: z.string(),
  project: z.nullable(z.string()),
  site: z.nullable(z.string()),
})

function kioskOf(row: z.infer<typeof KioskRow>): PairedKiosk {
  const unsent = Unsent.safeParse(row.waiting === null ? undefined : fromJson(row.waiting))
  const lastSeen = new Date(row.seen)
  return {
    uid: row.uid,
    deviceCode: row.code,
    bot: { id: row.bot, title: row.title },
    project: row.project ?? '',
    ...(row.site !== null && { site: row.site }),
    lastSeen: lastSeen.toISOString(),
    silent: Date.now() - lastSeen.getTime() > silentAfterMs,
    ...(unsent.success && { unsent: unsent.data }),
    ...(row.device !== null && { device: row.device }),
  }
}

/** Returns the paired kiosks of the bots that the person may manage, by the title of the bot. */
export async function kiosksOf({ storage: { db } }: App, me: Person): Promise<PairedKiosk[]> {
  const teams = me.teams.filter(({ id }) => mayIn(me, id, 'kiosk.manage')).map(({ id }) => id)
  const found = await rows(
    db,
    KioskRow,
    sql`select k.uid, k.device_code as code, k.last_seen as seen, k.waiting, k.device, a.id as bot, a.title, t.name as project, s.name as site
        from kiosk_devices k join automations a on a.id = k.automation and not a.deleted and not a.archived
        left join teams t on t.id = a.team left join sites s on s.id = a.site and s.team = a.team
        where k.revoked_at is null and (a.team in (select jsonb_array_elements_text(${JSON.stringify(teams)}::jsonb)) or (a.team = ${privateTeam} and a.owner = ${me.uid}))
        order by lower(a.title), k.device_code limit ${mostKiosks}`,
  )
  return found.map(kioskOf)
}
