import { addMinutes } from 'date-fns/addMinutes'
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { type Grant, grantDays } from '../../../contract/endpoints/grants.ts'
import { leftToleranceMinutes } from '../../../contract/rules/mayGrantBring.ts'
import { may, permissions } from '../../../contract/rules/permissions.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { newId } from '../newId.ts'
import { type Person, personByUid } from '../sign-in/person.ts'
import { isPasskeyRequired } from '../sign-in/isPasskeyRequired.ts'
import { sessionMostDays } from '../sign-in/sessionsOf.ts'
import { text } from '../../i18n/text.ts'

/**
 * Maximum number of grants of one person on one device. A lost response leaves an unused grant; the device
 * then still uses the previous one.
 */
const mostPerDevice = 3

const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url')
const works = sql`revoked_at is null and expires_at > now()`

interface NewGrant {
  readonly uid: string
  readonly device: string
  /** Token of the session that was created with the grant. The grant is inactive until that session ends. */
  readonly session?: string | undefined
  /** Id of that session, where its token is not at hand. */
  readonly sessionId?: string | undefined
  /** The key that proves the device id (X-Device-Key). */
  readonly key?: string | undefined
}

/** Creates a grant and returns its token. The database stores only the SHA-256 hash. */
export async function makeGrant(app: App, { uid, device, session, sessionId, key }: NewGrant): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  // With a session, the days of the grant are counted from the sign-out (session_ended()).
  const days = session === undefined && sessionId === undefined ? grantDays : sessionMostDays + grantDays
  await app.storage.transaction(async (tx) => {
    await tx.execute(
      sql`insert into grants (id, token_sha256, uid, device, session, passkey, device_key, created_at, expires_at)
          select ${newId()}, ${sha256(token)}, ${uid}, ${device}, coalesce(${session === undefined ? null : sha256(session)}::text, s.token_sha256), coalesce(s.passkey, false),
            ${key === undefined ? null : sha256(key)}, clock_timestamp(), now() + make_interval(days => ${days})
          from (select 1) one left join sessions s
            on s.uid = ${uid} and (s.token_sha256 = ${session === undefined ? null : sha256(session)}::text or s.id = ${sessionId ?? null}::text)`,
    )
    await tx.execute(
      sql`delete from grants where uid = ${uid} and device = ${device} and id not in (
            select id from grants where uid = ${uid} and device = ${device} order by created_at desc limit ${mostPerDevice})`,
    )
  })
  return token
}

/** The saves that a grant allows. Disabling an account counts as a sign-out: what was saved before still arrives. */
export interface GrantUse {
  readonly id: string
  /** When the person signed out on the device, in ms. Undefined if unknown. */
  readonly leftAt: number | undefined
  /** Operations that the device listed at the sign-out; undefined if it listed none. */
  readonly opIds: ReadonlySet<string> | undefined
  /** The account is disabled: a list of its device is no proof that the saves were made before. */
  readonly isDisabled: boolean
}

const isToken = (token: string) => /^[\w-]{43}$/.test(token)
const ended = () =>
  new Refused(401, 'NOT_AUTHORIZED', text('This device may no longer send these saves. The person who made them has to sign in.'))

interface Use {
  readonly token: string
  /** The actor and device that the request claims (X-Actor, X-Device). */
  readonly actor: string | undefined
  readonly device: string
}

const GrantRow = z.object({
  id: z.string(),
  uid: z.string(),
  device: z.string(),
  stale: z.boolean(),
  left: z.nullable(z.number()),
  /** Null when the session of the grant has been deleted. */
  asleep: z.nullable(z.boolean()),
  passkey: z.boolean(),
  opIds: z.nullable(z.union([z.array(z.string()), z.string()])),
})

/**
 * Returns the person and the allowed operations of a grant. Throws Refused if the grant is not valid for this
 * actor on this device.
 */
export async function personByGrant(app: App, { token, actor, device }: Use): Promise<{ person: Person; grant: GrantUse }> {
  if (!isToken(token)) throw ended()
  const [grant] = await rows(
    app.storage.db,
    GrantRow,
    sql`select g.id, g.uid, g.device, g.used_at is null or g.used_at < now() - interval '1 minute' as stale,
          (extract(epoch from coalesce(g.left_at, s.expires_at)) * 1000)::float8 as left,
          g.left_at is null and s.expires_at > now() as asleep, g.passkey, g.op_ids as "opIds"
        from grants g left join sessions s on s.token_sha256 = g.session
        where g.token_sha256 = ${sha256(token)} and g.revoked_at is null and g.expires_at > now()`,
  )
  if (!grant || grant.device !== device) throw ended()
  if (grant.uid !== actor) throw new Refused(403, 'actor_mismatch', text('This device may not send the saves of this person.'))
  // The rule also ends grants from before it, as it ends sessions that showed no passkey.
  if (!grant.passkey && (await isPasskeyRequired(app.storage.db, grant.uid))) {
    await revoke(app, { uid: grant.uid, id: grant.id, by: undefined })
    throw ended()
  }
  // Not final: the device reports the sign-out first (POST /auth/leave) and retries.
  if (grant.asleep) throw new Refused(425, 'in_progress', text('Their person is still signed in on this device.'))
  const person = await personByUid(app.storage, grant.uid)
  if (!person) throw ended()
  if (grant.stale) await app.storage.db.execute(sql`update grants set used_at = now() where id = ${grant.id}`)
  const { left, opIds } = grant
  const named = fromJson<string[] | null>(opIds)
  return {
    person,
    grant: { id: grant.id, leftAt: left ?? undefined, opIds: named === null ? undefined : new Set(named), isDisabled: person.disabled },
  }
}

