import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { OutsideFailed, type OutsideProject, type SourceSystem } from '../../adapters/source-system/sourceSystem.ts'
import { Refused } from '../../../contract/Refused.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { isConstruction, type Source } from '../../../contract/endpoints/projects.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { billingRole } from '../access/billingRole.ts'
import type { Person } from '../sign-in/person.ts'
import { type ProjectRow, projectOr404 } from './listProjects.ts'
import { noteSourceRead } from './noteSourceRead.ts'
import { text } from '../../i18n/text.ts'

/** Calls an external system. Its errors become refusals, not errors of this server. */
export async function outside<T>(app: App, source: Source, question: (system: SourceSystem) => Promise<T>): Promise<T> {
  const system = source === 'own' ? undefined : app.sourceSystems[source]
  if (!system) throw new Refused(503, 'UNAVAILABLE', text('This server is not connected to that system.'))
  try {
    return await question(system)
  } catch (error) {
    if (!(error instanceof OutsideFailed)) throw error
    app.log.warn({ source, reason: error.message }, 'another system could not be asked')
    throw new Refused(503, 'UNAVAILABLE', text('The other system does not answer. Try again in a few minutes.'))
  }
}

const holds = (label: string | undefined, name: string) => label === undefined || name.toLowerCase().includes(label.trim().toLowerCase())

const SiteRow = z.object({ id: z.string(), label: z.string(), timezone: z.string(), country: z.string() })

/** The places of a bot are asked for its owner: the caller, or another member of the project. Throws Refused. */
export async function refuseStranger({ storage }: App, me: Person, uid: string, team: string): Promise<void> {
  if (uid === me.uid) return
  await projectOr404(storage.db, me, team)
  const found = await rows(storage.db, sql`select 1 from members where team = ${team} and uid = ${uid} and role <> 'Worker'`)
  if (found.length === 0) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
}

export async function sitesOf({ storage }: App, me: Person, team: string, label?: string): Promise<LookupItem[]> {
  await projectOr404(storage.db, me, team)
  const found = await rows(
    storage.db,
    SiteRow,
    sql`select id, name as label, timezone, upper(country) as country from sites where team = ${team} order by lower(name), id`,
  )
  return found
    .filter((site) => holds(label, site.label))
    .map(({ id, label: name, timezone, country }) => ({ id, label: name, attributes: { timezone, country } }))
}

/** Returns the external project that a project is linked to, or the project itself. */
export async function linkedProjects(app: App, me: Person, team: string, label?: string): Promise<LookupItem[]> {
  const project = await projectOr404(app.storage.db, me, team)
  const reference = referenceOf(project)
  const all: LookupItem[] =
    reference === undefined
      ? [{ id: project.id, label: project.name }]
      : (await readLinkedProject(app, project, reference)).map(({ id, name, timezone, countryCode }) => ({
          id,
          label: name,
          attributes: { timezone, country: countryCode },
        }))
  return all.filter((item) => holds(label, item.label))
}

/** Reads the linked project of the connected system, and stores its name. Throws Refused. */
export async function readLinkedProject(app: App, { id: team, source }: ProjectRow, reference: string): Promise<readonly OutsideProject[]> {
  const found = (await outside(app, source, (system) => system.projects())).filter(({ id }) => id === reference)
  const [project] = found
  if (project) await noteSourceRead(app.storage.db, team, { name: project.name })
  return found
}

export const referenceOf = ({ source, model }: ProjectRow): string | undefined => {
  const reference = model['sourceProjectReference']
  return source !== 'own' && typeof reference === 'string' ? reference : undefined
}

/** Maximum number of companies in an answer. */
const mostCompanies = 10_000

const CompanyRow = z.object({ id: z.string(), label: z.string() })

