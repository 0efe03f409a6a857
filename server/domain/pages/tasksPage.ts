import { sql } from 'drizzle-orm'
import type { Language } from '../../../contract/languages.ts'
import type { PageData } from '../../../contract/pages.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { mayIn } from '../sign-in/person.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { forbidden, notAuthorized, notFound } from './refusals.ts'

export interface TaskItem {
  title: string
  subtitle: string
  url: string
  icon: 'people' | 'key' | 'hardHat' | 'alert' | 'clipboard' | 'archive' | 'edit'
}

const icons: readonly (readonly [RegExp, TaskItem['icon']])[] = [
  [/manpower/, 'people'],
  [/check-in|sign-in/, 'key'],
  [/orientation|induction/, 'hardHat'],
  [/hazard|incident|safety/, 'alert'],
]

const arrivedTitles: Record<Language, (form: string) => string> = {
  en: (form) => `Arrived: ${form}`,
  'en-au': (form) => `Arrived: ${form}`,
  es: (form) => `Recibidos: ${form}`,
  pt: (form) => `Recebidos: ${form}`,
}

const studioTitles: Record<Language, string> = {
  en: 'Form studio',
  'en-au': 'Form studio',
  es: 'Taller de formularios',
  pt: 'Oficina de formulários',
}

/** `/frontend/tasks/{uid}`: the forms a person may fill and, for who reads them, what has arrived, and the studio for who may change them. Only one's own. */
export async function tasksPage(app: App, { person, rest, lang }: PageQuestion): Promise<PageData> {
  if (rest.length !== 1) throw notFound()
  if (!person) throw notAuthorized()
  if (rest[0] !== person.uid) throw forbidden()

  const fillable = person.teams.filter(({ id }) => mayIn(person, id, 'form.fill'))
  const keys =
    fillable.length === 0
      ? []
      : await rows<{ key: string; team: string }>(
          app.storage.db,
          sql`select f.key, f.team from forms f where f.team in ${fillable.map(({ id }) => id)} order by f.key limit 500`,
        )
  const items: TaskItem[] = []
  const arrived: TaskItem[] = []
  for (const { key, team } of keys) {
    const form = await publishedForm(app, key)
    if (!form) continue
    const title = form.in(lang).name
    const subtitle = fillable.find(({ id }) => id === team)?.name ?? ''
    items.push({ title, subtitle, url: `/frontend/forms/${key}`, icon: icons.find(([name]) => name.test(key))?.[1] ?? 'clipboard' })
    if (mayIn(person, team, 'record.readAll')) {
      arrived.push({ title: arrivedTitles[lang](title), subtitle, url: `/frontend/arrived/${key}`, icon: 'archive' })
    }
  }
  const projects = fillable.filter(({ id }) => mayIn(person, id, 'form.publish'))
  const studio: TaskItem[] =
    projects.length > 0
      ? [{ title: studioTitles[lang], subtitle: projects.map(({ name }) => name).join(', '), url: '/studio', icon: 'edit' }]
      : []
  return { component: 'tasks', componentConfig: { items: [...items, ...arrived, ...studio], hideMyTasks: true } }
}
