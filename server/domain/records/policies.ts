import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { demoForm, mostConversations } from '../../../contract/endpoints/demoRequests.ts'
import { TimeCorrectionRecord } from '../../../contract/endpoints/site/crewTimes.ts'
import { SameRecord } from '../../../contract/endpoints/site/SameRecord.ts'
import { Refused } from '../../../contract/Refused.ts'
import { isDay } from '../../../contract/rules/daysLater.ts'
import { may, permissions } from '../../../contract/rules/permissions.ts'
import { privateSpace } from '../../../contract/endpoints/projects.ts'
import { idPattern, type Model, recordPathPattern } from '../../../contract/endpoints/records.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { type Database, rows } from '../../storage/database.ts'
import { mayAddMusterEvent, musterEventProblems } from '../muster/musterEventsOf.ts'
import { anonymous, type Person } from './person.ts'
import { text } from '../../i18n/text.ts'

/** The caller: a signed-in person, or a person with a public link, who is identified by the device. */
export interface Asker {
  readonly person: Person | undefined
  readonly device: string
}

/** The parts of a record that permissions depend on. */
export interface Made {
  readonly createdBy: string
  readonly createdDevice: string
}

/** The requirements of a write, and what the person may do with an existing record. */
export interface WriteRule {
  /**
   * The tenant that counts the change, or a form: then the tenant is the team of the form, which is open to
   * members with these roles, and to all if the form is public. save_record() checks that in the transaction
   * of the write.
   */
  readonly access: { readonly tenant: string } | { readonly form: string; readonly roles: readonly TeamRole[] }
  /** Only these attributes are stored. If absent: all. */
  readonly attributes?: readonly string[] | undefined
  /** Returns problems of a record. A save with problems is refused. If absent: no check. */
  check?(payload: Model): readonly { readonly path: string; readonly message: string }[]
  /** A save without a feed sends the auto-feed (spec/1 §7). */
  readonly autoFeed: boolean
  /** `role` is the role of the person in the team of the form. */
  mayUpdate(record: Made, role: TeamRole | undefined): boolean
  mayDelete(record: Made, role: TeamRole | undefined): boolean
}

export interface ReadRight {
  /** Only records that this person made. If absent: all. */
  readonly onlyBy?: string | undefined
}

/**
 * Permissions for paths that begin with the name of the policy. The functions throw Refused; `segments` is
 * the split path.
 */
export interface Policy {
  write(segments: readonly string[], asker: Asker): WriteRule
  read(roleIn: RoleInForm, segments: readonly string[], person: Person): Promise<ReadRight>
  list(roleIn: RoleInForm, segments: readonly string[], person: Person): Promise<ReadRight>
}

/** Returns the role of a person in the team of a form. Throws Refused 404 if there is no such form. */
export type RoleInForm = (form: string, person: Person) => Promise<TeamRole | undefined>

export type Policies = Readonly<Record<string, Policy>>

/** Records that are never changed or removed. */
const addedOnly = { autoFeed: false, mayUpdate: () => false, mayDelete: () => false } as const

const readsPresence: Policy['read'] = async (_, [, team], person) => {
  if (!may(person.teams?.find(({ id }) => id === team)?.role, 'record.readAll')) throw forbidden()
  return {}
}
/** Readable for people who may see the people on site of the project in the path. */
const readByPresence = { read: readsPresence, list: readsPresence }

/**
 * Events of roll calls. People who may see the people on site may add them; they are never changed or
 * removed.
 */
const musterPolicy: Policy = {
  write(segments, { person }) {
    if (!person) throw signInFirst()
    if (!mayAddMusterEvent(segments, person)) throw forbidden()
    return {
      access: { tenant: segments[1] ?? '' },
      check: musterEventProblems,
      ...addedOnly,
    }
  },
  ...readByPresence,
}

/** Corrections of crew times, at `times/{team}/{day}/{id}`. They are only added: the newest one counts. */
const timesPolicy: Policy = {
  write(segments, { person }) {
    if (!person) throw signInFirst()
    const [, team, day, id, ...rest] = segments
    const role = person.teams?.find((one) => one.id === team)?.role
    if (!team || !isDay(day) || !id || !idPattern.test(id) || rest.length > 0 || !may(role, 'record.update')) throw forbidden()
    return {
      access: { tenant: team },
      check: correctionProblems,
      ...addedOnly,
    }
  },
  ...readByPresence,
}

/** Decisions about people who may be one, at `same/{team}/{id}`. They are only added: the newest one about two people counts. */
const samePolicy: Policy = {
  write(segments, { person }) {
    if (!person) throw signInFirst()
    const [, team, id, ...rest] = segments
    const role = person.teams?.find((one) => one.id === team)?.role
    if (!team || !id || !idPattern.test(id) || rest.length > 0 || !may(role, 'record.update')) throw forbidden()
    return {
      access: { tenant: team },
      check(payload) {
        const read = SameRecord.safeParse(payload)
        return read.success ? [] : read.error.issues.map(({ path, message }) => ({ path: ['payload', ...path].join('.'), message }))
      },
      ...addedOnly,
    }
  },
  ...readByPresence,
}

