import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Refused } from '../../../contract/errors.ts'
import { type Grant, grantDays } from '../../../contract/grants.ts'
import { may, permissions } from '../../../contract/permissions.ts'
import type { TeamRole } from '../../../contract/sign-in.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { newId } from '../sign-in/firstOwner.ts'
import { type Person, personByUid } from '../sign-in/person.ts'

/** Of one person on one device. An answer that was lost leaves a grant that nobody holds; the device then has the one before. */
const mostPerDevice = 3

const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url')
const works = sql`revoked_at is null and expires_at > now()`

/** Resolves to the token; only its SHA-256 is kept. */
export async function makeGrant(app: App, { uid, device }: { uid: string; device: string }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await app.storage.transaction(async (tx) => {
    await tx.execute(
      sql`insert into grants (id, token_sha256, uid, device, created_at, expires_at)
          values (${newId()}, ${sha256(token)}, ${uid}, ${device}, clock_timestamp(), now() + make_interval(days => ${grantDays}))`,
    )
    await tx.execute(
      sql`delete from grants where uid = ${uid} and device = ${device} and id not in (
            select id from grants where uid = ${uid} and device = ${device} order by created_at desc limit ${mostPerDevice})`,
    )
  })
  return token
}

interface Use {
  readonly token: string
  /** What the device says of itself (X-Actor, X-Device). */
  readonly actor: string | undefined
  readonly device: string
}

/** Whose act a grant brings in. Throws Refused when it does not work, or not for this actor on this device. */
export async function personByGrant(app: App, { token, actor, device }: Use): Promise<Person> {
  const ended = () => new Refused(401, 'NOT_AUTHORIZED', 'This device may no longer bring these saves in; their person has to sign in.')
  if (!/^[\w-]{43}$/.test(token)) throw ended()
  const [grant] = await rows<{ id: string; uid: string; device: string; stale: boolean }>(
    app.storage.db,
    sql`select id, uid, device, used_at is null or used_at < now() - interval '1 minute' as stale
        from grants where token_sha256 = ${sha256(token)} and ${works}`,
  )
  if (!grant || grant.device !== device) throw ended()
  if (grant.uid !== actor) throw new Refused(403, 'actor_mismatch', 'These saves belong to somebody else than this device may speak for.')
  const person = await personByUid(app.storage, grant.uid)
  if (!person) throw ended()
  if (person.disabled) {
    await revoke(app, { uid: person.uid, by: undefined })
    throw ended()
  }
  if (grant.stale) await app.storage.db.execute(sql`update grants set used_at = now() where id = ${grant.id}`)
  return person
}

/** Themselves, or who manages a project that they are in. Throws Refused FORBIDDEN, also for nobody. */
async function mayManage(app: App, me: Person, uid: string): Promise<void> {
  if (uid === me.uid) return
  const roles = await rows<{ role: TeamRole }>(
    app.storage.db,
    sql`select mine.role from members mine join members theirs on theirs.team = mine.team where mine.uid = ${me.uid} and theirs.uid = ${uid}`,
  )
  if (!roles.some(({ role }) => may(role, 'grant.revoke')))
    throw new Refused(403, 'FORBIDDEN', 'You may not see to the devices of this person.')
}

export async function grantsOf(app: App, me: Person, uid = me.uid): Promise<Grant[]> {
  await mayManage(app, me, uid)
  const found = await rows<{
    id: string
    device: string
    name: string | null
    made: string | Date
    expires: string | Date
    used: string | Date | null
  }>(
    app.storage.db,
    sql`select g.id, g.device, d.name, g.created_at as made, g.expires_at as expires, g.used_at as used
        from grants g left join devices d on d.id = g.device and not d.deleted
        where g.uid = ${uid} and g.revoked_at is null and g.expires_at > now() order by g.created_at desc limit 200`,
  )
  const iso = (at: string | Date) => new Date(at).toISOString()
  return found.map(({ id, device, name, made, expires, used }) => ({
    id,
    device,
    ...(name !== null && { deviceName: name }),
    madeAt: iso(made),
    expiresAt: iso(expires),
    ...(used !== null && { usedAt: iso(used) }),
  }))
}

/** Whose grants this person may see to besides their own: people of the projects that they manage, by name. */
export async function grantHolders(app: App, me: Person): Promise<{ uid: string; name: string; count: number }[]> {
  return await rows<{ uid: string; name: string; count: number }>(
    app.storage.db,
    sql`select p.uid, p.name, count(*)::int as count from grants g join people p on p.uid = g.uid
        where ${works} and g.uid <> ${me.uid} and exists (
          select 1 from members mine join members theirs on theirs.team = mine.team and theirs.uid = g.uid
          where mine.uid = ${me.uid} and mine.role = any(string_to_array(${permissions['grant.revoke'].join(',')}, ',')))
        group by p.uid, p.name order by p.name, p.uid limit 500`,
  )
}

/** How many ended. */
export async function revokeGrantsOf(
  app: App,
  me: Person,
  { of: uid = me.uid, id }: { of?: string | undefined; id?: string | undefined },
): Promise<number> {
  await mayManage(app, me, uid)
  return await revoke(app, { uid, id, by: me.uid })
}

async function revoke(app: App, { uid, id, by }: { uid: string; id?: string | undefined; by: string | undefined }): Promise<number> {
  const gone = await rows(
    app.storage.db,
    sql`update grants set revoked_at = now(), revoked_by = ${by ?? null}
        where uid = ${uid} and (${id ?? null}::text is null or id = ${id ?? null}) and ${works} returning id`,
  )
  return gone.length
}

/** Throws away what works no more and nobody will ask for. */
export async function pruneGrants(app: App): Promise<void> {
  await app.storage.db.execute(sql`delete from grants where expires_at < now() - interval '30 days'`)
}
