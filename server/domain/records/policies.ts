import { sql } from 'drizzle-orm'
import { demoForm } from '../../../contract/demoRequests.ts'
import { Refused } from '../../../contract/errors.ts'
import { may, permissions } from '../../../contract/permissions.ts'
import { idPattern, type Model, recordPathPattern } from '../../../contract/records.ts'
import type { TeamRole } from '../../../contract/sign-in.ts'
import { type Database, rows } from '../../storage/database.ts'
import { mayAddMusterEvent, musterEventProblems } from '../muster/musters.ts'
import { anonymous, type Person } from './person.ts'

/** Who asks: a signed-in person, or somebody with a public link, told from the others by the device. */
export interface Asker {
  readonly person: Person | undefined
  readonly device: string
}

/** The record as far as rights depend on it. */
export interface Made {
  readonly createdBy: string
  readonly createdDevice: string
}

/** What a write needs, and what the person may do to a record that exists. */
export interface WriteRule {
  /**
   * Whose change counter the write is counted in; or a form: its team's, open to members in these roles, and to everybody when the form is
   * public. save_record() looks that up in the transaction of the write.
   */
  readonly access: { readonly tenant: string } | { readonly form: string; readonly roles: readonly TeamRole[] }
  /** Only these attributes are stored; absent: all. */
  readonly attributes?: readonly string[] | undefined
  /** What is wrong with a record of this place; a save with problems is refused. Absent: any record may be kept. */
  check?(payload: Model): readonly { readonly path: string; readonly message: string }[]
  /** A save that says nothing about its feed sends the auto-feed (spec/1 §7). */
  readonly autoFeed: boolean
  /** `role` is the person's in the form's team. */
  mayUpdate(record: Made, role: TeamRole | undefined): boolean
  mayDelete(record: Made, role: TeamRole | undefined): boolean
}

export interface ReadRight {
  /** Only records that this person made; absent: all. */
  readonly onlyBy?: string | undefined
}

/** Who may do what at paths that begin with the policy's name. The functions throw Refused; `segments` is the path, split. */
export interface Policy {
  write(segments: readonly string[], asker: Asker): WriteRule
  read(db: Database, segments: readonly string[], person: Person): Promise<ReadRight>
  list(db: Database, segments: readonly string[], person: Person): Promise<ReadRight>
}

export type Policies = Readonly<Record<string, Policy>>

/** Events of roll calls: added by whoever may see who is on site, and never changed or removed by anybody. */
const musterPolicy: Policy = {
  write(segments, { person }) {
    if (!person) throw signInFirst()
    if (!mayAddMusterEvent(segments, person)) throw forbidden()
    return {
      access: { tenant: segments[1] ?? '' },
      autoFeed: false,
      check: musterEventProblems,
      mayUpdate: () => false,
      mayDelete: () => false,
    }
  },
  async read(_, [, team], person) {
    return readsMusters(person, team)
  },
  async list(_, [, team], person) {
    return readsMusters(person, team)
  },
}

function readsMusters(person: Person, team: string | undefined): ReadRight {
  if (!may(person.teams?.find(({ id }) => id === team)?.role, 'record.readAll')) throw forbidden()
  return {}
}

/** By the first segment of the path. An area that keeps records adds its line; what has no line is refused. */
export const policies: Policies = {
  forms: {
    write([, form, id, ...rest], { person, device }) {
      if (!form || !id || rest.length > 0) throw forbidden()
      if (!idPattern.test(id)) throw invalidPath('expected forms/<name>/<20 letters and digits>')
      // Whoever fills a public form without an account is known by the device alone.
      const isOwn = (record: Made) =>
        person ? record.createdBy === person.uid : record.createdBy === anonymous && record.createdDevice === device
      // Whoever has the link of a demo's conversation fills it in: its id is what the link says.
      const isDemo = (record: Made) => form === demoForm && record.createdBy === anonymous
      return {
        // A kiosk is nobody's role: it may fill the forms of its bot.
        access: person?.kiosk?.forms.includes(form) ? { tenant: person.kiosk.team } : { form, roles: permissions['form.fill'] },
        autoFeed: true,
        mayUpdate: (record, role) => isOwn(record) || isDemo(record) || may(role, 'record.update'),
        mayDelete: (_, role) => may(role, 'record.delete'),
      }
    },
    async read(db, [, form, id, ...rest], person) {
      if (!form || !id || rest.length > 0) throw forbidden()
      return readRight(db, form, person)
    },
    async list(db, [, form, ...rest], person) {
      if (!form || rest.length > 0) throw forbidden()
      return readRight(db, form, person)
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
}

/** The policy for a path, and the path split. Throws Refused. */
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

async function readRight(db: Database, form: string, person: Person): Promise<ReadRight> {
  const [found] = await rows<{ role: TeamRole | null }>(
    db,
    sql`select m.role from forms f left join members m on m.team = f.team and m.uid = ${person.uid} where f.key = ${form}`,
  )
  if (!found) throw noSuchForm()
  const role = found.role ?? undefined
  if (may(role, 'record.readAll')) return {}
  if (may(role, 'record.readOwn')) return { onlyBy: person.uid }
  throw forbidden()
}

export const noSuchForm = () => new Refused(404, 'NOT_FOUND', 'This form does not exist.')
export const forbidden = () => new Refused(403, 'FORBIDDEN', 'You may not do that here.')
/** The database refuses what would be written into an archived project (MU002), whoever writes it. */
export const restingProject = () => new Refused(403, 'FORBIDDEN', 'This project is archived: it can only be read.')
export const signInFirst = () => new Refused(401, 'NOT_AUTHORIZED', 'You need to be logged in to do that.')
const invalidPath = (message: string) =>
  new Refused(400, 'INVALID', 'There is no such place for a record.', { details: [{ path: 'path', message }] })
