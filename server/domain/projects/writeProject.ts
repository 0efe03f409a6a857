import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { TimeRules } from '../../../contract/endpoints/site/crewTimes.ts'
import { isProjectList, projectLists } from '../../../contract/reference/projectLists.ts'
import { may, mayBilling, type Permission } from '../../../contract/rules/permissions.ts'
import { privateTeam, Source } from '../../../contract/endpoints/projects.ts'
import { idPattern, Model } from '../../../contract/endpoints/records.ts'
import { addJob } from '../../storage/addJob.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { billingOf, billingRole } from '../access/billingRole.ts'
import { followLibraries } from '../libraries/followLibraries.ts'
import { followTraining } from '../libraries/followTraining.ts'
import type { EntityChange, EntityWriter } from '../entities/entityKind.ts'
import { writeHolidays } from '../holidays/writeHolidays.ts'
import { restingProject } from '../records/policies.ts'
import { newId } from '../newId.ts'
import { loginBackJob } from '../sign-in/loginTokens.ts'
import type { Person } from '../sign-in/person.ts'
import { mayEditList } from './mayEditList.ts'
import { writeListEntry } from './writeListEntry.ts'
import { type ProjectRow, projectOr404 } from './listProjects.ts'
import { noteDeletedMembers, writeMembers } from './writeMembers.ts'
import { writeSites } from './writeSites.ts'
import { knownZone } from '../../../contract/rules/inZone.ts'
import { type Text, text } from '../../i18n/text.ts'
import type { TextValues } from '../../../contract/Text.ts'

/** Maximum length of a name in characters. */
export const longestName = 200

const Text = z.string().check(z.maxLength(longestName))
/** Entries of a list by key; null removes one. */
const Entries = z.optional(z.record(z.string().check(z.minLength(1), z.maxLength(longestName)), z.nullable(Model)))
const Change = z.object({
  name: z.optional(Text),
  owner: z.optional(z.string()),
  billingAccount: z.optional(z.nullable(z.string())),
  source: z.optional(Source),
  sourceProjectReference: z.optional(Text),
  sourceTimezone: z.optional(Text),
  sourceCountry: z.optional(Text),
  sourceCountryCode: z.optional(Text),
  templateProject: z.optional(Text),
  isTemplate: z.optional(z.boolean()),
  archived: z.optional(z.boolean()),
  deleted: z.optional(z.boolean()),
  members: z.optional(z.record(z.string(), z.unknown())),
  deletedMembers: z.optional(z.record(z.string(), z.unknown())),
  /** How the project counts the times of its crews. */
  timeRules: z.optional(TimeRules),
  sites: z.optional(z.record(z.string(), z.unknown())),
  holidayCalendar: z.optional(z.record(z.string(), z.unknown())),
  people: Entries,
  companies: Entries,
  trades: Entries,
  costCodes: Entries,
  locations: Entries,
  equipment: Entries,
})
type Change = z.output<typeof Change>

const invalid = (words: Text, path = '', values: TextValues = {}) => new Refused(400, 'INVALID', words, { path, values })

/** `POST` or `PATCH /api/data/teams/{id}`, and the entries of its lists below it: `…/companies/{key}` (spec/3 §7). */
export const writeProject: EntityWriter = async (tx, change) => {
  const [, id = '', list, key, ...more] = change.segments
  if (id === privateTeam) throw new Refused(403, 'FORBIDDEN', text('It is your private project.'))
  if (!idPattern.test(id) || more.length > 0)
    throw invalid(text('Projects are written at /api/data/teams/ and an id of 20 letters and digits.'), 'path')
  if (list !== undefined) {
    if (!isProjectList(list) || key === undefined)
      throw invalid(text('The lists of a project are {lists}.'), 'path', { lists: projectLists.join(', ') })
    const project = await openProject(tx, change.me, id)
    if (!mayEditList(project, list)) throw notAllowed()
    return writeListEntry(tx, { team: id, list, key, payload: change.payload })
  }
  const read = z.safeParse(Change, change.payload)
  if (!read.success) {
    const details = read.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
    throw new Refused(400, 'INVALID', text('The data of the project is not valid.'), { details })
  }
  refuseUnknownZone(read.data.sourceTimezone)
  const [there] = await rows(tx, sql`select 1 from teams where id = ${id} for update`)
  return there ? update(tx, change, id, read.data) : create(tx, change, id, read.data)
}

