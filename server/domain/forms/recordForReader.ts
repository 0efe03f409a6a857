import { type NodeSetting, settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { Model, RecordRow } from '../../../contract/endpoints/records.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import type { App } from '../app.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import { publishedForm } from './publishedForm.ts'

/**
 * Where a form has personal numbers (mobile-pii): attributes, and attributes inside lists by the attribute of
 * the list.
 */
interface Places {
  readonly attributes: readonly string[]
  readonly lists: readonly (readonly [attribute: string, places: Places])[]
}

const none: Places = { attributes: [], lists: [] }
const kept = new WeakMap<FormSettings, Places>()

function placesIn(nodes: readonly NodeSetting[]): Places {
  const attributes: string[] = []
  const lists: [string, Places][] = []
  const visit = (node: NodeSetting) => {
    const { children, subform, attribute } = node as { children?: unknown; subform?: unknown; attribute?: string }
    if (Array.isArray(children)) for (const child of children) visit(child as NodeSetting)
    if (attribute === undefined) return
    if (settingsOf(node.type)?.isPersonal) attributes.push(attribute)
    if (!Array.isArray(subform)) return
    const inside = placesIn(subform as NodeSetting[])
    if (inside.attributes.length > 0 || inside.lists.length > 0) lists.push([attribute, inside])
  }
  for (const node of nodes) visit(node)
  return { attributes, lists }
}

function placesOf(settings: FormSettings): Places {
  const known = kept.get(settings)
  if (known) return known
  const places = Array.isArray(settings.children) ? placesIn(settings.children) : none
  kept.set(settings, places)
  return places
}

const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a copy with one attribute changed; `undefined` removes it. */
function changed(model: Model, path: readonly string[], change: (value: unknown) => unknown): Model {
  const [key = '', ...rest] = path
  if (!Object.hasOwn(model, key)) return model
  const held = model[key]
  let next = held
  if (rest.length === 0) next = change(held)
  else if (isModel(held)) next = changed(held, rest, change)
  if (next === held) return model
  const { [key]: _, ...others } = model
  return next === undefined ? others : { ...others, [key]: next }
}

function through(model: Model, { attributes, lists }: Places, change: (value: unknown) => unknown): Model {
  let next = model
  for (const attribute of attributes) next = changed(next, attribute.split('.'), change)
  for (const [attribute, places] of lists) {
    next = changed(next, attribute.split('.'), (list) =>
      Array.isArray(list) ? list.map((item: unknown) => (isModel(item) ? through(item, places, change) : item)) : list,
    )
  }
  return next
}

function everywhere(settings: FormSettings, model: Model, change: (value: unknown) => unknown): Model {
  const places = placesOf(settings)
  if (places.attributes.length === 0 && places.lists.length === 0) return model
  const next = through(model, places, change)
  // An execution form stores its answers one level deeper (decision OQ-022).
  return isModel(next['model']) ? { ...next, model: through(next['model'], places, change) } : next
}

/** For lists and exports: removes personal numbers. */
const withoutPersonal = (settings: FormSettings, model: Model): Model => everywhere(settings, model, () => undefined)

const shownAtEnd = 4
const mask = (value: unknown) =>
  typeof value !== 'string' || value === '' ? value : '•'.repeat(Math.max(4, value.length - shownAtEnd)) + value.slice(-shownAtEnd)

/** For people who may read the record but not change it: masks personal numbers except the last digits. */
const withMaskedPersonal = (settings: FormSettings, model: Model): Model => everywhere(settings, model, mask)

/** Returns whether this person may change a record of the form. */
const mayChange = (row: RecordRow, team: string, person: Person) => row.createdBy === person.uid || mayIn(person, team, 'record.update')

const formOf = async (app: App, path: string) => {
  const [area, key] = path.split('/')
  return area === 'forms' && key !== undefined ? await publishedForm(app, key) : undefined
}

/** Returns a record as its reader may see it. */
export async function recordForReader(app: App, row: RecordRow, person: Person): Promise<RecordRow> {
  const form = await formOf(app, row.path)
  return !form || mayChange(row, form.team, person) ? row : { ...row, model: withMaskedPersonal(form.settings, row.model) }
}

/** Returns records as they appear in lists. */
export async function recordsForList<R extends Pick<RecordRow, 'model'>>(app: App, path: string, rows: readonly R[]): Promise<R[]> {
  const form = await formOf(app, path)
  return rows.map((row) => (form ? { ...row, model: withoutPersonal(form.settings, row.model) } : row))
}
