import { sql } from 'drizzle-orm'
import { may } from '../../../contract/permissions.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { type PublishedForm, publishedForm } from '../forms/publishedForm.ts'
import { type Person, roleIn } from '../sign-in/person.ts'
import { actionNames, namedAction } from './named.ts'
import { actionsInSettings } from './namedInSettings.ts'

/** Which actions a save may ask for (`rpc`, `saveRpc`). */
export interface ActionsOfSave {
  /** These run after the save. */
  readonly run: ReadonlySet<string>
  /** An earlier version of the form named these: a save that waited on a device is stored without them. */
  readonly former: ReadonlySet<string>
}

const none: ActionsOfSave = { run: new Set(), former: new Set() }

/**
 * A client says which action its save asks for, so that the server looks whether the form does: actions text people, and change records. Whoever
 * may call an action by itself (`POST /api/rpc/{name}`) may also name it in a save.
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
