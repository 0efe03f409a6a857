import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { type NodeSetting, settingsOf } from '../../../contract/forms/fieldShapes.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { type Database, rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import { withQueryBudget } from '../../storage/queryBudget.ts'
import type { App } from '../app.ts'
import { recordsForList } from '../forms/recordForReader.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import { botById } from './bot.ts'
import type { Raw } from '../../../contract/forms/isRaw.ts'
import { text } from '../../i18n/text.ts'

/** Number of records per query. */
const page = 100

const ExportedRecord = z.object({ n: z.number(), model: Model, at: z.string(), by: z.nullable(z.string()) })
type ExportedRecord = Readonly<z.infer<typeof ExportedRecord>>

interface Field {
  readonly attribute: string
  readonly label: string
  readonly words?: (value: unknown) => string
}

/** Returns the questions of a form in order, without signatures and private numbers. */
function fieldsOf(nodes: readonly NodeSetting[]): Field[] {
  return nodes.flatMap((node) => {
    if ('children' in node) return fieldsOf(node.children)
    const definition = settingsOf(node.type)
    if (!('attribute' in node) || !node.attribute || definition?.isExported === false) return []
    const { attribute, unit, label: name = attribute } = node as { attribute: string; label?: string; unit?: string }
    const label = unit === undefined ? name : `${name} (${unit})`
    const columns = definition?.columns?.(node as unknown as Raw)
    return columns?.map((column) => ({ attribute, label: `${label}: ${column.label}`, words: column.words })) ?? [{ attribute, label }]
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

interface BotExport {
  readonly name: string
  /** The header and a row for each record, newest first. Reads while the caller iterates. */
  readonly rows: AsyncGenerator<readonly string[]>
}

/**
 * Returns the records of a bot as table rows, read from `reads`, for Owners and Administrators of its project. Throws
 * Refused.
 */
export async function exportBot(app: App, me: Person, id: string, reads: Database): Promise<BotExport> {
  const bot = await botById(app.storage.db, id)
  if (!bot || !mayIn(me, bot.team, 'bot.create')) throw new Refused(404, 'NOT_FOUND', text('This bot does not exist.'))
  if (!mayIn(me, bot.team, 'bot.manage'))
    throw new Refused(403, 'FORBIDDEN', text('Only owners and administrators of the project may export.'))
  const form = bot.form === null ? undefined : await publishedForm(app, bot.form)
  if (!form) throw new Refused(409, 'INVALID', text('This bot has no form, so there is nothing to export.'))
  return { name: bot.title, rows: rowsOf(app, reads, { path: `forms/${form.key}`, fields: fieldsOf(form.settings.children) }) }
}

/** Reads page by page: the embedded database runs one query at a time, so each query must be short. */
async function* rowsOf(
  app: App,
  reads: Database,
  { path, fields }: { readonly path: string; readonly fields: readonly Field[] },
): AsyncGenerator<readonly string[]> {
  yield ['Sent', 'By', 'Title', ...fields.map(({ label }) => label)]
  let below: number | null = null
  for (;;) {
    const found = await pageBelow(reads, path, below)
    for (const { at, by, model } of await recordsForList(app, path, found))
      yield [at, by ?? '', wordsOf(model['title']), ...fields.map(({ attribute, words = wordsOf }) => words(valueAt(model, attribute)))]
    if (found.length < page) return
    below = found.at(-1)?.n ?? null
  }
}

const ExportedRow = z.extend(z.omit(ExportedRecord, { model: true }), { model: z.union([Model, z.string()]) })

/** Returns one page of the newest records, or of the newest with a number smaller than `below`. */
function pageBelow(reads: Database, path: string, below: number | null): Promise<ExportedRecord[]> {
  return withQueryBudget('export', async () => {
    const found = await rows(
      reads,
      ExportedRow,
      sql`select r.n::float8 as n, r.model, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, p.name as by
          from records r left join people p on p.uid = r.created_by
          where r.parent = ${path} and not r.deleted and (${below}::bigint is null or r.n < ${below}::bigint)
          order by r.n desc limit ${page}`,
    )
    return found.map((record) => ({
      ...record,
      model: fromJson<Model>(record.model),
    }))
  })
}