/** Reports compute days in this zone, and PostgreSQL fails for a name that it does not know. It reads the sign of offsets the other way round. */
function refuseUnknownZone(zone: string | undefined): void {
  if (zone !== undefined && (knownZone(zone) !== zone || !/^[A-Z]/i.test(zone)))
    throw invalid(text('There is no such time zone. Use a name such as America/Denver.'), 'sourceTimezone')
}

const notAllowed = () => new Refused(403, 'FORBIDDEN', text('You may not do that here.'))

/** Returns a project that may be changed. Throws Refused if it is archived. */
export async function openProject(tx: Transaction, me: Person, id: string): Promise<ProjectRow> {
  const project = await projectOr404(tx, me, id)
  if (project.archived) throw restingProject()
  return project
}

function nameIn(name: string | undefined): string {
  const called = name?.trim().replace(/\s+/g, ' ') ?? ''
  if (called === '') throw invalid(text('Name required'), 'name')
  return called
}

/**
 * Returns the billing account for the project: it must be active, and this person must be allowed to add
 * projects to it. Throws Refused.
 */
async function payer(tx: Transaction, me: Person, billing: string | null | undefined): Promise<string | null> {
  if (billing === null || billing === undefined || billing === '') return null
  if (!mayBilling(await billingRole(tx, me, billing), 'project.create'))
    throw new Refused(403, 'FORBIDDEN', text('You may not use this billing account.'))
  const account = (await billingOf(tx, me)).find(({ id }) => id === billing)
  if (account?.status === 'Pending' || account?.status === 'Cancelled')
    throw invalid(text('This billing account is not active. Choose another one.'), 'billingAccount')
  return billing
}

/** Returns the attributes of the external system that a project stores. */
const sourceModel = ({ sourceProjectReference, sourceTimezone, sourceCountry, sourceCountryCode, templateProject }: Change): Model =>
  Object.fromEntries(
    Object.entries({ sourceProjectReference, sourceTimezone, sourceCountry, sourceCountryCode, templateProject }).filter(
      ([, value]) => value !== undefined,
    ),
  )

async function create(tx: Transaction, { app, me }: EntityChange, id: string, change: Change) {
  if (change.deleted) throw new Refused(404, 'NOT_FOUND', text('This project does not exist.'))
  const name = nameIn(change.name)
  if (change.owner !== undefined && change.owner !== me.uid) throw new Refused(403, 'FORBIDDEN', text('A new project is yours.'))
  const billing = await payer(tx, me, change.billingAccount)
  const source = change.source ?? 'own'
  if (source !== 'own' && !change.sourceProjectReference) throw invalid(text('Project required'), 'sourceProjectReference')
  await tx.execute(
    sql`insert into teams (id, name, billing, source, model) values (${id}, ${name}, ${billing}, ${source}, ${JSON.stringify(sourceModel(change))}::jsonb)`,
  )
  await tx.execute(sql`insert into members (team, uid, role) values (${id}, ${me.uid}, 'Owner')`)
  if (billing !== null) await followLibraries(app, tx, { by: me.uid, team: id })
  if (source !== 'own') await fillListsLater(tx, id)
  return { rev: 1 }
}

/** The kind of the job that fills the lists of a project from the connected system. */
export const fillListsJob = 'lists.fill'

const fillListsLater = (tx: Transaction, team: string) =>
  addJob(tx, { kind: fillListsJob, key: `${fillListsJob}:${newId()}`, payload: { team } })

/** Throws Refused unless the role in the project has the permission. */
function need({ role }: ProjectRow, permission: Permission): void {
  if (!may(role ?? undefined, permission)) throw notAllowed()
}

async function update(tx: Transaction, entity: EntityChange, id: string, change: Change) {
  const project = await projectOr404(tx, entity.me, id)
  if (change.deleted) {
    need(project, 'team.manage')
    await refuseToDelete(tx, id)
    await tx.execute(sql`update teams set deleted = true where id = ${id}`)
    await tx.execute(sql`delete from invites where team = ${id} and accepted_at is null`)
    return bump(tx, id)
  }
  if (change.archived !== undefined && change.archived !== project.archived) {
    need(project, 'team.manage')
    await tx.execute(sql`update teams set archived = ${change.archived} where id = ${id}`)
    // Archiving also stops the bots. They stay archived until a person restores each of them (decision
    // OQ-148).
    if (change.archived) await archiveBots(tx, id)
    if (change.archived) return bump(tx, id)
  } else if (project.archived) throw restingProject()
  await updateProperties(tx, entity, project, change)
  await updateParts(tx, entity.me, project, change)
  return bump(tx, id)
}

