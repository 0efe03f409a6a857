import { addressOf } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { lookupList, newSite } from '../../../contract/endpoints/lists.ts'
import type { LookupItem, PageData } from '../../../contract/endpoints/pages.ts'
import { countries, timezones } from '../../../contract/reference/countries.ts'
import { recordPathPattern } from '../../../contract/endpoints/records.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { App } from '../app.ts'
import { pageLookups } from '../forms/pageLookups.ts'
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

/** Returns where the choice is saved, or that the list is for information only. */
function callbackOf(search: URLSearchParams) {
  const record = search.get('record')
  const attribute = search.get('attribute')
  if (record === null || attribute === null || !recordPathPattern.test(record)) return { informational: true }
  return {
    callback: { url: `/api/data/${record}`, attribute, store: 'label' as const },
    multiSelect: search.get('many') === 'true',
    allowClear: true,
    allowCreate: search.get('create') === 'true',
    confirm: search.get('confirm') === 'true',
  }
}

/** The form for a new site, and the way to the list itself, for people who may use them. */
function forManagers(person: Person, { team, lookup, lang }: { readonly team: string; readonly lookup: string; readonly lang: Language }) {
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
 * (the save checks the permission, as always); without them the list is for information only. More options:
 * `many`, `create` (the typed text is a choice, too), `confirm` (the choice waits for a button), each `=true`.
 */
export async function pickPage(app: App, { person, rest, search, lang }: PageQuestion): Promise<PageData> {
  const { lookup, named, isDialog } = lookupIn(rest)
  if (!person) throw notAuthorized()
  const team = search.get('team') ?? person.teams[0]?.id
  if (team === undefined || !mayIn(person, team, 'form.fill')) throw forbidden()
  const { lookups, lists } = await pageLookups(app, team, [lookup], { member: true, person })
  const own = isOfPeople(lookup) ? (lookups[lookup] ?? []).find(({ label }) => label === person.name) : undefined
  return {
    component: isDialog ? 'dialogPicker' : 'picker',
    componentConfig: {
      title: translate(lang, named),
      items: (lookups[lookup] ?? []).map(itemOf),
      ...(own !== undefined && { fixedItems: [own] }),
      ...(lookup.startsWith('employee') && { contacts: search.get('create') === 'true' }),
      favourites: `${team} ${lookup}`,
      refresh: true,
      reloadList: addressOf(lookupList, { team, lookup }),
      ...callbackOf(search),
      ...forManagers(person, { team, lookup, lang }),
    },
    lookups,
    ...(lists && { lists }),
  }
}
