import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Appointment } from '../../../contract/endpoints/people/listPeople.ts'
import { text } from '../../i18n/text.ts'
import { rows } from '../../storage/database.ts'
import { Refused } from '../../../contract/Refused.ts'
import type { App } from '../app.ts'
import { type Actor, writeAudit } from '../audit/writeAudit.ts'

const PersonRow = z.object({ uid: z.string(), name: z.string(), isAdmin: z.boolean(), isBeta: z.boolean(), disabled: z.boolean() })

interface Appointing {
  readonly uid: string
  readonly as: Appointment
  readonly on: boolean
  readonly by: Actor
}

/**
 * Makes a person a product administrator or a beta user, or ends that. The caller checks that `by` may do it. One
 * product administrator always remains. Throws Refused.
 */
export async function appoint(app: App, { uid, as, on, by }: Appointing): Promise<{ isAdmin: boolean; isBeta: boolean }> {
  return await app.storage.transaction(async (tx) => {
    // Locks all administrators in one order: two that dismiss each other at once wait for each other's end.
    const administrators = await rows(
      tx,
      PersonRow,
      sql`select uid, name, is_admin as "isAdmin", is_beta as "isBeta", disabled from people where is_admin or uid = ${uid} order by uid for update`,
    )
    const person = administrators.find((one) => one.uid === uid)
    if (!person) throw new Refused(404, 'NOT_FOUND', text('This person does not exist.'))
    const now = { isAdmin: as === 'administrator' ? on : person.isAdmin, isBeta: as === 'beta' ? on : person.isBeta }
    if (now.isAdmin === person.isAdmin && now.isBeta === person.isBeta) return now
    if (!now.isAdmin && person.isAdmin && !administrators.some((one) => one.uid !== uid && one.isAdmin && !one.disabled))
      throw new Refused(409, 'INVALID', text('This is the last product administrator. Appoint another one first.'))
    await tx.execute(sql`update people set is_admin = ${now.isAdmin}, is_beta = ${now.isBeta} where uid = ${uid}`)
    // Who made a link had no more rights than the person had then.
    if (on) await tx.execute(sql`delete from sign_in_links where uid = ${uid}`)
    await writeAudit(tx, { what: `${as}.${on ? 'on' : 'off'}`, actor: by, subject: person })
    return now
  })
}
