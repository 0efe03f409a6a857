import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ExpressionError } from '../../../contract/forms/expression.ts'
import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import { isRaw, listIn, type Raw } from '../../../contract/forms/isRaw.ts'
import type { PhotoTexts } from '../../../contract/forms/options/defineSettings.ts'
import { parseTemplate, scopeOf } from '../../../contract/forms/template.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import type { TextReaderAnswer } from '../../adapters/text-reader/textReader.ts'
import type { Job } from '../../storage/addJob.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { type PublishedForm, publishedForm } from '../forms/publishedForm.ts'
import { changeRecord, photosDevice } from '../records/changeRecord.ts'

/** Kind of the job that checks the photos of a save. */
export const photosJob = 'photos'

/** A longer file is not sent to the text reader; devices make photos smaller than this. */
const mostBytes = 4 * 1024 * 1024

/** An attachment without a verdict, and the texts that its field expects on it. `scope`: the answers around it. */
interface Unchecked {
  readonly item: Raw
  readonly id: string
  readonly texts: PhotoTexts
  readonly scope: Raw
}

const at = (model: Raw, attribute: string): unknown =>
  attribute.split('.').reduce<unknown>((part, name) => (isRaw(part) ? part[name] : undefined), model)

const isUnchecked = (item: unknown): item is Raw & { id: string } =>
  isRaw(item) &&
  typeof item['id'] === 'string' &&
  String(item['type']).startsWith('image/') &&
  item['url'] !== '' &&
  item['valid'] === undefined

/** The photos without a verdict in fields that want one, also inside groups and lists. */
function uncheckedIn(nodes: readonly unknown[], model: Raw): Unchecked[] {
  return nodes.filter(isRaw).flatMap((node): Unchecked[] => {
    const { attribute, children, subform } = node
    if (Array.isArray(children)) return uncheckedIn(children, model)
    if (typeof attribute !== 'string') return []
    const value = listIn(at(model, attribute))
    if (Array.isArray(subform)) return value.filter(isRaw).flatMap((item) => uncheckedIn(subform, item))
    const texts = settingsOf(node['type'])?.photoTexts?.(node)
    return texts ? value.filter(isUnchecked).map((item) => ({ item, id: item.id, texts, scope: model })) : []
  })
}

/** An execution form stores its answers one level deeper (decision OQ-022). */
const uncheckedOf = (nodes: readonly unknown[], model: Raw): Unchecked[] =>
  isRaw(model['model']) ? [...uncheckedIn(nodes, model), ...uncheckedIn(nodes, model['model'])] : uncheckedIn(nodes, model)

const formOf = async (app: App, path: string) => {
  const [area, key] = path.split('/')
  return area === 'forms' && key !== undefined ? await publishedForm(app, key) : undefined
}

/**
 * Returns the job that checks the photos of a save, or undefined when none needs a check. The photos of a device
 * without a connection are checked here: it could not ask when they were added.
 */
export async function photosJobOf(app: App, path: string, payload: unknown): Promise<{ kind: string; payload: Raw } | undefined> {
  // Photos stay without a verdict, so that a reader can be asked later.
  if (app.textReader.kind === 'none') return undefined
  const form = isRaw(payload) ? await formOf(app, path) : undefined
  if (!form || !isRaw(payload) || uncheckedOf(form.settings.children, payload).length === 0) return undefined
  return { kind: photosJob, payload: { path } }
}

const RecordRow = z.object({ model: Model })
const FileRow = z.object({ size: z.number(), type: z.string() })

/**
 * Asks the text reader for the photos of a record that have no verdict yet, and stores its verdicts. A photo whose
 * text the reader cannot read gets `valid: null`: it is accepted, and not asked about again (decision OQ-048).
 * When the reader fails for one photo, the verdicts of the others are stored, and the job is tried again.
 */
export async function checkPhotos(app: App, job: Pick<Job, 'key' | 'payload' | 'attempt'>): Promise<void> {
  if (app.textReader.kind === 'none') return
  const path = String(job.payload['path'])
  const form = await formOf(app, path)
  const [row] = await rows(app.storage.db, RecordRow, sql`select model from records where path = ${path} and not deleted`)
  if (!form || !row) return
  const nodes = form.settings.children
  const verdicts = new Map<string, Raw>()
  const failures: unknown[] = []
  for (const photo of uncheckedOf(nodes, row.model)) {
    try {
      const verdict = await verdictOn(app, photo, form.team)
      if (verdict) verdicts.set(photo.id, verdict)
    } catch (error) {
      failures.push(error)
    }
  }
  if (verdicts.size > 0) await storeVerdicts(app, { job, path, form, verdicts })
  if (failures.length > 0) throw failures[0]
}

interface Verdicts {
  readonly job: Pick<Job, 'key' | 'attempt'>
  readonly path: string
  readonly form: PublishedForm
  readonly verdicts: ReadonlyMap<string, Raw>
}

async function storeVerdicts(app: App, { job, path, form, verdicts }: Verdicts): Promise<void> {
  const nodes = form.settings.children
  await changeRecord(app.storage, {
    // A later attempt has the verdicts that failed before.
    key: `${job.key}:verdicts:${job.attempt}`,
    path,
    tenant: form.team,
    device: photosDevice,
    change(model) {
      const next = structuredClone(model)
      const found = uncheckedOf(nodes, next).filter(({ id }) => verdicts.has(id))
      for (const { item, id } of found) {
        const own = item as Record<string, unknown>
        delete own['loading']
        Object.assign(own, verdicts.get(id))
      }
      return found.length > 0 ? next : undefined
    },
  })
}

/** Undefined without a file of this project: a record can name any id, and another company's file is not read. */
async function verdictOn(app: App, { id, texts, scope }: Unchecked, team: string): Promise<Raw | undefined> {
  const [file] = await rows(
    app.storage.db,
    FileRow,
    sql`select size::int as size, type from files where id = ${id} and tenant = ${team} and complete`,
  )
  if (!file) return undefined
  if (file.size > mostBytes) return { valid: null }
  const parts: Buffer[] = []
  for await (const part of app.files.read(id)) parts.push(part as Buffer)
  const answer = await app.textReader.check({
    validation: filled(texts.validation, scope),
    customValidation: filled(texts.customValidation, scope),
    type: file.type,
    image: Buffer.concat(parts).toString('base64'),
  })
  return flagsOf(answer)
}

const flagsOf = ({ success, validationResults, manpower }: TextReaderAnswer): Raw => ({
  valid: success ?? null,
  ...(validationResults !== undefined && { validationResults }),
  ...(manpower !== undefined && { manpower }),
})

/** The expected texts with the answers of the form in place of the placeholders; a faulty one is left out. */
const filled = (templates: readonly string[], answers: Raw): string[] =>
  templates.flatMap((template) => {
    try {
      return [parseTemplate(template).fill(scopeOf(answers))]
    } catch (error) {
      if (error instanceof ExpressionError) return []
      throw error
    }
  })
