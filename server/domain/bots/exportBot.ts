import { sql } from 'drizzle-orm'
import { Refused } from '../../../contract/errors.ts'
import type { NodeSetting } from '../../../contract/fields.ts'
import type { Model } from '../../../contract/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { recordsForList } from '../forms/personal.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import { botById } from './bots.ts'

const longest = 50_000

interface Field {
  readonly attribute: string
  readonly label: string
}

/** The questions of a form, in their order. */
function fieldsOf(nodes: readonly NodeSetting[]): Field[] {
  return nodes.flatMap((node) => {
    if ('children' in node) return fieldsOf(node.children)
    if (!('attribute' in node) || !node.attribute || node.type === 'signature' || node.type === 'mobile-pii') return []
    const { attribute, label } = node as { attribute: string; label?: string }
    return [{ attribute, label: label ?? attribute }]
  })
}

const valueAt = (model: Model, attribute: string): unknown =>
  attribute
    .split('.')
    .reduce<unknown>((held, name) => (typeof held === 'object' && held !== null ? (held as Model)[name] : undefined), model)

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('; ')
  if (typeof value !== 'object') return String(value)
  const { name, title, filename } = value as Model
  return wordsOf(name ?? title ?? filename)
}

/** What a bot has collected, newest first, as rows of a table; for Owner and Administrators of its project. Throws Refused. */
export async function exportOf(app: App, me: Person, id: string): Promise<{ readonly name: string; readonly cells: readonly string[][] }> {
  const bot = await botById(app.storage.db, id)
  if (!bot || !mayIn(me, bot.team, 'bot.create')) throw new Refused(404, 'NOT_FOUND', 'This bot does not exist.')
  if (!mayIn(me, bot.team, 'bot.manage')) throw new Refused(403, 'FORBIDDEN', 'Only owners and administrators of the project may export.')
  const form = bot.form === null ? undefined : await publishedForm(app, bot.form)
  if (!form) throw new Refused(409, 'INVALID', 'This bot has no form, so there is nothing to export.')
  const path = `forms/${form.key}`
  const found = await rows<{ model: Model | string; at: string; by: string | null }>(
    app.storage.db,
    sql`select r.model, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, p.name as by
        from records r left join people p on p.uid = r.created_by where r.parent = ${path} and not r.deleted
        order by r.created_at desc limit ${longest}`,
  )
  const read = found.map(({ model, ...rest }) => ({ ...rest, model: typeof model === 'string' ? (JSON.parse(model) as Model) : model }))
  const records = await recordsForList(app, path, read)
  const fields = fieldsOf(form.settings.children)
  return {
    name: bot.title,
    cells: [
      ['Sent', 'By', 'Title', ...fields.map(({ label }) => label)],
      ...records.map(({ at, by, model }) => [
        at,
        by ?? '',
        wordsOf(model['title']),
        ...fields.map(({ attribute }) => wordsOf(valueAt(model, attribute))),
      ]),
    ],
  }
}
