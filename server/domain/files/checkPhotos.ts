import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ExpressionError } from '../../../contract/forms/expression.ts'
import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import { isRaw, listIn, type Raw } from '../../../contract/forms/isRaw.ts'
import type { PhotoTexts } from '../../../contract/forms/options/defineSettings.ts'
import { parseTemplate, scopeOf } from '../../../contract/forms/template.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { longestPhotoText, mostPhotoTexts } from '../../../contract/endpoints/uploads.ts'
import type { TextReaderAnswer } from '../../adapters/text-reader/textReader.ts'
import { addJob, type Job } from '../../storage/addJob.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { keptForm, type PublishedForm, publishedForm } from '../forms/publishedForm.ts'
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

const known = new WeakMap<readonly unknown[], boolean>()

/** Whether a field of the form wants verdicts. Each save asks, so it is worked out once for each version. */
function wantsVerdicts(nodes: readonly unknown[]): boolean {
  const before = known.get(nodes)
  if (before !== undefined) return before
  const wants = nodes.filter(isRaw).some((node) => {
    const { children, subform } = node
    const inside = [children, subform].some((list) => Array.isArray(list) && wantsVerdicts(list))
    return inside || settingsOf(node['type'])?.photoTexts?.(node) !== undefined
  })
  known.set(nodes, wants)
  return wants
}

/** The key of the form in the path of its record. */
const formKeyIn = (path: string): string | undefined => /^forms\/([^/]*)/.exec(path)?.[1]

/** The form of the record with this path. */
export async function formOf(app: App, path: string): Promise<PublishedForm | undefined> {
  const key = formKeyIn(path)
  return key === undefined ? undefined : await publishedForm(app, key)
}

/** The same as it was read last (`keptForm`). */
export function keptFormOf(app: App, path: string): PublishedForm | undefined {
  const key = formKeyIn(path)
  return key === undefined ? undefined : keptForm(app, key)
}

/**
 * Returns the job that checks the photos of a save, or undefined when none needs a check. The photos of a device
 * without a connection are checked here: it could not ask when they were added.
 */
export function photosJobOf(
  app: App,
  { path, form, payload }: { readonly path: string; readonly form: PublishedForm; readonly payload: Raw },
): { kind: string; payload: Raw } | undefined {
  if (!wantsVerdicts(form.settings.children)) return undefined
  const unchecked = uncheckedOf(form.settings.children, payload)
  // Without a reader, photos stay without a verdict, so that one can be asked later.
  const needsJob = app.textReader.kind === 'none' ? unchecked.some(isLoading) : unchecked.length > 0
  return needsJob ? { kind: photosJob, payload: { path } } : undefined
}

/** The device made its save while it waited for a check. */
const isLoading = ({ item }: Unchecked) => item['loading'] === true

const RecordRow = z.object({ model: Model })
const FileRow = z.object({ size: z.number(), type: z.string() })

/**
 * Asks the text reader for the photos of a record that have no verdict yet, and stores each verdict at once. A photo
 * whose text the reader cannot read gets `valid: null`: it is accepted, and not asked about again (decision OQ-048);
 * so do photos above the limit of a record. When the reader fails for one photo, the others are still checked, and
 * the job is tried again.
 */
export async function checkPhotos(
  app: App,
  job: Pick<Job, 'key' | 'payload' | 'attempt'>,
  { mostPhotos = 50, longestMs = minutesToMilliseconds(5) } = {},
): Promise<void> {
  const path = String(job.payload['path'])
  const form = await formOf(app, path)
  if (!form) return
  const until = performance.now() + longestMs
  const nodes = form.settings.children
  const asked = new Set<string>()
  const failures: unknown[] = []
  /** Changes the photos without a verdict that `isMeant` names. */
  const store = (step: string, isMeant: (photo: Unchecked) => boolean, verdict: Raw) =>
    changeRecord(app.storage, {
      // Only steps of the same run share a key: a later attempt has the verdicts that failed before.
      key: `${job.key}:verdicts:${job.attempt}:${step}`,
      path,
      tenant: form.team,
      device: photosDevice,
      change(model) {
        const next = structuredClone(model)
        const found = uncheckedOf(nodes, next).filter(isMeant)
        for (const { item } of found) {
          const own = item as Record<string, unknown>
          delete own['loading']
          Object.assign(own, verdict)
        }
        return found.length > 0 ? next : undefined
      },
    })
  // Before any check, so that no photo stays loading without a reader, without its file or after a given-up job.
  const first = await uncheckedOfRecord(app, path, nodes)
  if (first.some(isLoading)) await store('loading', isLoading, {})
  if (app.textReader.kind === 'none') return
  const keys = [...new Set(first.map(keyOf))]
  const checked = new Set(keys.slice(0, mostPhotos))
  if (keys.length > mostPhotos) await store('rest', (photo) => !checked.has(keyOf(photo)), { valid: null })
  for (;;) {
    // Read again for each photo: the record may have changed during the check of the last one.
    const photo = (await uncheckedOfRecord(app, path, nodes)).find((each) => !asked.has(keyOf(each)))
    if (!photo || asked.size >= mostPhotos) break
    if (performance.now() > until) return await goOn(app, job, failures)
    const key = keyOf(photo)
    asked.add(key)
    try {
      const verdict = await verdictOn(app, photo, form.team)
      if (verdict) await store(String(asked.size), (each) => each.id === photo.id && keyOf(each) === key, verdict)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Leaves the other photos to a job of its own, so that this one ends within its lease. */
async function goOn(app: App, job: Pick<Job, 'key' | 'payload'>, failures: readonly unknown[]): Promise<void> {
  if (failures.length > 0) throw failures[0]
  await addJob(app.storage.db, { kind: photosJob, key: `${job.key}+`, payload: job.payload })
  app.storage.jobSignal.notify()
}

/** The photos of the stored record that have no verdict. */
async function uncheckedOfRecord(app: App, path: string, nodes: readonly unknown[]): Promise<Unchecked[]> {
  const [row] = await rows(app.storage.db, RecordRow, sql`select model from records where path = ${path} and not deleted`)
  return row ? uncheckedOf(nodes, row.model) : []
}

/** A photo that a record names twice with the same texts is read once. */
const keyOf = ({ id, texts, scope }: Unchecked) =>
  JSON.stringify([id, filled(texts.validation, scope), filled(texts.customValidation, scope)])

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
  for await (const part of await app.files.read(id)) parts.push(part as Buffer)
  const answer = await app.textReader.check(
    {
      validation: filled(texts.validation, scope),
      customValidation: filled(texts.customValidation, scope),
      type: file.type,
      image: Buffer.concat(parts).toString('base64'),
    },
    { patient: true },
  )
  return flagsOf(answer)
}

const flagsOf = ({ success, validationResults, manpower }: TextReaderAnswer): Raw => ({
  valid: success ?? null,
  ...(validationResults !== undefined && { validationResults }),
  ...(manpower !== undefined && { manpower }),
})

/** The expected texts with the answers of the form in place of the placeholders, cut to the limits; a faulty one is left out. */
const filled = (templates: readonly string[], answers: Raw): string[] =>
  templates.slice(0, mostPhotoTexts).flatMap((template) => {
    try {
      return [parseTemplate(template).fill(scopeOf(answers)).slice(0, longestPhotoText)]
    } catch (error) {
      if (error instanceof ExpressionError) return []
      throw error
    }
  })