interface Act {
  readonly opId: string
  /** `clientAt`: ISO 8601. `skewMs`: how far the device clock was behind the server, in ms. */
  readonly clientAt?: unknown
  readonly skewMs?: unknown
}

/**
 * Throws Refused for a save that was not waiting at the sign-out. If the device listed its operations, only
 * those are allowed. Otherwise, and for a disabled account, the time in the save decides, although it can be forged.
 */
export function refuseMadeLater({ opIds, leftAt, isDisabled }: GrantUse, { opId, clientAt, skewMs }: Act): void {
  const isListed = opIds?.has(opId)
  if (isListed && !isDisabled) return
  const madeAt = typeof clientAt === 'string' ? Date.parse(clientAt) + (typeof skewMs === 'number' ? skewMs : 0) : Number.NaN
  const isBefore = leftAt === undefined || madeAt <= addMinutes(leftAt, leftToleranceMinutes).getTime()
  if (isListed !== false && isBefore) return
  throw new Refused(403, 'FORBIDDEN', text('This was made after its author signed out here. The author has to sign in to send it.'))
}

interface Leaving {
  readonly token: string
  readonly device: string
  readonly opIds?: readonly string[] | undefined
  readonly done?: true | undefined
}

const LeftGrantRow = z.object({ id: z.string(), uid: z.string(), session: z.nullable(z.string()) })

const OverRow = z.object({ over: z.boolean() })

/**
 * Ends the session of a grant, even if the grant has ended: its token still proves the device. Returns true
 * if the grant has ended too.
 */
export async function leaveDevice(app: App, { token, device, opIds, done }: Leaving): Promise<boolean> {
  if (!isToken(token)) throw ended()
  return await app.storage.transaction(async (tx) => {
    const [grant] = await rows(
      tx,
      LeftGrantRow,
      sql`select id, uid, session from grants where token_sha256 = ${sha256(token)} and device = ${device} for update`,
    )
    if (!grant) throw ended()
    if (grant.session !== null) await tx.execute(sql`delete from sessions where token_sha256 = ${grant.session} and uid = ${grant.uid}`)
    const nothingWaits = done === true || opIds?.length === 0
    const [now] = await rows(
      tx,
      OverRow,
      // Only the first list counts: a person who finds the token later cannot add operations.
      sql`update grants set op_ids = coalesce(op_ids, ${opIds === undefined ? null : JSON.stringify(opIds)}::jsonb),
            left_at = coalesce(left_at, now()),
            revoked_at = case when ${nothingWaits} then coalesce(revoked_at, now()) else revoked_at end,
            revoked_by = case when ${nothingWaits} then coalesce(revoked_by, uid) else revoked_by end
          where id = ${grant.id} returning revoked_at is not null or expires_at <= now() as over`,
    )
    return now?.over === true
  })
}

const RoleRow = z.object({ role: TeamRole })

/** Throws Refused FORBIDDEN unless `me` is this person, or may revoke grants in a project of this person. */
async function mayManage(app: App, me: Person, uid: string): Promise<void> {
  if (uid === me.uid) return
  const roles = await rows(
    app.storage.db,
    RoleRow,
    sql`select mine.role from members mine join members theirs on theirs.team = mine.team where mine.uid = ${me.uid} and theirs.uid = ${uid}`,
  )
  if (!roles.some(({ role }) => may(role, 'grant.revoke')))
    throw new Refused(403, 'FORBIDDEN', text('You may not manage the devices of this person.'))
}

const ListedGrantRow = z.object({
  id: z.string(),
  device: z.string(),
  name: z.nullable(z.string()),
  made: z.union([z.string(), z.date()]),
  expires: z.union([z.string(), z.date()]),
  used: z.nullable(z.union([z.string(), z.date()])),
  left: z.nullable(z.union([z.string(), z.date()])),
})

export async function grantsOf(app: App, me: Person, uid = me.uid): Promise<Grant[]> {
  await mayManage(app, me, uid)
  const found = await rows(
    app.storage.db,
    ListedGrantRow,
    sql`select g.id, g.device, d.name, g.created_at as made, g.expires_at as expires, g.used_at as used, g.left_at as left
        from grants g left join devices d on d.id = g.device and not d.deleted
        where g.uid = ${uid} and g.revoked_at is null and g.expires_at > now() order by g.created_at desc limit 200`,
  )
  const iso = (at: string | Date) => new Date(at).toISOString()
  return found.map(({ id, device, name, made, expires, used, left }) => ({
    id,
    device,
    ...(name !== null && { deviceName: name }),
    madeAt: iso(made),
    expiresAt: iso(expires),
    ...(left !== null && { leftAt: iso(left) }),
    ...(used !== null && { usedAt: iso(used) }),
  }))
}

const HolderRow = z.object({ uid: z.string(), name: z.string(), count: z.number() })

/**
 * Returns the people with grants that this person may manage besides their own: members of the projects they
 * manage, by name.
 */
export async function grantHolders(app: App, me: Person): Promise<{ uid: string; name: string; count: number }[]> {
  return await rows(
    app.storage.db,
    HolderRow,
    sql`select p.uid, p.name, count(*)::int as count from grants g join people p on p.uid = g.uid
        where ${works} and g.uid <> ${me.uid} and exists (
          select 1 from members mine join members theirs on theirs.team = mine.team and theirs.uid = g.uid
          where mine.uid = ${me.uid} and mine.role = any(string_to_array(${permissions['grant.revoke'].join(',')}, ',')))
        group by p.uid, p.name order by p.name, p.uid limit 500`,
  )
}

/** Returns the number of revoked grants. */
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
