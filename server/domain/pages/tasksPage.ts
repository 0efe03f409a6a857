import { privateSpace, privateTeam } from '../../../contract/endpoints/projects.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Due } from '../../../contract/forms/FormSettings.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { App } from '../app.ts'
import { gatesOfTeams } from '../attendance/gatesFor.ts'
import { chatBotsOf } from '../chat/chatBotsOf.ts'
import { formsOfTeams } from '../forms/publishedForm.ts'
import { codesOfForms } from '../posters/codesOfForms.ts'
import { projectCalendars } from '../holidays/projectCalendar.ts'
import type { Person } from '../sign-in/person.ts'
import { decisionsOf } from '../executions/listExecutions.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { type Sent, sentBy } from '../records/sentBy.ts'
import { forbidden, notAuthorized, notFound } from '../access/refusals.ts'

export interface TaskItem {
  title: string
  subtitle: string
  url: string
  /**
   * For a form: its key, when it is due, and recent records of this person (ISO 8601, newest first), each with
   * the day that its answer `date` names. A record that was changed has the time of its arrival.
   */
  form?: string
  due?: Due
  sent?: Sent
  /** For a form: the codes of its posters, which the device resolves without a connection. */
  codes?: readonly string[]
  /** For a form: the time zone of the project, and if it is due, the days off as `[first, last]`. */
  zone?: string
  daysOff?: (readonly [string, string])[]
  icon: 'people' | 'key' | 'hardHat' | 'alert' | 'clipboard' | 'archive' | 'edit'
}

const icons: readonly (readonly [RegExp, TaskItem['icon']])[] = [
  [/manpower/, 'people'],
  [/check-in|sign-in/, 'key'],
  [/orientation|induction/, 'hardHat'],
  [/hazard|incident|safety/, 'alert'],
]

const iconOf = (form: string): TaskItem['icon'] => icons.find(([name]) => name.test(form))?.[1] ?? 'clipboard'

/** Most forms on the page. */
const mostForms = 500

/**
 * `/frontend/tasks/{uid}`: the forms that a person may fill, their records if the person may read them, and
 * the studio if they may publish. Only for the person themselves. `?team=` selects one project.
 */
export async function tasksPage(app: App, { person, rest, search, lang }: PageQuestion): Promise<PageData> {
  if (rest.length !== 1) throw notFound()
  if (!person) throw notAuthorized()
  if (rest[0] !== person.uid) throw forbidden()

  const wanted = search.get('team')
  const fillable = person.teams.filter(({ id, role }) => may(role, 'form.fill') && (wanted === null || id === wanted))
  // By project: a person may have hundreds of projects.
  const names = new Map(fillable.map(({ id, name }) => [id, name]))
  const nameOf = (team: string) => names.get(team) ?? ''
  const readable = readableBy(person)
  const forms = await formsOfTeams(app, [...names.keys(), ...(wanted === null ? [privateSpace(person.uid)] : [])], mostForms)
  const sent = await sentBy(app, person.uid, forms)
  const calendarOf = await calendars(
    app,
    forms.map(({ team }) => team),
  )
  const codes = await codesOfForms(
    app,
    forms.map(({ key }) => key),
  )
  const talking = await chatBotsOf(
    app,
    fillable.map(({ id }) => id),
    person.uid,
  )
  const chatOfForm = new Map(talking.toReversed().map((bot) => [bot.form, bot]))
  const items: TaskItem[] = []
  const arrived: TaskItem[] = []
  for (const form of forms) {
    const { key, team } = form
    const title = form.in(lang).name
    const subtitle = nameOf(team)
    // No one starts a record of an archived bot, but its records can be read.
    if (!form.rests) {
      const talks = chatOfForm.get(key)
      items.push({
        title,
        subtitle,
        // A form with a chat bot is filled in its chat.
        url: talks ? `/frontend/chat/${talks.id}` : `/frontend/forms/${key}`,
        icon: iconOf(key),
        form: key,
        ...dueOf(form.settings.due, calendarOf(team)),
        ...(sent.has(key) && { sent: sent.get(key) ?? [] }),
        ...codes.get(key),
      })
    }
    if (readable.has(team)) {
      arrived.push({
        title: translate(lang, text('Arrived: {form}'), { form: title }),
        subtitle,
        url: `/frontend/arrived/${key}`,
        icon: 'archive',
      })
    }
  }
  const decisions = await decisionItems(app, person, wanted)
  for (const { id, title, team } of talking.filter((bot) => bot.form === null))
    items.push({ title, subtitle: nameOf(team), url: `/frontend/chat/${id}`, icon: 'clipboard' })
  const site = await siteItems(
    app,
    lang,
    fillable.filter(({ id }) => readable.has(id)),
  )
  const projects = fillable.filter(({ role }) => may(role, 'form.publish'))
  const studio: TaskItem[] =
    projects.length > 0
      ? [
          {
            title: translate(lang, text('Form studio')),
            subtitle: projects.map(({ name }) => name).join(', '),
            url: '/studio',
            icon: 'edit',
          },
        ]
      : []
  const menu = [...studio, ...dashboardItem(person, lang, wanted)]
  return { component: 'tasks', componentConfig: { items: [...decisions, ...items, ...site, ...arrived, ...menu], hideMyTasks: true } }
}

