import { fileLink } from '../../../contract/rules/fileLink.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { PdfAttachment, PdfConfig, PdfMark, PdfValues } from '../../../contract/forms/PdfConfig.ts'
import '../../../contract/forms/functions/allFunctions.ts'
import { pdfRecord } from '../../../contract/forms/pdfRecord.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { parseTemplate, scopeOf } from '../../../contract/forms/template.ts'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { initHash } from '../../engine/initHash.ts'
import { blobOfDataUrl } from '../../lib/blobOfDataUrl.ts'
import { today } from '../../lib/formatDate.ts'
import { newId } from '../../lib/newId.ts'
import { getFile } from '../../store/files/addBlob.ts'
import { type Draft, type DraftVisit, freshVisit, visitDraft } from '../../store/drafts/saveDraft.ts'
import { pendingModel } from '../../store/outbox/pending.ts'
import type { Kept } from './filling.ts'

/** One opening of a PDF form, before its document is loaded. */
export interface Opening {
  readonly config: PdfConfig
  readonly name: string
  /** The path that the page gives; it ends in `/:new` for a new record. Key of the draft. */
  readonly path: string
  readonly isNew: boolean
  readonly recordPath: string
  readonly found: Model
  readonly rev: number
  /** The bytes of the document, or its address. */
  readonly source: string | Blob
  /** Address on our own origin: the document viewer can fetch it, and the device can store it. */
  readonly address: string | undefined
  readonly initHash: string
  readonly visit: DraftVisit | undefined
  readonly kept: Kept | undefined
  readonly restoredAt: number | undefined
  /** The form can't be filled in: the record belongs to another person, or the form is read-only. */
  readonly readOnly: boolean
  readonly attachments: readonly PdfAttachment[]
  readonly fill: (text: string) => string
  /** The device can't store anything now. */
  readonly storeFailed: boolean
}

/** The document is on another website; the browser does not allow this app to read it. */
export class ForeignSource extends Error {}

const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value.filter(isModel) as T[]) : [])

const isMark = ({ id, kind, page, rect }: PdfMark) =>
  typeof id === 'string' &&
  typeof kind === 'string' &&
  Number.isInteger(page) &&
  Array.isArray(rect) &&
  rect.length === 4 &&
  rect.every(Number.isFinite)

/** Returns the readable parts of a draft. */
export function keptIn({ body }: Pick<Draft, 'body'>): Kept {
  const marks = listOf<PdfMark>(body['marks']).filter(isMark)
  const read = body[pdfRecord.read]
  return {
    values: isModel(body[pdfRecord.fields]) ? (body[pdfRecord.fields] as PdfValues) : {},
    marks,
    attachments: listOf<PdfAttachment>(body[pdfRecord.attachments]),
    read: typeof read === 'number' ? read : 0,
  }
}

export const draftOf = ({ values, marks, attachments, read }: Kept): Model => ({
  [pdfRecord.fields]: values,
  [pdfRecord.attachments]: attachments,
  [pdfRecord.read]: read,
  marks,
})

function fillOf({ auth, person, owner }: PageData): (text: string) => string {
  const scope = scopeOf({ person: { ...person?.model, uid: auth?.uid, name: auth?.name }, date: today(), owner })
  return (text) => {
    try {
      return parseTemplate(text).fill(scope)
    } catch {
      return text
    }
  }
}

/**
 * Returns the document of a record: the filled-in one if it exists. Bytes that are not sent yet are read from
 * the device.
 */
async function sourceOf(config: PdfConfig, found: Model): Promise<Pick<Opening, 'source' | 'address'>> {
  const [file] = listOf<Attachment>(found[pdfRecord.file])
  const here = file?.id ? await getFile(file.id).catch(() => undefined) : undefined
  if (here) return { source: here, address: undefined }
  const link = (file && fileLink(file)) ?? config.source
  const inline = blobOfDataUrl(link)
  if (inline) return { source: inline, address: undefined }
  if (!URL.canParse(link, location.origin) || new URL(link, location.origin).origin !== location.origin) throw new ForeignSource(link)
  const { href } = new URL(link, location.origin)
  return { source: href, address: href }
}

function recordOf(data: PageData, address: string): Pick<NonNullable<PageData['record']>, 'path' | 'rev' | 'model'> {
  return data.record ?? { path: `${address.replace(/^\/api\//, '').replace(/\.json(?:\?.*)?$/s, '')}/:new`, rev: 0, model: {} }
}

const isReadOnly = ({ componentConfig }: PageData, config: PdfConfig): boolean =>
  config.forceReadonly === true || componentConfig?.readOnly === true

function recordPathOf(path: string, draft: Draft | undefined): string {
  return draft?.recordPath ?? (path.endsWith('/:new') ? path.replace(/:new$/, newId()) : path)
}

/** The mark of the files that belong to this opening. */
export const draftIdOf = ({ recordPath }: Pick<Opening, 'recordPath'>): string => recordPath.split('/').at(-1) ?? recordPath

function attachmentsOf(found: Model, config: PdfConfig): readonly PdfAttachment[] {
  const own = listOf<PdfAttachment>(found[pdfRecord.attachments])
  return own.length > 0 ? own : (config.attachments ?? [])
}

/**
 * Opens the form of a page: the person's own pending submits over the server's copy, and the draft over both
 * (spec/1 §4.6). Calls `begin` as soon as the document is known. @throws ForeignSource
 */
export async function openPdfForm(data: PageData, address: string, begin?: (source: Opening['source']) => void): Promise<Opening> {
  const config = data.form?.pdf
  if (!config) throw new Error('The page has no document')
  const record = recordOf(data, address)
  const { path } = record
  const isNew = path.endsWith('/:new')
  const readOnly = isReadOnly(data, config)
  let storeFailed = false
  const failed = () => {
    storeFailed = true
    return undefined
  }
  const pending = isNew ? undefined : await pendingModel(path, record.model, record.rev).catch(failed)
  const { model: found, rev } = pending ?? record
  const { source, address: link } = await sourceOf(config, found)
  begin?.(source)
  const hash = await initHash({ path, component: data.component, model: { ...found, source: config.source } })
  // Independent of the setting for recovery: a draft never leaves the device, so it is no export (decision OQ-198).
  const visit = readOnly ? undefined : await visitDraft(path, hash).catch(() => failed() ?? freshVisit(path, hash))
  const draft = visit?.draft
  return {
    config,
    name: data.form?.name ?? '',
    path,
    isNew,
    recordPath: recordPathOf(path, draft),
    found,
    rev,
    source,
    address: link,
    initHash: hash,
    visit,
    kept: draft && keptIn(draft),
    restoredAt: draft?.updatedAt,
    readOnly,
    attachments: attachmentsOf(found, config),
    fill: fillOf(data),
    storeFailed,
  }
}
