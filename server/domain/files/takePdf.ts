import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { Refused } from '../../../contract/Refused.ts'
import type { uploadPdf } from '../../../contract/endpoints/pdfUpload.ts'
import { fileAddress, fileIdIn, maxFileSize } from '../../../contract/endpoints/uploads.ts'
import type { App } from '../app.ts'
import { mayWrite } from '../records/mayWrite.ts'
import { rows } from '../../storage/database.ts'
import type { WriteHeaders } from '../records/writeHeaders.ts'
import { attachFile } from './attachFile.ts'
import { bytesOfBase64 } from './bytesOfBase64.ts'
import { readableFile } from './readableFile.ts'
import { fileName, takeUpload, type Uploader } from './uploads.ts'
import { text } from '../../i18n/text.ts'

export interface PdfWish {
  /** Path of the record that will refer to the file. */
  readonly path: string
  /** The key is the id of the file. */
  readonly headers: WriteHeaders
  readonly pdf: { readonly name: string; readonly bytes: Uint8Array } | undefined
  readonly pdfUri: string | undefined
}

/**
 * Stores a PDF for a record, if the caller may write there; a record that exists gets it in its list of files. Throws Refused INVALID, TOO_LARGE, NOT_FOUND, or
 * the refusals of the policy.
 */
export async function takePdf(app: App, uploader: Uploader, wish: PdfWish): Promise<AnswerOf<typeof uploadPdf>> {
  await mayWrite(app, uploader, wish.path)
  const { name, bytes } = await pdfOf(app, uploader, wish)
  if (bytes.length > maxFileSize) throw new Refused(413, 'TOO_LARGE', text('A file can be at most 25 MB.'))
  if (!Buffer.from(bytes.subarray(0, 1024)).toString('latin1').includes('%PDF-')) throw invalid('pdf', 'expected a PDF file')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const filename = fileName(/\.pdf$/i.test(name) ? name : `${name || 'document'}.pdf`)
  const { opId } = wish.headers
  const file = { id: opId, sha256, size: bytes.length, filename, type: 'application/pdf' }
  await takeUpload(app, uploader, file, bytes)
  if (await isStored(app, wish.path))
    await attachFile(app, uploader, { path: wish.path, headers: wish.headers, body: { id: opId, name: filename, type: file.type } })
  return { opId, id: opId, filename, url: fileAddress(opId), size: bytes.length, sha256 }
}

const isStored = async ({ storage }: App, path: string): Promise<boolean> =>
  (await rows(storage.db, sql`select 1 from records where path = ${path} and not deleted`)).length > 0

async function pdfOf(app: App, uploader: Uploader, { pdf, pdfUri }: PdfWish): Promise<{ name: string; bytes: Uint8Array }> {
  if ((pdf === undefined) === (pdfUri === undefined)) throw invalid('pdf', 'expected either pdf (a file) or pdfUri (an address)')
  if (pdf) return pdf
  const uri = pdfUri ?? ''
  if (/^data:application\/pdf(?:;[\w=.-]+)*;base64,/i.test(uri)) return { name: 'document.pdf', bytes: bytesOfBase64(uri, 'pdfUri') }
  // Never fetch another server: a caller could use this one to reach its internal network (SSRF).
  const id = fileIdIn(uri)
  if (id === undefined) throw invalid('pdfUri', 'expected data:application/pdf;base64, and the file, or /api/files/ and its id')
  const file = await readableFile(app, uploader, id)
  const parts: Buffer[] = []
  for await (const part of await app.files.read(file.id)) parts.push(part as Buffer)
  return { name: file.filename, bytes: Buffer.concat(parts) }
}

const invalid = (path: string, message: string) =>
  new Refused(400, 'INVALID', text('The PDF cannot be added.'), { details: [{ path, message }] })
