import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows, type Transaction } from '../../storage/database.ts'
import { directoryAsActor, writeAuditOfMany } from '../audit/writeAudit.ts'
import type { App } from '../app.ts'
import type { Directory } from './directoryByToken.ts'
import { inviteJoined, withdrawInvites } from './inviteJoined.ts'
import { rankOf, rolesHere } from './rolesOfGroups.ts'

const MemberRow = z.object({ team: z.string(), uid: z.string() })
type Member = z.infer<typeof MemberRow>

/**
 * Gives people the roles of their groups. A higher role that they have already stays, and an Owner is an Owner. People
 * who joined from elsewhere are invited instead.
 */
export async function addMembers(app: App, tx: Transaction, directory: Directory, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return
  await inviteJoined(app, tx, directory, uids)
  const added = await rows(
    tx,
    MemberRow,
    sql`with given as (
          insert into members (team, uid, role) select w.team, w.uid, w.role from (${rolesHere(directory.billing, uids)}) w
          on conflict (team, uid) do update set role = excluded.role
            where ${rankOf(sql`excluded.role`)} > ${rankOf(sql`members.role`)}
          returning team, uid),
        back as (delete from deleted_members d using given where d.team = given.team and d.key = given.uid)
        select team, uid from given`,
  )
  await writeAudits(tx, directory, 'member.added', added)
}

/**
 * People have left groups of these projects. They leave the projects, or keep the role of another group. An Owner stays,
 * as no person takes an Owner out by hand.
 */
export async function dropMembers(tx: Transaction, directory: Directory, uids: readonly string[], teams: readonly string[]): Promise<void> {
  if (uids.length === 0 || teams.length === 0) return
  await withdrawInvites(tx, directory, { uids, teams })
  const [of, inTeams] = [JSON.stringify(uids), JSON.stringify(teams)]
  const left = sql`m.uid in (select jsonb_array_elements_text(${of}::jsonb)) and m.team in (select jsonb_array_elements_text(${inTeams}::jsonb))
    and m.role <> 'Owner'`
  await tx.execute(
    sql`update members m set role = w.role from (${rolesHere(directory.billing, uids)}) w
        where ${left} and w.team = m.team and w.uid = m.uid and m.role <> w.role`,
  )
  const gone = await removeFrom(
    tx,
    directory,
    sql`${left} and not exists (
    select 1 from (${rolesHere(directory.billing, uids)}) w where w.team = m.team and w.uid = m.uid)`,
  )
  await writeAudits(tx, directory, 'member.removed', gone)
}

/** Takes one person out of all projects of the account. Where they were Owner, the Owner of the account is it now. */
export async function dropFromAccount(tx: Transaction, directory: Directory, uid: string): Promise<void> {
  const { billing } = directory
  await withdrawInvites(tx, directory, { uids: [uid] })
  await tx.execute(
    sql`insert into members (team, uid, role)
        select m.team, o.uid, 'Owner' from members m join teams t on t.id = m.team and t.billing = ${billing}
          cross join (select b.uid from billing_members b where b.billing = ${billing} and b.role = 'Owner' order by b.created_at limit 1) o
        where m.uid = ${uid} and m.role = 'Owner' and o.uid <> ${uid}
        on conflict (team, uid) do update set role = 'Owner'`,
  )
  const gone = await removeFrom(tx, directory, sql`m.uid = ${uid} and m.team in (select id from teams where billing = ${billing})`)
  await tx.execute(sql`delete from billing_members where billing = ${billing} and uid = ${uid} and role <> 'Owner'`)
  await writeAudits(tx, directory, 'member.removed', gone)
}

const actorOf = (directory: Directory) => directory.by ?? directoryAsActor(directory)

/** Kiosk rights end with the membership: contacts are members, and QR codes that the person made are withdrawn. */
async function removeFrom(tx: Transaction, directory: Directory, where: SQL): Promise<Member[]> {
  const gone = await rows(
    tx,
    MemberRow,
    sql`with gone as (delete from members m where ${where} returning m.team, m.uid),
        noted as (
          insert into deleted_members (team, key, uid, email, name, deleted_by)
          select gone.team, p.uid, p.uid, p.email, p.name, ${actorOf(directory).uid} from gone join people p on p.uid = gone.uid
          on conflict (team, key) do update set deleted_by = excluded.deleted_by, deleted_at = now()),
        contacts as (
          delete from kiosk_contacts c using gone, automations a where a.id = c.automation and a.team = gone.team and c.uid = gone.uid),
        tickets as (
          delete from kiosk_tickets k using gone, automations a where a.id = k.automation and a.team = gone.team and k.made_by = gone.uid)
        select team, uid from gone`,
  )
  return gone
}

async function writeAudits(tx: Transaction, directory: Directory, what: 'member.added' | 'member.removed', members: readonly Member[]) {
  for (const place of new Set(members.map(({ team }) => team)))
    await writeAuditOfMany(tx, {
      what,
      actor: actorOf(directory),
      uids: members.filter(({ team }) => team === place).map(({ uid }) => uid),
      place,
    })
}
