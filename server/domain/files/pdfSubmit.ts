import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { nonConformingFields } from '../../../contract/forms/PdfConfig.ts'
import { pdfRecord } from '../../../contract/forms/pdfRecord.ts'
import { SubmittedAttachment } from '../../../contract/endpoints/pdfUpload.ts'
import type { Model, SaveAnswer } from '../../../contract/endpoints/records.ts'
import { fileAddress, fileIdIn, maxFileSize } from '../../../contract/endpoints/uploads.ts'
import type { App } from '../app.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { applyWrite } from '../records/applyWrite.ts'
import { mayWrite } from '../records/mayWrite.ts'
import type { WriteHeaders } from '../records/writeHeaders.ts'
import { fieldsOf } from './pdfFieldsOf.ts'
import { readableFile } from './readableFile.ts'
import { fileName, mediaType, takeUpload, type Uploader } from './uploads.ts'
import { text } from '../../i18n/text.ts'

export interface Part {
  readonly name: string
  readonly type: string
  readonly size: number
  /** Reads the bytes on demand: only one part is in memory at a time. */
  bytes(): Promise<Uint8Array>
}

export interface PdfSubmit {
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly headers: WriteHeaders
  readonly pdf: Part
  /** The text of the part `attachments`. */
  readonly attachments: string | undefined
  /** Files by the name of their part. */
  readonly inline: ReadonlyMap<string, Part>
}

const Attachments = z.array(SubmittedAttachment).check(z.maxLength(100))

/**
 * Stores the files and saves the record that refers to them. Idempotent by key. Throws Refused INVALID,
 * TOO_LARGE, or the refusals of the policy and of the save.
 */
export async function submitPdf(app: App, uploader: Uploader, submit: PdfSubmit): Promise<{ body: SaveAnswer; replayed: boolean }> {
  const { method, path, headers } = submit
  const list = readList(submit.attachments)
  await mayWrite(app, uploader, path)
  if (submit.pdf.size > maxFileSize) throw tooLarge()
  const { values, title } = await fieldsOf(await submit.pdf.bytes())
  const pdf = await keep(app, uploader, headers, 'pdf', { ...submit.pdf, name: pdfName(submit.pdf.name), type: 'application/pdf' })
  const files = [pdf]
  const attachments: Model[] = []
  for (const { id, filename, url } of list) {
    if (url !== undefined) {
      attachments.push(await known(app, uploader, { filename, url }))
      continue
    }
    const part = submit.inline.get(id)
    if (!part) throw invalid(`attachments.${id}`, 'expected a url, or a part of the body under this id')
    const file = await keep(app, uploader, headers, id, { ...part, name: filename })
    files.push(file)
    attachments.push(file)
  }
  const [place, form = ''] = path.split('/')
  const rules = place === 'forms' ? ((await publishedForm(app, form))?.settings.pdf?.nonConforming ?? []) : []
  const wrong = nonConformingFields(rules, values)
  const payload: Model = {
    ...(method === 'POST'
      ? { key: path.split('/').at(-1), title: title ?? pdf.filename, titleStatus: 'Processing', tags: ['Processing'], deleted: false }
      : {}),
    [pdfRecord.file]: [pdf],
    [pdfRecord.fields]: values,
    ...(wrong.length > 0 && { [pdfRecord.nonConforming]: wrong }),
    ...(submit.attachments !== undefined && { [pdfRecord.attachments]: attachments }),
  }
  const body = { payload, files: files.map(({ id, sha256, size }) => ({ id, sha256, size })) }
  const done = await applyWrite(app.storage, { method, path, headers, body, person: uploader.person })
  return { body: done.body as SaveAnswer, replayed: done.replayed }
}

function readList(text: string | undefined) {
  if (text === undefined) return []
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw invalid('attachments', 'expected a list in JSON')
  }
  const read = Attachments.safeParse(list)
  if (read.success) return read.data
  throw invalid(['attachments', ...(read.error.issues[0]?.path ?? [])].join('.'), read.error.issues[0]?.message ?? 'expected a list')
}

const pdfName = (name: string) => (/\.pdf$/i.test(name) ? name : `${name || 'document'}.pdf`)

/**
 * Stores a part as a file. Its id is derived from the key of the call, so a repeated call creates no second
 * file.
 */
async function keep(app: App, uploader: Uploader, { opId }: WriteHeaders, name: string, part: Part) {
  if (part.size === 0) throw invalid(name, 'expected a file that is not empty')
  if (part.size > maxFileSize) throw tooLarge()
  const bytes = await part.bytes()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { id: idOf(`${opId}/${name}`), sha256, size: bytes.length, filename: fileName(part.name), type: mediaType(part.type) }
  await takeUpload(app, uploader, file, bytes)
  return { ...file, name: file.filename, url: fileAddress(file.id) }
}

const tooLarge = () => new Refused(413, 'TOO_LARGE', text('A file can be at most 25 MB.'))

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function idOf(text: string): string {
  return [...createHash('sha256').update(text).digest().subarray(0, 20)].map((byte) => letters[byte % letters.length]).join('')
}

/** Returns a file that this server already has, if the caller may read it. */
async function known(app: App, uploader: Uploader, { filename, url }: { filename: string; url: string }): Promise<Model> {
  const id = fileIdIn(url)
  if (id === undefined) throw invalid('attachments.url', 'expected /api/files/ and the id of a file; send other files as parts')
  const { size, sha256, type } = await readableFile(app, uploader, id)
  return { id, filename, name: filename, url, type, size, sha256 }
}

const invalid = (path: string, message: string) =>
  new Refused(400, 'INVALID', text('The PDF cannot be added.'), { details: [{ path, message }] })
