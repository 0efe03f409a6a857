import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { LibraryDocument } from '../../../contract/endpoints/libraries.ts'
import { fileAddress } from '../../../contract/endpoints/uploads.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { publishForm } from '../forms/publishForm.ts'
import type { Person } from '../sign-in/person.ts'

/**
 * A document of a library with training material is a question of every orientation form of the projects of its
 * billing account: people read it before they send the form, and the record says how far they read.
 */

export const trainingType = 'Orienation Training Material'
/** Bots with the documents in their forms. */
export const trainingClass = 'orientation'

const prefix = 'training_'
const isTraining = (node: NodeSetting): boolean =>
  'attribute' in node && node.attribute !== undefined && /^training_[A-Za-z0-9]{20}$/.test(node.attribute)

const Model = z.omit(LibraryDocument, { key: true })

const DocumentRow = z.object({ key: z.string(), team: z.string(), model: z.union([Model, z.string()]), file: z.string() })
type DocumentRow = z.infer<typeof DocumentRow>

const FormRow = z.object({ key: z.string(), team: z.string(), settings: z.unknown() })

/** Shows a typed name literally: without placeholders. */
const literal = (text: string) => text.replaceAll('{{', '{ {')

function nodeOf({ key, model, file }: DocumentRow): NodeSetting {
  const { name, description } = fromJson<z.infer<typeof Model>>(model)
  return {
    type: 'pdf',
    attribute: `${prefix}${key}`,
    label: literal(name),
    ...(description && { description: literal(description) }),
    source: fileAddress(file),
    required: true,
    keep: true,
  }
}

/** The tree with these documents: known ones stay in their place, the others are removed. */
function updated(nodes: readonly NodeSetting[], wanted: ReadonlyMap<string, NodeSetting>): NodeSetting[] {
  return nodes.flatMap((node) => {
    if (node.type === 'group') return [{ ...node, children: updated(node.children, wanted) }]
    if (!isTraining(node)) return [node]
    const next = wanted.get((node as { attribute: string }).attribute)
    return next ? [{ ...node, ...next } as NodeSetting] : []
  })
}

const attributesIn = (nodes: readonly NodeSetting[]): string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'group') return attributesIn(node.children)
    return 'attribute' in node && node.attribute !== undefined ? [node.attribute] : []
  })

/** People say who they are, then read: new documents are after the known ones, or else after the first part of the form. */
function withNew(nodes: readonly NodeSetting[], added: readonly NodeSetting[]): NodeSetting[] {
  const [first] = nodes
  const start = first === undefined || settingsOf(first.type)?.isSave === true ? 0 : 1
  const at = Math.max(start, nodes.findLastIndex(isTraining) + 1)
  return [...nodes.slice(0, at), ...added, ...nodes.slice(at)]
}

interface Asked {
  readonly by: string
  /** Only the projects of this billing account, only this project, or only this form. */
  readonly billing?: string
  readonly team?: string
  readonly form?: string
}

function onlyThese({ billing, team, form }: Asked) {
  if (form !== undefined) return sql`f.key = ${form}`
  return team === undefined ? sql`t.billing = ${billing ?? null}` : sql`t.id = ${team}`
}

const QuestionRow = z.object({ attribute: z.string() })

/** Returns the questions that the form had before and no longer has: its author removed them, and they stay away. */
async function removedByAuthor(
  tx: Transaction,
  form: string,
  { wanted, present }: { readonly wanted: readonly string[]; readonly present: ReadonlySet<string> },
): Promise<ReadonlySet<string>> {
  if (wanted.every((attribute) => present.has(attribute))) return new Set()
  const had = await rows(tx, QuestionRow, sql`select attribute from training_questions where form = ${form}`)
  return new Set(had.map(({ attribute }) => attribute).filter((attribute) => !present.has(attribute)))
}

/** Notes which questions the form got. A document that is withdrawn is forgotten, so it returns with its question. */
async function noteQuestions(tx: Transaction, form: string, attributes: readonly string[]): Promise<void> {
  const list = sql`select jsonb_array_elements_text(${JSON.stringify(attributes)}::jsonb)`
  await tx.execute(sql`delete from training_questions where form = ${form} and attribute not in (${list})`)
  await tx.execute(
    sql`insert into training_questions (form, attribute) select ${form}, one from (${list}) documents (one) on conflict do nothing`,
  )
}

/** Publishes the orientation forms of these projects with the training documents of their libraries. Returns their number. */
export async function followTraining(app: App, tx: Transaction, asked: Asked): Promise<number> {
  const forms = await rows(
    tx,
    FormRow,
    sql`select f.key, f.team, f.settings from forms f join teams t on t.id = f.team and not t.deleted
        where ${onlyThese(asked)} and exists (
          select 1 from automations a where a.form = f.key and a.class = ${trainingClass} and not a.deleted and not a.archived)
        order by f.key limit 1000`,
  )
  if (forms.length === 0) return 0
  const documents = await rows(
    tx,
    DocumentRow,
    sql`select d.key, t.id as team, d.model, d.file from teams t
        join libraries l on l.billing = t.billing and not l.deleted and l.type = ${trainingType}
        join library_documents d on d.library = l.key and not d.deleted and d.file is not null
        where t.id in ${[...new Set(forms.map(({ team }) => team))]} order by d.created_at, d.key limit 500`,
  )
  let changed = 0
  for (const { key, team, settings } of forms) {
    const form = fromJson<FormSettings>(settings as FormSettings | string)
    const wanted = new Map(documents.filter((one) => one.team === team).map((one) => [`${prefix}${one.key}`, nodeOf(one)]))
    const present = new Set(attributesIn(form.children))
    const removed = await removedByAuthor(tx, key, { wanted: [...wanted.keys()], present })
    const added = [...wanted].filter(([attribute]) => !present.has(attribute) && !removed.has(attribute)).map(([, node]) => node)
    const children = withNew(updated(form.children, wanted), added)
    const note = () => noteQuestions(tx, key, [...wanted.keys()])
    if (JSON.stringify(children) === JSON.stringify(form.children)) {
      await note()
      continue
    }
    const published = await publishForm(app, { key, team, settings: { ...form, children }, publishedBy: asked.by }, tx)
    if (published.ok) {
      changed++
      await note()
    } else app.log.warn({ form: key }, 'the training documents do not fit into the form')
  }
  return changed
}

const ReaderRow = z.object({ form: z.string(), public: z.boolean() })

/**
 * Returns whether the file is a training document of an orientation form that everybody may fill in, or that this
 * kiosk shows.
 */
export async function isTrainingFile(app: App, person: Person | undefined, file: string): Promise<boolean> {
  const found = await rows(
    app.storage.db,
    ReaderRow,
    sql`select f.key as form, f.public from library_documents d join libraries l on l.key = d.library and not l.deleted and l.type = ${trainingType}
        join teams t on t.billing = l.billing and not t.deleted
        join automations a on a.team = t.id and a.class = ${trainingClass} and not a.deleted and not a.archived
        join forms f on f.key = a.form and f.team = t.id where d.file = ${file} and not d.deleted limit 1000`,
  )
  return found.some((one) => one.public || person?.kiosk?.forms.includes(one.form) === true)
}
