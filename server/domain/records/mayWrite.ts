import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { anonymous } from './person.ts'
import { type Asker, forbidden, noSuchForm, policyFor, signInFirst } from './policies.ts'

const FormAccessRow = z.object({ public: z.boolean(), role: z.nullable(TeamRole) })

/** Checks the permission before bytes are accepted. The save checks it again in its transaction. Throws Refused. */
export async function mayWrite(app: App, asker: Asker, path: string): Promise<void> {
  const { person } = asker
  const { policy, segments } = policyFor(path)
  const { access } = policy.write(segments, asker)
  if (!('form' in access)) return
  const [form] = await rows(
    app.storage.db,
    FormAccessRow,
    sql`select f.public, m.role from forms f left join members m on m.team = f.team and m.uid = ${person?.uid ?? null} where f.key = ${access.form}`,
  )
  if (!form) throw noSuchForm()
  if (!form.public && !(form.role && access.roles.includes(form.role))) throw person ? forbidden() : signInFirst()
}

/**
 * Refuses a write by its path and its key (`opId`), before its body is read. A write that was applied before passes: the device that lost the
 * answer gets it, even if the same write would be refused today. Throws Refused.
 */
export async function refuseUnwritable(app: App, asker: Asker, { path, opId }: { path: string; opId: string }): Promise<void> {
  try {
    await mayWrite(app, asker, path)
  } catch (refusal) {
    if (!(refusal instanceof Refused) || !((await isApplied(app, asker, path, opId)) || (await wasMember(app, asker, path)))) throw refusal
  }
}

/** True if this person was a member of the form's project until lately. The save then checks when the write was made. */
async function wasMember(app: App, asker: Asker, path: string): Promise<boolean> {
  const { policy, segments } = policyFor(path)
  const { access } = policy.write(segments, asker)
  if (!('form' in access) || !asker.person) return false
  const found = await rows(
    app.storage.db,
    sql`select 1 from forms where key = ${access.form} and saved_as_member(team, ${asker.person.uid}, '-infinity')`,
  )
  return found.length > 0
}

const ReceiptKey = z.object({ op_id: z.string() })

/** True if this caller's write with this key was applied to this record. An anonymous write belongs to its device. */
async function isApplied(app: App, { person, device }: Asker, path: string, opId: string): Promise<boolean> {
  const found = await rows(
    app.storage.db,
    ReceiptKey,
    sql`select op_id from receipts where op_id = ${opId} and path = ${path} and status = 'applied' and actor = ${person?.uid ?? anonymous}
        and (${person !== undefined}::boolean or device = ${device})`,
  )
  return found.length > 0
}