async function updateProperties(tx: Transaction, { app, me }: EntityChange, project: ProjectRow, change: Change): Promise<void> {
  const { id } = project
  if (change.name !== undefined) {
    need(project, 'team.manage')
    await tx.execute(sql`update teams set name = ${nameIn(change.name)} where id = ${id}`)
  }
  if (change.billingAccount !== undefined && (change.billingAccount ?? null) !== project.billing) {
    need(project, 'team.manage')
    const billing = await payer(tx, me, change.billingAccount)
    await tx.execute(sql`update teams set billing = ${billing} where id = ${id}`)
    await followLibraries(app, tx, { by: me.uid, team: id })
    await followTraining(app, tx, { by: me.uid, team: id })
    // The service account of the new account may write what waits for a login.
    await addJob(tx, { kind: loginBackJob, key: `${loginBackJob}:${newId()}`, payload: { team: id } })
  }
  const model = sourceModel(change)
  if (Object.keys(model).length > 0) {
    need(project, 'team.manage')
    await tx.execute(sql`update teams set model = model || ${JSON.stringify(model)}::jsonb where id = ${id}`)
    const { sourceProjectReference: reference } = model
    if (reference !== undefined && reference !== project.model['sourceProjectReference']) await fillListsLater(tx, id)
  }
  if (change.timeRules) {
    need(project, 'team.manage')
    await tx.execute(sql`update teams set model = model || ${JSON.stringify({ timeRules: change.timeRules })}::jsonb where id = ${id}`)
  }
  if (change.isTemplate !== undefined && change.isTemplate !== project.isTemplate) {
    if (!mayBilling(project.billingRole ?? undefined, 'template.mark')) throw notAllowed()
    await tx.execute(sql`update teams set is_template = ${change.isTemplate} where id = ${id}`)
  }
}

/** Writes members, sites, holidays and entries of lists. */
async function updateParts(tx: Transaction, me: Person, project: ProjectRow, change: Change): Promise<void> {
  const { id } = project
  if (change.members) {
    need(project, 'member.manage')
    await writeMembers(tx, { project: id, members: change.members, by: me.uid })
  }
  if (change.deletedMembers) {
    need(project, 'member.manage')
    await noteDeletedMembers(tx, { project: id, members: change.deletedMembers, by: me.uid })
  }
  if (change.sites) {
    need(project, 'site.manage')
    await writeSites(tx, id, change.sites)
  }
  if (change.holidayCalendar) {
    need(project, 'holiday.manage')
    await writeHolidays(tx, { parent: id, ofProject: true, days: change.holidayCalendar })
  }
  for (const list of projectLists) {
    const entries = Object.entries(change[list] ?? {})
    if (entries.length > 0 && !mayEditList(project, list)) throw notAllowed()
    for (const [key, value] of entries) await writeListEntry(tx, { team: id, list, key, payload: value ?? { deleted: true } })
  }
}

/** Disables and archives the bots of a project. */
export async function archiveBots(tx: Transaction, team: string): Promise<void> {
  await tx.execute(
    sql`update automations set disabled = true, archived = true, rev = rev + 1, updated_at = now() where team = ${team} and not deleted and not archived`,
  )
}

const RemainingRow = z.object({ bots: z.boolean(), others: z.boolean() })

async function refuseToDelete(tx: Transaction, id: string): Promise<void> {
  const [holds] = await rows(
    tx,
    RemainingRow,
    sql`select exists (select 1 from automations where team = ${id} and not deleted) as bots,
          exists (select 1 from members where team = ${id} and role <> 'Owner') as others`,
  )
  if (holds?.bots) throw new Refused(403, 'FORBIDDEN', deleteRefusals.bots)
  if (holds?.others) throw new Refused(403, 'FORBIDDEN', deleteRefusals.members)
}

export const deleteRefusals = {
  private: text('It is your private project.'),
  bots: text('It still contains bots. Please move the bots to another project or delete them.'),
  members: text('It still contains members. Please remove all members except the owner to allow deletion.'),
}

const RevRow = z.object({ rev: z.number() })

async function bump(tx: Transaction, id: string): Promise<{ rev: number }> {
  const [row] = await rows(tx, RevRow, sql`update teams set rev = rev + 1 where id = ${id} returning rev`)
  return { rev: row?.rev ?? 1 }
}
