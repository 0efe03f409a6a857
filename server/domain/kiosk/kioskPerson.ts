import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { attendanceClass, orientationClass } from '../../../contract/reference/attendanceClass.ts'
import { rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'

export const sha256 = (token: string): string => createHash('sha256').update(token).digest('base64url')

const hasGate = sql`(a.class = ${attendanceClass} and a.model -> 'kioskGate' = 'true'::jsonb)`

const KioskRow = z.object({
  uid: z.string(),
  title: z.string(),
  bot: z.string(),
  team: z.string(),
  /** Null when the bot has no such setting. */
  gate: z.nullable(z.boolean()),
  forms: z.union([z.array(z.string()), z.string()]),
  /** Since when the bot is archived or deleted, ms. */
  rests: z.nullable(z.number()),
})

/**
 * Returns the person that a kiosk acts as. It is not a project member and may fill only the forms of its bot
 * and, if it shows a site gate, the orientation forms of the project. The kiosk of an archived or deleted bot can
 * still send what was saved on it before (migrations/0057-resting-forms.ts). Returns undefined if the kiosk was revoked.
 * `actor` is the claim of the device.
 */
export async function kioskPerson(app: App, token: string, actor: string): Promise<Person | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const [found] = await rows(
    app.storage.db,
    KioskRow,
    sql`select d.uid, a.title, a.id as bot, a.team, ${hasGate} and not a.archived and not a.deleted as gate,
          case when a.archived or a.deleted then (extract(epoch from coalesce(a.rests_since, a.updated_at)) * 1000)::float8 end as rests,
          coalesce((select json_agg(f.key) from automations b join forms f on f.key = b.form and f.team = a.team
                    where (b.id = a.id or b.parent = a.id or (b.team = a.team and b.class = ${orientationClass} and ${hasGate}))
                      and (b.archived or b.deleted or not b.disabled)), '[]'::json) as forms
        from kiosk_devices d join automations a on a.id = d.automation
        where d.token_sha256 = ${sha256(token)} and d.uid = ${actor} and d.revoked_at is null`,
  )
  if (!found) return undefined
  const { uid, title, bot, team, gate, forms, rests } = found
  return {
    uid,
    name: title,
    mobile: '',
    lang: undefined,
    isAdmin: false,
    isBeta: false,
    disabled: false,
    teams: [],
    kiosk: {
      bot,
      team,
      gate: gate ?? false,
      rests: rests ?? undefined,
      forms: fromJson<string[]>(forms),
    },
  }
}
