import { sql } from 'drizzle-orm'
import { type AuditAct, directoryActor } from '../../../contract/endpoints/people/listPeople.ts'
import type { Database, Transaction } from '../../storage/database.ts'

/** Who acts: a person (or `directoryAsActor`), or a command on the computer of the server. */
export type Actor = { readonly uid: string; readonly name: string } | 'command'

/** The directory of a billing account, as an actor. `name` is the name of the account. */
export const directoryAsActor = ({ billing, name }: { readonly billing: string; readonly name: string }): Exclude<Actor, 'command'> => ({
  uid: `${directoryActor}${billing}`,
  name,
})

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

interface ActOnMany {
  readonly what: AuditAct
  readonly actor: Exclude<Actor, 'command'>
  readonly uids: readonly string[]
  /** The project or billing account that the act is about. Its managers may read the entries. */
  readonly place: string
  /** Absent: the people's own names. */
  readonly name?: string | undefined
}

/** Records one act about each of many people, in one statement. */
export async function writeAuditOfMany(tx: Transaction, { what, actor, uids, place, name }: ActOnMany): Promise<void> {
  if (uids.length === 0) return
  await tx.execute(
    sql`with entries as (
          insert into audit_entries (what, actor, actor_name, subject, subject_name)
          select ${what}, ${actor.uid}, ${actor.name}, p.uid, coalesce(${name ?? null}::text, p.name) from people p
          where p.uid in (select jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb)) order by lower(p.name), p.uid
          returning id)
        insert into audit_places (place, entry)
        select distinct x.place, e.id from entries e
        cross join (select ${place} as place union select billing from teams where id = ${place} and billing is not null) x`,
  )
}
