import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { DeviceChange } from '../../../contract/endpoints/devices.ts'
import { Refused } from '../../../contract/Refused.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { EntityWriter } from '../entities/entityKind.ts'
import { mustManage } from './devicesOf.ts'
import { text } from '../../i18n/text.ts'

/** Revokes another grant of a device, in the transaction that removes the device from its account. */
export type RevokeHook = (tx: Transaction, device: { readonly id: string; readonly by: string }) => Promise<void>

/** Hooks of all areas that give devices access. Each revokes its access at once. */
export const revokeHooks: RevokeHook[] = [
  async (tx, { id, by }) => {
    await tx.execute(
      sql`update grants g set revoked_at = now(), revoked_by = ${by} from devices d
          where d.id = ${id} and g.device = d.id and g.revoked_at is null and (g.device_key is null or d.device_key is null or g.device_key = d.device_key)`,
    )
  },
  // Revokes a kiosk that was paired on this device, or an older kiosk (without a device id) that has saved
  // from it. The claim of the device itself is not evidence.
  async (tx, { id, by }) => {
    await tx.execute(
      sql`with gone as (
            update kiosk_devices k set revoked_at = now(), revoked_by = ${by} from devices d
            where d.id = ${id} and k.revoked_at is null and (
              (k.device = d.id and (k.device_key = d.device_key or k.device_key is null or d.device_key is null))
              or (k.device is null and k.uid in (select actor from receipts where device = ${id} and actor like 'kiosk.%')))
            returning k.uid, k.automation)
          select note_change('people/' || uid, 'rights', automation) from gone`,
    )
  },
  // Notices to the people who are signed in there.
  async (tx, { id }) => {
    await tx.execute(sql`delete from push_subscriptions p using sessions s where s.id = p.session and s.device = ${id}`)
  },
]

const RevRow = z.object({ rev: z.number() })

/** `PATCH /api/data/devices/{key}`: rename, alert, take out of the account, remove from the list. */
export const writeDevice: EntityWriter = async (tx, { segments, payload, me, method }) => {
  const [, key = '', ...more] = segments
  if (more.length > 0 || key === '' || method !== 'PATCH')
    throw new Refused(404, 'NOT_FOUND', text('Devices are changed at /api/data/devices/KEY.'))
  const { rev: before } = await mustManage(tx, me, key)
  const change = z.safeParse(DeviceChange, payload)
  if (!change.success) {
    const details = change.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
    throw new Refused(400, 'INVALID', text('A device needs a name, and the number of hours without a report before an alert.'), { details })
  }
  const { name, alertHours, revoked, deleted } = change.data
  if (revoked || deleted) for (const end of revokeHooks) await end(tx, { id: key, by: me.uid })
  const gone = revoked === true || deleted === true
  const [row] = await rows(
    tx,
    RevRow,
    sql`update devices set name = coalesce(${name ?? null}, name), alert_hours = coalesce(${alertHours ?? null}::integer, alert_hours),
          deleted = deleted or ${deleted === true}, token_sha256 = case when ${gone} then null else token_sha256 end,
          revoked_at = case when ${gone} then coalesce(revoked_at, now()) else revoked_at end,
          revoked_by = case when ${gone} then coalesce(revoked_by, ${me.uid}) else revoked_by end, rev = rev + 1
        where id = ${key} returning rev`,
  )
  return { rev: row?.rev ?? before }
}