function correctionProblems(payload: Model) {
  const read = TimeCorrectionRecord.safeParse(payload)
  if (!read.success) return read.error.issues.map(({ path, message }) => ({ path: ['payload', ...path].join('.'), message }))
  const { in: from, out, takenBack } = read.data
  if (from === undefined && takenBack !== true) return [{ path: 'payload.in', message: 'expected a time' }]
  return from !== undefined && out !== undefined && out <= from ? [{ path: 'payload.out', message: 'expected a time after in' }] : []
}

/**
 * Registry by the first segment of the path. A new kind of record is a new line here; paths without a policy
 * are refused.
 */
export const policies: Policies = {
  forms: {
    write([, form, id, ...rest], { person, device }) {
      if (!form || !id || rest.length > 0) throw forbidden()
      if (!idPattern.test(id)) throw invalidPath('expected forms/<name>/<20 letters and digits>')
      // The device is the only identity of a person who fills a public form without an account.
      const isOwn = (record: Made) =>
        person ? record.createdBy === person.uid : record.createdBy === anonymous && record.createdDevice === device
      // The link of a demo conversation contains the record id, so each person with the link may fill the
      // record.
      const isDemo = (record: Made) => form === demoForm && record.createdBy === anonymous
      return {
        // A kiosk has no role: it may fill the forms of its bot.
        access: person?.kiosk?.forms.includes(form) ? { tenant: person.kiosk.team } : { form, roles: permissions['form.fill'] },
        autoFeed: true,
        mayUpdate: (record, role) => isOwn(record) || isDemo(record) || may(role, 'record.update'),
        mayDelete: (_, role) => may(role, 'record.delete'),
      }
    },
    async read(roleIn, [, form, id, ...rest], person) {
      if (!form || !id || rest.length > 0) throw forbidden()
      return rightOf(await roleIn(form, person), person)
    },
    async list(roleIn, [, form, ...rest], person) {
      if (!form || rest.length > 0) throw forbidden()
      return rightOf(await roleIn(form, person), person)
    },
  },
  people: {
    write([, uid, ...rest], { person }) {
      if (!person) throw signInFirst()
      if (person.uid !== uid || rest.length > 0) throw forbidden()
      return { access: { tenant: `people/${uid}` }, attributes: ['lang'], autoFeed: false, mayUpdate: () => true, mayDelete: () => false }
    },
    async read(_, [, uid, ...rest], person) {
      if (person.uid !== uid || rest.length > 0) throw forbidden()
      return {}
    },
    async list() {
      throw forbidden()
    },
  },
  muster: musterPolicy,
  times: timesPolicy,
  same: samePolicy,
}

/** Returns the policy for a path, and the split path. Throws Refused. */
export function policyFor(path: string, table: Policies = policies): { policy: Policy; segments: readonly string[] } {
  if (path.endsWith('/:new')) throw invalidPath('the device makes the id: send 20 letters and digits in place of :new')
  if (path.length > 400 || !recordPathPattern.test(path))
    throw invalidPath('expected segments of letters, digits and . _ @ + - joined by /')
  const segments = path.split('/')
  if (segments.some((segment) => segment === '.' || segment === '..')) throw invalidPath('expected no . or .. as a segment')
  const name = segments[0] ?? ''
  const policy = Object.hasOwn(table, name) ? table[name] : undefined
  if (!policy) throw forbidden()
  return { policy, segments }
}

const RoleRow = z.object({ role: z.nullable(TeamRole) })

/** Reads the role from the database, for one question. */
export const roleInForm =
  (db: Database): RoleInForm =>
  async (form, { uid }) => {
    const [found] = await rows(
      db,
      RoleRow,
      sql`select coalesce(m.role, case when f.team = ${privateSpace(uid)} then 'Owner' end) as role
          from forms f left join members m on m.team = f.team and m.uid = ${uid} where f.key = ${form}`,
    )
    if (!found) throw noSuchForm()
    return found.role ?? undefined
  }

function rightOf(role: TeamRole | undefined, person: Person): ReadRight {
  if (may(role, 'record.readAll')) return {}
  if (may(role, 'record.readOwn')) return { onlyBy: person.uid }
  throw forbidden()
}

export const noSuchForm = () => new Refused(404, 'NOT_FOUND', text('This form does not exist.'))
export const forbidden = () => new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
/** The database refuses every write into an archived project (MU002). */
export const restingProject = () => new Refused(403, 'FORBIDDEN', text('This project is archived: it can only be read.'))
export const signInFirst = () => new Refused(401, 'NOT_AUTHORIZED', text('You need to be logged in to do that.'))
/** The database refuses a save that was made after the bot of the form was archived or deleted (MU003). */
export const restingForm = () =>
  new Refused(
    403,
    'FORBIDDEN',
    text('This form is no longer in use: its bot was archived or deleted. Ask your site office which form to use.'),
  )

/** Throws the refusal of a write that the database refuses with this SQLSTATE; returns for any other. */
export function refuseResting(state: string | undefined): void {
  if (state === 'MU002') throw restingProject()
  if (state === 'MU003') throw restingForm()
  if (state === 'MU004')
    throw new Refused(
      403,
      'FORBIDDEN',
      text('The demo limit is reached: a demo bot has at most {mostConversations} conversations. Create a real bot to continue.'),
      { values: { mostConversations } },
    )
}
const invalidPath = (message: string) =>
  new Refused(400, 'INVALID', text('There is no such place for a record.'), { details: [{ path: 'path', message }] })
