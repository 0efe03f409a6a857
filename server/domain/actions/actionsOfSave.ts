import { sql } from 'drizzle-orm'
import { may } from '../../../contract/rules/permissions.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { type PublishedForm, publishedForm } from '../forms/publishedForm.ts'
import { type Person, roleIn } from '../sign-in/person.ts'
import { actionNames, namedAction } from './named.ts'
import { actionsInSettings } from './namedInSettings.ts'

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

const none: ActionsOfSave = { run: new Set(), former: new Set() }

/**
 * Returns which requested actions a save may run. The client names the action, so the server checks the form:
 * actions send texts and change records. A person who may call an action directly (`POST /api/rpc/{name}`)
 * may also name it in a save.
 */
export async function actionsOfSave(
  app: App,
  { path, body, person }: { readonly path: string; readonly body: unknown; readonly person: Person | undefined },
): Promise<ActionsOfSave> {
  const { rpc, saveRpc } = (typeof body === 'object' && body !== null ? body : {}) as { rpc?: unknown; saveRpc?: unknown }
  const asked = [rpc, saveRpc].filter((name): name is string => typeof name === 'string' && actionNames.has(name))
  const [kind, form = ''] = path.split('/')
  if (asked.length === 0 || kind !== 'forms') return none
  const published = await publishedForm(app, form)
  if (!published) return none
  const own = namedBySaves(published)
  const role = roleIn(person, published.team)
  const run = new Set(asked.filter((name) => own.has(name) || may(role, namedAction(name)?.needs ?? 'record.update')))
  const former = new Set<string>()
  for (const name of asked) if (!run.has(name) && (await wasNamed(app, form, name))) former.add(name)
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

async function wasNamed({ storage }: App, form: string, name: string): Promise<boolean> {
  const found = await rows(
    storage.db,
    sql`select 1 from form_versions where key = ${form} and strpos(settings::text, ${JSON.stringify(name)}) > 0 limit 1`,
  )
  return found.length > 0
}
