import { type SQL, sql } from 'drizzle-orm'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { syncUser } from '../../../contract/endpoints/sign-in.ts'
import type { App } from '../app.ts'
import { projectRow } from '../projects/listProjects.ts'
import { readLinkedProject, referenceOf } from '../projects/projectLookups.ts'
import { lastPosition } from '../projects/writeListEntry.ts'
import { forbidden } from '../access/refusals.ts'
import type { Person } from '../sign-in/person.ts'

/** Maximum number of names that one sync adds to the people lists of projects. */
const mostAdded = 1000

/**
 * Adds missing members to the people lists of projects: `core` adds the person in all their projects,
 * `projectLists` adds all members of a project, and reads the name of its linked project. Devices learn of changed lists through the change stream.
 * Runs in the background. Throws Refused.
 */
export function syncPerson(app: App, me: Person, { uid, items }: { uid: string; items: BodyOf<typeof syncUser> }): void {
  if (uid !== me.uid) throw forbidden()
  const mine = new Set(me.teams.map(({ id }) => id))
  const projects = new Set(items.flatMap((item) => (item.type === 'projectLists' && mine.has(item.project) ? [item.project] : [])))
  const work = async () => {
    if (items.some(({ type }) => type === 'core')) await addPeople(app, sql`m.uid = ${me.uid}`)
    for (const project of projects) {
      await addPeople(app, sql`m.team = ${project}`)
      await readName(app, me, project)
    }
  }
  app.later(work())
}

/** Reads the name of the linked project; no request waits for it, so a system that does not answer changes nothing. */
async function readName(app: App, me: Person, team: string): Promise<void> {
  const project = await projectRow(app.storage.db, me, team)
  const reference = project && referenceOf(project)
  if (project && reference !== undefined && !project.archived) await readLinkedProject(app, project, reference).catch(() => undefined)
}

/** Only extends lists with entries: a project with an empty list does not use it. */
async function addPeople(app: App, whose: SQL): Promise<void> {
  await app.storage.db.execute(
    sql`insert into lookup_items (team, lookup, id, label, source, position, attributes)
        select m.team, 'employees', p.name, p.name, 'member', ${lastPosition},
          jsonb_strip_nulls(jsonb_build_object('company', p.company, 'role', m.role))
        from members m join people p on p.uid = m.uid and not p.disabled join teams t on t.id = m.team and not t.deleted and not t.archived
        where ${whose} and exists (select 1 from lookup_items l where l.team = m.team and l.lookup = 'employees')
          and not exists (select 1 from lookup_items l where l.team = m.team and l.lookup = 'employees' and lower(l.label) = lower(p.name))
        limit ${mostAdded}
        on conflict do nothing`,
  )
}