/** Returns the companies of projects, or those of the external system for a linked project. */
export async function companiesOf(app: App, me: Person, team: string | undefined): Promise<LookupItem[]> {
  if (team !== undefined) {
    const project = await projectOr404(app.storage.db, me, team)
    const reference = referenceOf(project)
    if (reference !== undefined) {
      const found = await outside(app, project.source, (system) => system.companies(reference))
      await noteSourceRead(app.storage.db, team)
      return found.map(({ id, name }) => ({ id, label: name }))
    }
  }
  return rows(
    app.storage.db,
    CompanyRow,
    sql`select distinct on (lower(i.label)) i.id, i.label from lookup_items i join members m on m.team = i.team and m.uid = ${me.uid}
        where i.lookup = 'vendors' and not i.disabled and i.merged_into is null and m.role <> 'Worker'
          ${team === undefined ? sql`` : sql`and i.team = ${team}`} order by lower(i.label), i.id limit ${mostCompanies}`,
  )
}

const IdRow = z.object({ id: z.string() })

/** Returns the projects of an external system that are not linked yet. */
export async function sourceProjects(app: App, source: Source): Promise<LookupItem[]> {
  if (source === 'own') return []
  const [all, linked] = await Promise.all([
    outside(app, source, (system) => system.projects()),
    rows(
      app.storage.db,
      IdRow,
      sql`select model ->> 'sourceProjectReference' as id from teams where source = ${source} and not deleted and model ? 'sourceProjectReference'`,
    ),
  ])
  const taken = new Set(linked.map(({ id }) => id))
  return all
    .filter(({ id }) => !taken.has(id))
    .map(({ id, name, timezone, countryCode }) => ({ id, label: name, attributes: { timezone, country: countryCode } }))
}

async function invitable(app: App, me: Person, team: string): Promise<ProjectRow> {
  const project = await projectOr404(app.storage.db, me, team)
  if (!may(project.role ?? undefined, 'member.manage')) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
  return project
}

const EmailRow = z.object({ email: z.string() })

/** Removes people who are invited or are members of the project (other than Workers). */
async function strangersTo(
  { storage }: App,
  team: string,
  people: readonly { id: string; name: string; email: string }[],
): Promise<LookupItem[]> {
  const known = await rows(
    storage.db,
    EmailRow,
    sql`select lower(p.email) as email from members m join people p on p.uid = m.uid where m.team = ${team} and p.email is not null and m.role <> 'Worker'
        union select lower(email) from invites where team = ${team} and accepted_at is null`,
  )
  const taken = new Set(known.map(({ email }) => email))
  return people
    .filter(({ email }) => !taken.has(email.toLowerCase()))
    .map(({ id, name, email }) => ({ id, label: name, attributes: { email, description: email } }))
}

const BillingUserRow = z.object({ id: z.string(), name: z.string(), email: z.string() })

export async function billingUsers(app: App, me: Person, team: string, billing: string): Promise<LookupItem[]> {
  await invitable(app, me, team)
  if (!(await billingRole(app.storage.db, me, billing))) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
  const found = await rows(
    app.storage.db,
    BillingUserRow,
    sql`select distinct p.uid as id, p.name, p.email, lower(p.name) as place from people p
        where p.email is not null and not p.disabled and (
          exists (select 1 from billing_members b where b.billing = ${billing} and b.uid = p.uid)
          or exists (select 1 from members m join teams t on t.id = m.team where t.billing = ${billing} and not t.deleted and m.uid = p.uid and m.role <> 'Worker'))
        order by place, id`,
  )
  return strangersTo(app, team, found)
}

/** Returns the people of the linked external project; `kind` is the system that the caller expects. */
export async function outsideUsers(app: App, me: Person, team: string, kind: 'construction' | 'design'): Promise<LookupItem[]> {
  const project = await invitable(app, me, team)
  const reference = referenceOf(project)
  const fits = kind === 'construction' ? isConstruction(project.source) : project.source === 'design'
  if (reference === undefined || !fits) return []
  const users = await outside(app, project.source, (system) => system.users(reference))
  await noteSourceRead(app.storage.db, team)
  return strangersTo(app, team, users)
}
