import { sql } from 'drizzle-orm'
import type { CompanyPerson } from '../../../contract/endpoints/people/listPeople.ts'
import { grantDays } from '../../../contract/endpoints/grants.ts'
import { text, type Text } from '../../i18n/text.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { Refused } from '../../../contract/Refused.ts'
import { writeAudit } from '../audit/writeAudit.ts'
import { dropTokens } from '../sign-in/loginTokens.ts'
import type { Person } from '../sign-in/person.ts'
import { managedPerson } from './managedPeople.ts'

const words: Readonly<Record<NonNullable<CompanyPerson['because']>, Text>> = {
  self: text('You cannot disable yourself.'),
  administrator: text('This is a product administrator. End that appointment first.'),
  account: text('Only an owner of the billing account may do that. Take this person out of your projects instead.'),
  elsewhere: text('This person also works in projects that you do not manage. Remove them from your projects instead.'),
  private: text('This person also has private bots. Remove them from your projects instead.'),
  byAdministrator: text('A product administrator disabled this person. Only a product administrator can enable them.'),
}

export const notManaged = () => new Refused(404, 'NOT_FOUND', text('This person is not in a project that you manage.'))

/**
 * Ends the access of a person at once, or gives it back; the person then signs in again. Throws Refused if `me` may
 * not do that.
 */
export async function setDisabled(app: App, me: Person, { uid, disabled }: { uid: string; disabled: boolean }): Promise<void> {
  await app.storage.transaction(async (tx) => {
    await rows(tx, sql`select 1 from people where uid = ${uid} for update`)
    const person = await managedPerson(tx, me, uid)
    if (!person) throw notManaged()
    if (person.because) throw new Refused(403, 'FORBIDDEN', words[person.because])
    const byAdmin = disabled && me.isAdmin && person.takesAdmin
    // After an Owner, a product administrator still takes the account, so that the Owner can not give it back.
    if (person.disabled === disabled && (!byAdmin || person.disabledByAdmin)) return
    await tx.execute(
      sql`update people set disabled = ${disabled}, disabled_by = ${disabled ? me.uid : null}, disabled_by_admin = ${byAdmin}
          where uid = ${uid}`,
    )
    await endAccess(tx, uid)
    if (disabled) await dropTokens(app, tx, uid)
    await writeAudit(tx, { what: disabled ? 'person.disabled' : 'person.enabled', actor: me, subject: person })
  })
  app.storage.jobSignal.notify()
}

/**
 * Ended sessions are kept, so that each device learns why. Grants stay for what was saved until now: they bring in
 * nothing newer (grantsOf.ts).
 */
export async function endAccess(tx: Transaction, uid: string): Promise<void> {
  await tx.execute(sql`update sessions set expires_at = now() where uid = ${uid} and expires_at > now()`)
  await tx.execute(
    sql`update grants set left_at = coalesce(left_at, now()), expires_at = least(expires_at, now() + make_interval(days => ${grantDays}))
        where uid = ${uid} and revoked_at is null`,
  )
  await tx.execute(sql`update impersonations set ended_at = now() where (admin = ${uid} or uid = ${uid}) and ended_at is null`)
  await tx.execute(sql`delete from push_subscriptions where uid = ${uid}`)
  await tx.execute(sql`delete from passkey_challenges where uid = ${uid}`)
  await tx.execute(sql`delete from sign_in_links where uid = ${uid}`)
  await tx.execute(sql`delete from kiosk_tickets where made_by = ${uid}`)
  await tx.execute(sql`delete from pins where mobile = (select mobile from people where uid = ${uid})`)
  await tx.execute(sql`delete from pin_browsers where mobile = (select mobile from people where uid = ${uid})`)
  // Wakes open change streams, which then end.
  await tx.execute(sql`select note_change(${`people/${uid}`}, 'rights', ${`people/${uid}`})`)
}
