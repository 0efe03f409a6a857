import { sql } from 'drizzle-orm'
import type { AuditAct } from '../../../contract/endpoints/people/listPeople.ts'
import type { Database, Transaction } from '../../storage/database.ts'

/** Who acts: a person, or a command on the computer of the server. */
export type Actor = { readonly uid: string; readonly name: string } | 'command'

interface Act {
  readonly what: AuditAct
  readonly actor: Actor
  readonly subject: { readonly uid: string; readonly name: string }
}

/**
 * Records an act about a person with the names of now, for the managers of the person's projects and billing
 * accounts. Runs in the transaction of the act, so that there is no act without its entry.
 */
export async function writeAudit(tx: Database | Transaction, { what, actor, subject }: Act): Promise<void> {
  await tx.execute(
    sql`with entry as (
          insert into audit_entries (what, actor, actor_name, subject, subject_name)
          values (${what}, ${actor === 'command' ? null : actor.uid}, ${actor === 'command' ? '' : actor.name}, ${subject.uid}, ${subject.name})
          returning id),
        places as (
          select m.team as place from members m where m.uid = ${subject.uid}
          union select t.billing from members m join teams t on t.id = m.team where m.uid = ${subject.uid} and t.billing is not null
          union select b.billing from billing_members b where b.uid = ${subject.uid})
        insert into audit_places (place, entry) select place, entry.id from places, entry`,
  )
}
