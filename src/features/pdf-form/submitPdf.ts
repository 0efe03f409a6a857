import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { PdfAttachment } from '../../../contract/forms/PdfConfig.ts'
import { pdfRecord } from '../../../contract/forms/pdfRecord.ts'
import { endpoint } from '../../../contract/endpoint.ts'
import { autoFeed, type Model, RecordSave, saveRecord } from '../../../contract/endpoints/records.ts'
import { recordTitle } from '../../../contract/forms/recordTitle.ts'
import { scopeOf } from '../../../contract/forms/template.ts'
import { type Attachment, fileAddress, maxFileSize } from '../../../contract/endpoints/uploads.ts'
import { blobOfDataUrl } from '../../lib/blobOfDataUrl.ts'
import { addBlob } from '../../store/files/addBlob.ts'
import { queue } from '../../store/outbox/queue.ts'
import type { Filling } from './filling.ts'
import type { Opening } from './openPdfForm.ts'
import { ownFiles } from './recovery.ts'
import { type FormField, nonConforming, type Value } from './formFields.ts'

/** The filled document exceeds the server's limit. */
export class TooLarge extends Error {}

export const filenameOf = ({ config, name, fill }: Pick<Opening, 'config' | 'name' | 'fill'>): string => {
  const wanted =
    fill(config.shareFilename ?? name)
      .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
      .trim() || 'document'
  return /\.pdf$/i.test(wanted) ? wanted : `${wanted}.pdf`
}

const isAnswer = (value: Value) => (typeof value === 'boolean' ? value : value.length > 0)

/** The file often stores a choice as a number: the record gets its label. */
const wordsOf = (field: FormField | undefined, value: Value): Value =>
  field?.fieldType === 'radio' ? (field.options.find((option) => option.value === value)?.label ?? value) : value

function titleOf({ form }: PageData, answers: Model, name: string): string {
  if (!form?.recordTitle) return name
  try {
    return recordTitle(form.recordTitle, scopeOf(answers)) || name
  } catch {
    return name
  }
}

/**
 * Files inside the settings or the record, as data URLs, become separate files: they are sent and stored like
 * all others.
 */
const withoutInline = (items: readonly PdfAttachment[], draftId: string): Promise<PdfAttachment[]> =>
  Promise.all(
    items.map(async (item) => {
      const bytes = blobOfDataUrl(item.url)
      if (!bytes) return item
      const kept = await addBlob({ bytes, type: bytes.type, filename: item.filename, draftId })
      return { ...item, ...kept, type: bytes.type, url: fileAddress(kept.id) }
    }),
  )

interface Filled {
  readonly opening: Opening
  readonly fields: readonly FormField[]
  readonly filling: Filling
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly pages: number
}

/**
 * Returns the record's values of a filled document, and the files that the device must send for it. @throws
 * TooLarge, NotSaved
 */
export async function filledOf({ opening, fields, filling, bytes, pages }: Filled) {
  const { config, recordPath } = opening
  if (bytes.length > maxFileSize) throw new TooLarge()
  const filename = filenameOf(opening)
  const draftId = recordPath.split('/').at(-1) ?? recordPath
  const kept = await addBlob({ bytes: new Blob([bytes], { type: 'application/pdf' }), type: 'application/pdf', filename, draftId })
  const file: Attachment = { ...kept, name: filename, filename, type: 'application/pdf', url: fileAddress(kept.id) }
  const secret = new Set(fields.filter(({ password }) => password).map((field) => field.name))
  const byName = new Map(fields.map((field) => [field.name, field]))
  const answers = Object.fromEntries(
    Object.entries(filling.values()).flatMap(([field, value]) =>
      secret.has(field) || !isAnswer(value) ? [] : [[field, wordsOf(byName.get(field), value)]],
    ),
  )
  const attachments = await withoutInline(filling.attachments(), draftId)
  const inline = attachments.filter(({ url }) => !filling.attachments().some((item) => item.url === url))
  const wrong = nonConforming(fields, filling.values(), config).map(({ label }) => label)
  const filled: Model = {
    [pdfRecord.file]: [file],
    [pdfRecord.fields]: answers,
    [pdfRecord.attachments]: attachments,
    ...(wrong.length > 0 && { [pdfRecord.nonConforming]: wrong }),
    [pdfRecord.read]: { highest: filling.read(), pages },
  }
  const sent = ({ id, sha256 = '', size = 0 }: Pick<PdfAttachment, 'id' | 'sha256' | 'size'>) => ({ id, sha256, size })
  return { filled, answers, files: [sent(kept), ...ownFiles(filling, opening), ...inline.map(sent)] }
}

interface Submit extends Filled {
  readonly data: PageData
  readonly address: string
}

/**
 * Puts the filled document into the outbox, with its files and values: then it can't be lost, and is
 * delivered once. @throws TooLarge, NotSaved
 */
export async function submitPdf({ data, address, ...document }: Submit): Promise<{ opId: string }> {
  const { config, name, path, isNew, recordPath, found, rev, initHash, visit } = document.opening
  const { filled, answers, files } = await filledOf(document)
  const title = titleOf(data, { [pdfRecord.fields]: answers }, name)
  const { [pdfRecord.nonConforming]: _, ...before } = found
  const payload: Model = {
    ...before,
    ...(isNew ? { key: recordPath.split('/').at(-1), name } : {}),
    title,
    titleStatus: 'Processing',
    tags: ['Processing'],
    deleted: false,
    ...filled,
  }
  const body = { payload, feed: autoFeed, files, ...(isNew ? {} : { base: found }) }
  const options = {
    blobIds: files.map(({ id }) => id),
    initHash,
    baseRev: isNew ? 0 : rev,
    ...(visit && { draft: { path, initHash: visit.key } }),
    title,
    address,
  }
  if (config.save === undefined) return await queue(saveRecord, { '*': recordPath }, body, options)
  const url = config.save.replace(/:new$/, recordPath.split('/').at(-1) ?? '')
  const own = endpoint({ method: isNew ? 'POST' : 'PATCH', path: url, whenOffline: 'queued', access: 'link', body: RecordSave })
  return await queue(own, undefined as never, body, { ...options, record: url.replace(/^\/api\/(?:data\/)?/, '') })
}
