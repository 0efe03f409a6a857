import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { may } from '../../../contract/rules/permissions.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { type PublishedForm, publishedForm } from './publishedForm.ts'
import { type Person, roleIn } from '../sign-in/person.ts'
import { actionNames, namedAction } from '../actions/namedActions.ts'
import { actionsInSettings } from '../actions/actionsInSettings.ts'

/** The actions that a save requests (`rpc`, `saveRpc`), checked. */
export interface ActionsOfSave {
  /** Allowed actions. They run after the save. */
  readonly run: ReadonlySet<string>
  /**
   * Actions that only an earlier version of the form names. A save that waited on a device is stored without
   * them.
   */
  readonly former: ReadonlySet<string>
}

export const noActions: ActionsOfSave = { run: new Set(), former: new Set() }

/** False for most saves: they have no actions. */
export const namesActions = ({ rpc, saveRpc }: { readonly rpc?: unknown; readonly saveRpc?: unknown }): boolean =>
  rpc !== undefined || saveRpc !== undefined

interface AskingSave {
  readonly path: string
  readonly body: unknown
  readonly person: Person | undefined
  /** The form of the record, if the caller has read it. */
  readonly form?: PublishedForm | undefined
}

/**
 * Returns which requested actions a save may run. The client names the action, so the server checks the form:
 * actions send texts and change records. A person who may call an action directly (`POST /api/rpc/{name}`)
 * may also name it in a save.
 */
export async function actionsOfSave(app: App, { path, body, person, form }: AskingSave): Promise<ActionsOfSave> {
  const { rpc, saveRpc } = (typeof body === 'object' && body !== null ? body : {}) as { rpc?: unknown; saveRpc?: unknown }
  const asked = [rpc, saveRpc].filter((name): name is string => typeof name === 'string' && actionNames.has(name))
  const [kind, key = ''] = path.split('/')
  if (asked.length === 0 || kind !== 'forms') return noActions
  const published = form ?? (await publishedForm(app, key))
  if (!published) return noActions
  const own = namedBySaves(published)
  const role = roleIn(person, published.team)
  const run = new Set(asked.filter((name) => own.has(name) || may(role, namedAction(name)?.needs ?? 'record.update')))
  const former = new Set<string>()
  const unnamed = asked.filter((name) => !run.has(name))
  if (unnamed.length > 0) {
    const before = await namedBefore(app, published)
    for (const name of unnamed) if (before.has(name)) former.add(name)
  }
  return { run, former }
}

const known = new WeakMap<PublishedForm, ReadonlySet<string>>()

function namedBySaves(form: PublishedForm): ReadonlySet<string> {
  const before = known.get(form)
  if (before) return before
  const names = new Set(actionsInSettings(form.settings).flatMap(({ name, by }) => (by === 'save' ? [String(name)] : [])))
  known.set(form, names)
  return names
}

const Named = z.object({ name: z.string() })

const knownBefore = new WeakMap<PublishedForm, Promise<ReadonlySet<string>>>()

/**
 * Actions that any version of the form names. A stranger can save on a public form, so all versions are read
 * once for each published version, not once for each save.
 */
function namedBefore(app: App, form: PublishedForm): Promise<ReadonlySet<string>> {
  const before = knownBefore.get(form)
  if (before) return before
  const names = readNamedBefore(app, form.key)
  knownBefore.set(form, names)
  names.catch(() => knownBefore.delete(form))
  return names
}

async function readNamedBefore({ storage }: App, form: string): Promise<ReadonlySet<string>> {
  const found = await rows(
    storage.db,
    sql`select distinct a.name from form_versions v
        cross join lateral (select v.settings::text as settings offset 0) t
        join jsonb_array_elements_text(${JSON.stringify([...actionNames])}::jsonb) a(name) on strpos(t.settings, to_json(a.name)::text) > 0
        where v.key = ${form}`,
  )
  return new Set(found.map((row) => Named.parse(row).name))
}
