import { addressOf } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { lookupList, newSite } from '../../../contract/endpoints/lists/lists.ts'
import type { LookupItem, PageData } from '../../../contract/endpoints/pages.ts'
import { countries, timezones } from '../../../contract/reference/countries.ts'
import { type FieldSetting, type NodeSetting, settingsOf } from '../../../contract/forms/fieldShapes.ts'
import { Refused } from '../../../contract/Refused.ts'
import { type Model, recordPathPattern } from '../../../contract/endpoints/records.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { App } from '../app.ts'
import { pageLookups, wholeLookup } from '../forms/pageLookups.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { getRecord } from '../records/listRecords.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { forbidden, notAuthorized, notFound } from '../access/refusals.ts'

/** Titles of the lookups, which follow "Pick a". */
const titles: Readonly<Record<string, Text>> = {
  vendors: text('Company', 'lookup'),
  employees: text('Person', 'lookup'),
  employeeSmsContacts: text('Contact', 'lookup'),
  vendorSmsContacts: text('Company Contact', 'lookup'),
  trades: text('Trade', 'lookup'),
  costCodes: text('Cost Code', 'lookup'),
  locations: text('Location', 'lookup'),
  sites: text('Site', 'lookup'),
}

function siteForm(lang: Language) {
  const [name, timezone, country] = [text('Name'), text('Timezone'), text('Country')].map((label) => translate(lang, label))
  return [
    { type: 'text', attribute: 'name', label: name, required: true, maxLength: 100 },
    { type: 'valueenum', attribute: 'timezone', label: timezone, required: true, display: 'list', options: timezones },
    { type: 'valueenum', attribute: 'country', label: country, required: true, options: countries },
  ]
}

interface Asked {
  readonly team: string
  readonly lookup: string
  readonly lang: Language
  readonly search: URLSearchParams
}

/** The screens below `/teams/{id}` on which a list is edited. */
const listsOfProject: Readonly<Record<string, string>> = { vendors: '/companies', trades: '/trades', sites: '' }

const isOfPeople = (lookup: string): boolean => lookup === 'employees' || lookup === 'employeeSmsContacts'

/** A person who is unavailable can be read, but not picked. */
const itemOf = (item: LookupItem) => (item.attributes?.['disabled'] === true ? { ...item, preventListSelect: true } : item)

/** Returns the lookup in the address, its titles, and whether a dialog shows it. Throws Refused. */
function lookupIn(rest: readonly string[]) {
  const [lookup = '', shape, ...more] = rest
  const named = Object.hasOwn(titles, lookup) ? titles[lookup] : undefined
  if (named === undefined || more.length > 0 || (shape !== undefined && shape !== 'dialog')) throw notFound()
  return { lookup, named, isDialog: shape === 'dialog' }
}

/** The place of the choice: a record, and its attribute. */
interface Place {
  readonly record: string
  readonly attribute: string
}

function placeIn(search: URLSearchParams): Place | undefined {
  const record = search.get('record')
  const attribute = search.get('attribute')
  return record === null || attribute === null || !recordPathPattern.test(record) ? undefined : { record, attribute }
}

type Setting = FieldSetting<'lookup'>

const isField = (node: NodeSetting, lookup: string, attribute: string): node is Setting =>
  settingsOf(node.type)?.isPicker === true && (node as Setting).lookup === lookup && (node as Setting).attribute === attribute

const fieldIn = (nodes: readonly NodeSetting[], lookup: string, attribute: string): Setting | undefined => {
  for (const node of nodes) {
    if (isField(node, lookup, attribute)) return node
    const inside = 'children' in node ? fieldIn(node.children, lookup, attribute) : undefined
    if (inside) return inside
  }
  return undefined
}

/** Returns the settings of the field of a form that picks from this list into this place. */
async function fieldOf(app: App, { team, lookup, lang }: Asked, { record, attribute }: Place): Promise<Setting | undefined> {
  const [collection, key = ''] = record.split('/')
  const form = collection === 'forms' ? await publishedForm(app, key) : undefined
  return form?.team === team ? fieldIn(form.in(lang).children, lookup, attribute) : undefined
}

/** What the record holds now, if it exists and the person may read it. */
async function valueAt(app: App, person: Person, { record, attribute }: Place): Promise<unknown> {
  try {
    const { model } = await getRecord(app.storage, { path: record, person })
    return attribute.split('.').reduce<unknown>((inside, name) => (inside as Model | undefined)?.[name], model)
  } catch (error) {
    if (error instanceof Refused && error.status < 500) return undefined
    throw error
  }
}

/** Converts a stored entry, a text (id or label) or a whole entry, to an item; [] for anything else. */
function storedItem(value: unknown): LookupItem | [] {
  if (typeof value === 'string') return value === '' ? [] : { id: value, label: value }
  if (typeof value !== 'object' || value === null) return []
  const { id, label, ...attributes } = value as Model
  if (typeof id !== 'string' || id === '') return []
  return { id, label: typeof label === 'string' ? label : id, attributes }
}

const storedItems = (value: unknown): LookupItem[] => [value ?? []].flat().flatMap(storedItem)