/** The projects of which the person reads the records of all, and their private space. */
const readableBy = ({ uid, teams }: Person): ReadonlySet<string> =>
  new Set([privateSpace(uid), ...teams.flatMap(({ id, role }) => (may(role, 'record.readAll') ? [id] : []))])

/** Returns what a person runs on site: who is there, the roll call, the gates. Nothing for projects without a gate. */
async function siteItems(app: App, lang: PageQuestion['lang'], teams: readonly { id: string; name: string }[]): Promise<TaskItem[]> {
  const gates = await gatesOfTeams(
    app,
    teams.map(({ id }) => id),
  )
  const withGates = new Set(gates.map(({ team }) => team))
  const running = teams.filter(({ id }) => withGates.has(id))
  const [gate] = gates
  if (gate === undefined) return []
  const subtitle = running.map(({ name }) => name).join(', ')
  const only = running.length === 1 ? running[0] : undefined
  return [
    {
      title: translate(lang, text('On site now')),
      subtitle,
      url: only ? `/onsite/${only.id}` : '/onsite',
      icon: 'people',
    },
    ...running.map(
      ({ id, name }): TaskItem => ({
        title: translate(lang, text('Roll call')),
        subtitle: name,
        url: `/onsite/${id}/muster`,
        icon: 'alert',
      }),
    ),
    {
      title: gates.length === 1 ? gate.title : translate(lang, text('Gates')),
      subtitle: gates.length === 1 ? gate.teamName : subtitle,
      url: gates.length === 1 ? `/gate/${gate.id}` : '/gate',
      icon: 'key',
    },
  ]
}

/** The way to the console for members and product administrators: after the sign-in they come here. */
function dashboardItem({ teams, isAdmin }: Person, lang: Language, wanted: string | null): TaskItem[] {
  const projects = teams.filter(({ id, role }) => role !== 'Worker' && (wanted === null || id === wanted))
  if (projects.length === 0 && !isAdmin) return []
  return [
    {
      title: translate(lang, text('Bot Dashboard')),
      subtitle: projects.map(({ name }) => name).join(', '),
      url: '/automations',
      icon: 'clipboard',
    },
  ]
}

/** Conversations on the page; the inbox of the console has all. */
const mostDecisions = 5

/** Returns the oldest conversations of the wanted project, or of all and of private bots, that wait for a decision of this person. */
async function decisionItems(app: App, person: Person, wanted: string | null): Promise<TaskItem[]> {
  const teams = [...person.teams.map(({ id }) => id), privateTeam].filter((id) => wanted === null || id === wanted)
  const executions = await decisionsOf(app, person, teams)
  return executions.slice(0, mostDecisions).map(({ bot, key, title, project, execution }) => ({
    title,
    subtitle: project,
    url: `/frontend/automation/${bot}/execution/${key}`,
    icon: execution.kind === 'notes' ? ('edit' as const) : ('people' as const),
  }))
}

/** Most days off of one project on the page. */
const mostDaysOff = 100

/** Returns the calendar of each of these projects. */
async function calendars(app: App, teams: readonly string[]): Promise<(team: string) => Pick<TaskItem, 'zone' | 'daysOff'>> {
  const found = await projectCalendars(app, [...new Set(teams)])
  const known = new Map(
    [...found].map(([team, { zone, daysOff }]) => [
      team,
      {
        ...(zone !== undefined && { zone }),
        ...(daysOff.length > 0 && { daysOff: daysOff.slice(0, mostDaysOff).map(({ date, dateEnd }) => [date, dateEnd] as const) }),
      },
    ]),
  )
  return (team) => known.get(team) ?? {}
}

const dueOf = (due: Due | undefined, { zone, daysOff }: Pick<TaskItem, 'zone' | 'daysOff'>): Partial<TaskItem> => ({
  ...(zone !== undefined && { zone }),
  ...(due && { due, ...(daysOff && { daysOff }) }),
})
