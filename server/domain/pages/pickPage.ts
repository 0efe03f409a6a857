import type { PageData } from '../../../contract/pages.ts'
import type { App } from '../app.ts'
import { lookupsOf } from '../forms/lookups.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { forbidden, notAuthorized, notFound } from './refusals.ts'

/** What one is asked to pick: "Pick a" and the name. */
const titles: Readonly<Record<string, string>> = {
  vendors: 'Company',
  employees: 'Person',
  trades: 'Trade',
  costCodes: 'Cost Code',
  locations: 'Location',
  sites: 'Site',
}

/** `/frontend/pick/{lookup}` as a page, `/frontend/pick/{lookup}/dialog` as a dialog; `?team=` names the project, else the person's first. */
export async function pickPage(app: App, { person, rest, search }: PageQuestion): Promise<PageData> {
  const [lookup = '', shape, ...more] = rest
  const title = Object.hasOwn(titles, lookup) ? titles[lookup] : undefined
  if (title === undefined || more.length > 0 || (shape !== undefined && shape !== 'dialog')) throw notFound()
  if (!person) throw notAuthorized()
  const team = search.get('team') ?? person.teams[0]?.id
  if (team === undefined || !person.teams.some(({ id }) => id === team)) throw forbidden()
  const lookups = await lookupsOf(app, team, [lookup], { member: true })
  return {
    component: shape === 'dialog' ? 'dialogPicker' : 'picker',
    componentConfig: { title, items: lookups[lookup] ?? [] },
    lookups,
  }
}
