import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { privateTeam } from '../../../contract/endpoints/projects.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { directoryAsActor, writeAuditOfMany } from '../audit/writeAudit.ts'
import { endAccess } from '../people/setDisabled.ts'
import { dropTokens } from '../sign-in/loginTokens.ts'
import type { Directory } from './directoryByToken.ts'
import { ScimError } from './ScimError.ts'
import { dropFromAccount } from './addMembers.ts'

const PlaceRow = z.object({
  isAdmin: z.boolean(),
  disabled: z.boolean(),
  disabledBy: z.nullable(z.string()),
  /** Owner of the account of the directory. */
  owns: z.boolean(),
  /** The person also belongs to a company or project outside of the account, or has private bots. */
  elsewhere: z.boolean(),
  /** A new number or address would give more than the account: its Owner, a beta user, logins of other systems, private records. */
  keepsLogin: z.boolean(),
})

export async function placesOf(tx: Transaction, { billing }: Directory, uid: string): Promise<z.infer<typeof PlaceRow>> {
  const [found] = await rows(
    tx,
    PlaceRow,
    sql`select p.is_admin as "isAdmin", p.disabled, p.disabled_by as "disabledBy",
          exists (select 1 from billing_members b where b.billing = ${billing} and b.uid = p.uid and b.role = 'Owner') as owns,
          exists (select 1 from members m join teams t on t.id = m.team and not t.deleted where m.uid = p.uid and t.billing is distinct from ${billing})
            or exists (select 1 from billing_members m join billing_accounts b on b.id = m.billing and not b.deleted
                       where m.uid = p.uid and b.id <> ${billing})
            or exists (select 1 from directory_people d where d.uid = p.uid and d.billing <> ${billing} and d.origin <> 'joined' and not d.deleted)
            or exists (select 1 from automations a where a.team = ${privateTeam} and a.owner = p.uid and not a.deleted) as elsewhere,
          p.is_beta or exists (select 1 from billing_members b where b.billing = ${billing} and b.uid = p.uid and b.role = 'Owner')
            or exists (select 1 from logins l where l.uid = p.uid and (l.access_sealed is not null or l.refresh_sealed is not null))
            or exists (select 1 from forms f join records r on r.parent = 'forms/' || f.key and not r.deleted
                       where f.team = 'people/' || p.uid) as "keepsLogin"
        from people p where p.uid = ${uid} for update of p`,
  )
  if (!found) throw new Error('a person of a directory that does not exist')
  return found
}

/** Who disabled a person: this directory. */
const markOf = (directory: Directory) => directoryAsActor(directory).uid

type Origin = 'made' | 'member' | 'joined'

/**
 * Ends what a person may do in the account. A person of this company alone is disabled, as an Owner does it by hand: all
 * sessions end, and what was saved before still arrives. One who belongs elsewhere too, or who was never asked, leaves
 * the projects and the account and keeps their login. @throws ScimError for the Owner of the account
 */
export async function endPerson(app: App, tx: Transaction, directory: Directory, uid: string, origin: Origin): Promise<void> {
  const { isAdmin, disabled, owns, elsewhere } = await placesOf(tx, directory, uid)
  if (owns) throw new ScimError(403, 'This person owns the billing account. The account has to have another Owner first.')
  if (isAdmin || elsewhere || origin === 'joined') return dropFromAccount(tx, directory, uid)
  if (!disabled) await disable(app, tx, directory, uid)
  if (origin === 'made') await freeNumber(tx, directory, uid)
}

async function disable(app: App, tx: Transaction, directory: Directory, uid: string): Promise<void> {
  await tx.execute(sql`update people set disabled = true, disabled_by = ${markOf(directory)}, disabled_by_admin = false where uid = ${uid}`)
  await endAccess(tx, uid)
  await dropTokens(app, tx, uid)
  await writeAuditOfMany(tx, { what: 'person.disabled', actor: directoryAsActor(directory), uids: [uid], place: directory.billing })
}

/** A directory can name every number. One whose holder never signed in here must not be closed to them. */
async function freeNumber(tx: Transaction, directory: Directory, uid: string): Promise<void> {
  await tx.execute(
    sql`update people set mobile = null, email = null where uid = ${uid} and disabled_by = ${markOf(directory)}
        and not exists (select 1 from sessions where uid = ${uid}) and not exists (select 1 from grants where uid = ${uid})`,
  )
}

/** Gives back what `endPerson` took by this directory. What a person took by hand stays. */
export async function bringBack(tx: Transaction, directory: Directory, uid: string): Promise<void> {
  const { disabled, disabledBy } = await placesOf(tx, directory, uid)
  if (disabled && disabledBy === markOf(directory)) {
    await tx.execute(sql`update people set disabled = false, disabled_by = null where uid = ${uid}`)
    await endAccess(tx, uid)
    await writeAuditOfMany(tx, { what: 'person.enabled', actor: directoryAsActor(directory), uids: [uid], place: directory.billing })
  }
}
