import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import type { AuthoredForm, Publication } from '../../../contract/endpoints/forms.ts'
import { rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { restingProject } from '../records/policies.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import { noteProblems } from './formProblems.ts'
import { listProblemsOf } from './listProblems.ts'
import { ownListsOf } from './ownListsOf.ts'
import { publishForm } from './publishForm.ts'
import { text } from '../../i18n/text.ts'

/** Forms in the studio: list them, read one with its versions, publish the next version. */

const mostVersions = 100

const notFound = () => new Refused(404, 'NOT_FOUND', text('There is no form of this name in your projects.'))
const forbidden = () => new Refused(403, 'FORBIDDEN', text('Only owners and administrators of the project may edit its forms.'))

const projectsOf = (person: Person) => person.teams.filter(({ id }) => mayIn(person, id, 'form.publish'))

const FormRow = z.object({
  key: z.string(),
  name: z.string(),
  team: z.string(),
  team_name: z.string(),
  version: z.string(),
  public: z.boolean(),
  revision: z.number(),
  at: z.string(),
  by: z.nullable(z.string()),
})
type FormRow = z.infer<typeof FormRow>

// A form from the folder has no author, nor does a form of a deleted person.
const columns = sql`f.key, coalesce(f.settings ->> 'name', f.key) as name, f.team, t.name as team_name, f.version, f.public, f.revision::int,
  to_json(f.updated_at) #>> '{}' as at, p.name as by`
const tables = sql`forms f join teams t on t.id = f.team left join people p on p.uid = f.published_by`

const isoOf = (at: string) => new Date(at).toISOString()
const formOf = ({ key, name, team, team_name, version, public: open, revision, at, by }: FormRow): AuthoredForm => ({
  key,
  name,
  team: { id: team, name: team_name },
  public: open,
  revision,
  version,
  at: isoOf(at),
  ...(by !== null && { by }),
})

export async function listAuthored(app: App, person: Person) {
  const teams = projectsOf(person).map(({ id, name }) => ({ id, name }))
  if (teams.length === 0) throw forbidden()
  const ids = teams.map(({ id }) => id)
  const found = await rows(
    app.storage.db,
    FormRow,
    sql`select ${columns} from ${tables} where f.team in ${ids} order by t.name, f.key limit 1000`,
  )
  const lists = await ownListsOf(app, ids)
  const withLists = teams.map((team) => {
    const own = [...(lists.get(team.id) ?? [])].map(([name, columns]) => ({ name, columns: [...columns] }))
    const listTroubles = listProblemsOf(app, team.id).map(({ file, findings }) => ({
      file,
      findings: findings.map(({ line, message }) => ({ line, message })),
    }))
    return { ...team, ...(own.length > 0 && { lists: own }), ...(listTroubles.length > 0 && { listTroubles }) }
  })
  return { forms: found.map(formOf), teams: withLists }
}

/**
 * A person outside the project must not learn that the form exists. A member without the permission gets the
 * reason.
 */
async function formFor(app: App, person: Person, key: string): Promise<FormRow> {
  const [row] = await rows(app.storage.db, FormRow, sql`select ${columns} from ${tables} where f.key = ${key}`)
  if (!row || !person.teams.some(({ id }) => id === row.team)) throw notFound()
  if (!mayIn(person, row.team, 'form.publish')) throw forbidden()
  return row
}

const VersionRow = z.object({
  revision: z.number(),
  version: z.string(),
  at: z.string(),
  by: z.nullable(z.string()),
  settings: z.union([z.record(z.string(), z.unknown()), z.string()]),
  public: z.boolean(),
})
type VersionRow = z.infer<typeof VersionRow>

const publicationOf = ({ revision, version, at, by }: Omit<VersionRow, 'settings' | 'public'>): Publication => ({
  revision,
  version,
  at: isoOf(at),
  ...(by !== null && { by }),
})

/**
 * Adds `public` to the settings, so that the studio shows it: a form from the folder may be public without
 * that setting.
 */
function settingsOf({ settings, public: open }: VersionRow): Record<string, unknown> {
  const held = fromJson<Record<string, unknown>>(settings)
  if ((held['public'] ?? false) === open) return held
  const { children, ...rest } = held
  return { ...rest, public: open, children }
}

async function versionAt(app: App, key: string, revision: number): Promise<VersionRow> {
  const [row] = await rows(
    app.storage.db,
    VersionRow,
    sql`select v.revision::int, v.version, v.settings, v.public, to_json(v.published_at) #>> '{}' as at, p.name as by
        from form_versions v left join people p on p.uid = v.published_by where v.key = ${key} and v.revision = ${revision}`,
  )
  if (!row) throw new Refused(404, 'NOT_FOUND', text('There is no such version of this form.'))
  return row
}

const ListedVersion = z.omit(VersionRow, { settings: true, public: true })

export async function readAuthored(app: App, person: Person, key: string) {
  const form = await formFor(app, person, key)
  const [newest, versions] = await Promise.all([
    versionAt(app, key, form.revision),
    rows(
      app.storage.db,
      ListedVersion,
      sql`select v.revision::int, v.version, to_json(v.published_at) #>> '{}' as at, p.name as by
          from form_versions v left join people p on p.uid = v.published_by where v.key = ${key} order by v.revision desc limit ${mostVersions}`,
    ),
  ])
  return { ...formOf(form), settings: settingsOf(newest), versions: versions.map(publicationOf) }
}

export async function readVersion(app: App, person: Person, { key, revision }: { key: string; revision: number }) {
  await formFor(app, person, key)
  const row = await versionAt(app, key, revision)
  return { ...publicationOf(row), settings: settingsOf(row) }
}

const ProjectRow = z.object({ archived: z.boolean() })

export interface Edited {
  readonly key: string
  readonly settings: unknown
  readonly base: number
  /** The project of a new form. */
  readonly team?: string | undefined
}

export async function publishEdited(app: App, person: Person, { key, settings, base, team: asked }: Edited) {
  const team = base === 0 ? projectFor(person, asked) : (await formFor(app, person, key)).team
  const [project] = await rows(app.storage.db, ProjectRow, sql`select archived from teams where id = ${team}`)
  if (project?.archived) throw restingProject()
  const outcome = await publishForm(app, { key, team, settings, base, publishedBy: person.uid })
  if (outcome.ok) {
    // The authors have taken over the form, so problems of its file no longer appear on its page.
    noteProblems(app, key, undefined)
    return { revision: outcome.revision, version: outcome.version, changed: outcome.changed }
  }
  if (!outcome.overtaken) {
    const details = outcome.problems.map(({ path, message }) => ({ path, message }))
    throw new Refused(400, 'INVALID', text('This form has problems and was not published.'), { details })
  }
  if (base === 0) {
    throw new Refused(409, 'conflict', text('There is already a form with the name {key}. Choose another name.'), { values: { key } })
  }
  const { revision, by } = await formFor(app, person, key)
  const words = by
    ? text('{by} published version {revision} in the meantime.')
    : text('Another person published version {revision} in the meantime.')
  throw new Refused(409, 'conflict', words, { rev: revision, values: { by: by ?? '', revision } })
}

/** The project of a published form that this person may edit; undefined if there is no such form. */
export async function projectOf(app: App, person: Person, key: string): Promise<string | undefined> {
  const [known] = await rows(app.storage.db, z.object({ team: z.string() }), sql`select team from forms where key = ${key}`)
  return known && (await formFor(app, person, key)).team
}

/** The project of a new form. */
export function projectFor(person: Person, asked: string | undefined): string {
  const projects = projectsOf(person)
  const project = asked === undefined ? projects[0] : projects.find(({ id }) => id === asked)
  if (!project) throw forbidden()
  return project.id
}