/** Returns the entry of the list for each stored one, by its id or label; a stored one that is in no list as it is. */
function pickedOf(stored: readonly LookupItem[], items: readonly LookupItem[]): LookupItem[] {
  const first = items.toReversed()
  const byId = new Map(first.map((item) => [item.id, item]))
  const byLabel = new Map(first.map((item) => [item.label, item]))
  return stored.map((item) => byId.get(item.id) ?? byLabel.get(item.id) ?? item)
}

const without = (items: readonly LookupItem[], others: readonly LookupItem[]): LookupItem[] => {
  const ids = new Set(others.map(({ id }) => id))
  return items.filter(({ id }) => !ids.has(id))
}

type Choice = NonNullable<PageData['componentConfig']>

/** The options of the picker by the field that picks. */
function optionsOfField(field: Setting): Choice {
  const { store = 'id', multiSelect, required, allowClear = required !== true, allowCreate } = field
  const { instructions, customAction, cancelCallback, fixedItems } = field
  return {
    callback: { attribute: field.attribute ?? '', store },
    multiSelect: multiSelect === true,
    allowClear,
    allowCreate: allowCreate === true,
    ...(instructions !== undefined && { instructions }),
    ...(customAction && { customAction }),
    ...(cancelCallback !== undefined && { cancelCallback }),
    ...(fixedItems && { fixedItems }),
  }
}

/** The options of the picker by the address, where no field of a form picks into this place. */
const optionsOfAddress = (search: URLSearchParams, { attribute }: Place): Choice => ({
  callback: { attribute, store: 'label' },
  multiSelect: search.get('many') === 'true',
  allowClear: true,
  allowCreate: search.get('create') === 'true',
})

interface Lists {
  /** Empty for a list that is too long for the page. */
  readonly inPage: readonly LookupItem[]
  readonly whole: () => Promise<readonly LookupItem[]>
}

/** Returns where the choice is saved and how it is made, or that the list is for information only. */
async function choiceOf(app: App, person: Person, asked: Asked, { inPage, whole }: Lists): Promise<Partial<PageData>> {
  const place = placeIn(asked.search)
  if (!place) return { componentConfig: { informational: true } }
  const field = await fieldOf(app, asked, place)
  const { fixedItems = [], items: own = [], selected: first = [] } = field ?? {}
  const stored = storedItems(await valueAt(app, person, place))
  const picked = stored.length > 0 ? pickedOf(stored, [...fixedItems, ...own, ...(await whole())]) : []
  // A save replaces the whole choice and needs the label of each: also of typed and removed entries, and before a
  // long list has arrived.
  const ownItems = [...own, ...without(picked, [...fixedItems, ...own, ...inPage])]
  return {
    url: `/api/data/${place.record}`,
    componentConfig: {
      ...(field ? optionsOfField(field) : optionsOfAddress(asked.search, place)),
      confirm: asked.search.get('confirm') === 'true',
      selected: picked.length > 0 ? picked.map(({ id }) => id) : [...first],
      ...(ownItems.length > 0 && { ownItems }),
    },
  }
}

/** The form for a new site, and the way to the list itself, for people who may use them. */
function forManagers(person: Person, { team, lookup, lang }: Asked) {
  const list = mayIn(person, team, 'team.manage') ? listsOfProject[lookup] : undefined
  const isForm = lookup === 'sites' && mayIn(person, team, 'site.manage')
  return {
    ...(isForm && { newForm: siteForm(lang), newFormSave: addressOf(newSite, { team }), newLabel: translate(lang, text('New Site')) }),
    ...(list !== undefined && { customAction: { label: translate(lang, text('Edit list')), action: `/teams/${team}${list}` } }),
  }
}

/**
 * `/frontend/pick/{lookup}` as a page, `/frontend/pick/{lookup}/dialog` as a dialog; `?team=` names the
 * project, else the first project of the person. With `?record=` and `?attribute=` the choice is saved there
 * (the save checks the permission, as always); without them the list is for information only. A field of the form
 * of that record gives the options of its picker. Without such a field: `many`, `create` (the typed text is a
 * choice, too), and always `confirm` (the choice waits for a button), each `=true`.
 */
export async function pickPage(app: App, { person, rest, search, lang }: PageQuestion): Promise<PageData> {
  const { lookup, named, isDialog } = lookupIn(rest)
  if (!person) throw notAuthorized()
  const team = search.get('team') ?? person.teams[0]?.id
  if (team === undefined || !mayIn(person, team, 'form.fill')) throw forbidden()
  const { lookups, lists } = await pageLookups(app, team, [lookup], { member: true, person })
  const items = lookups[lookup] ?? []
  const whole = async () => lookups[lookup] ?? (await wholeLookup(app, { team, lookup, form: undefined, person }))
  const own = isOfPeople(lookup) ? (await whole()).find(({ label }) => label === person.name) : undefined
  const asked = { team, lookup, lang, search }
  const { componentConfig: choice, ...place } = await choiceOf(app, person, asked, { inPage: items, whole })
  return {
    component: isDialog ? 'dialogPicker' : 'picker',
    componentConfig: {
      title: translate(lang, named),
      items: items.map(itemOf),
      ...(own !== undefined && { fixedItems: [own] }),
      ...(lookup.startsWith('employee') && { contacts: choice?.allowCreate === true }),
      favourites: `${team} ${lookup}`,
      refresh: true,
      reloadList: addressOf(lookupList, { team, lookup }),
      ...forManagers(person, asked),
      ...choice,
    },
    ...place,
    lookups,
    ...(lists && { lists }),
  }
}
