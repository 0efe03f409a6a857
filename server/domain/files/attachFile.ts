import { createHash } from 'node:crypto'
import type { AnswerOf, BodyOf } from '../../../contract/endpoint.ts'
import { Refused } from '../../../contract/Refused.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { type Attachment, type attachFile as endpoint, attachedTo, fileAddress, previewOf } from '../../../contract/endpoints/uploads.ts'
import type { App } from '../app.ts'
import { applyWrite } from '../records/applyWrite.ts'
import { policyFor } from '../records/policies.ts'
import type { WriteHeaders } from '../records/writeHeaders.ts'
import { bytesOfBase64 } from './bytesOfBase64.ts'
import { fileName, mediaType, ownsUpload, takeUpload, type Uploader, type UploadRow, uploadRow } from './uploads.ts'
import { text } from '../../i18n/text.ts'

/** Attributes that the app itself stores in a record. They cannot be lists of files. */
const taken = new Set(['key', 'name', 'timestamp', 'title', 'titleStatus', 'subtitle', 'tags', 'deleted', 'team', 'path', 'id'])
const unsafe = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/

interface Attaching {
  /** The path of the record. */
  readonly path: string
  readonly attribute?: string | undefined
  readonly headers: WriteHeaders
  readonly body: BodyOf<typeof endpoint>
}

/**
 * Adds a file to a list of a record, once per key. Same write contract as a save: its only change is an item
 * with its own id, so concurrent changes of the list are kept. A file in the request is first stored as the
 * upload with that key. Throws Refused.
 */
export async function attachFile(
  app: App,
  uploader: Uploader,
  { path, attribute = attachedTo, headers, body }: Attaching,
): Promise<{ body: AnswerOf<typeof endpoint>; replayed: boolean }> {
  if (taken.has(attribute.split('.')[0] ?? '') || unsafe.test(attribute)) throw invalid('attribute', 'expected the name of a list of files')
  const { policy, segments } = policyFor(path)
  // Checks the permission before any bytes are stored.
  policy.write(segments, uploader)
  const row = await uploadOf(app, uploader, headers, body)
  const file: Attachment = {
    id: row.id,
    name: fileName(body.name),
    filename: fileName(body.name),
    type: mediaType(body.type),
    url: fileAddress(row.id),
    ...previewOf(row.id, mediaType(body.type)),
    size: row.size,
    sha256: row.sha256,
    ...(body.thumbnail !== undefined && { thumbnail: body.thumbnail }),
  }
  const named = body.files?.find(({ id }) => id === row.id)
  const answer = await applyWrite(app.storage, {
    method: 'PATCH',
    path,
    // Without a revision the change applies to the current record: a list grows, any other value is a
    // conflict.
    headers: { ...headers, baseRev: undefined },
    body: {
      payload: nested(attribute, [file]),
      feed: false,
      files: [named ?? { id: row.id, sha256: row.sha256, size: row.size }],
      clientAt: body.clientAt,
      skewMs: body.skewMs,
    },
    person: uploader.person,
  })
  return { body: { ...answer.body, success: true, returnUrl: 'reload', attribute, file }, replayed: answer.replayed }
}

async function uploadOf(app: App, uploader: Uploader, { opId }: WriteHeaders, body: Attaching['body']): Promise<UploadRow> {
  const { id, data, name, type } = body
  if ((id === undefined) === (data === undefined)) throw invalid('data', 'expected either data or the id of an upload')
  if (data !== undefined) {
    const bytes = bytesOfBase64(data, 'data')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const wish = { id: opId, sha256, size: bytes.length, filename: fileName(name), type: mediaType(type) }
    await takeUpload(app, uploader, wish, bytes).catch((error: unknown) => {
      if (!(error instanceof Refused && (error.code === 'upload_mismatch' || error.code === 'NOT_FOUND'))) throw error
      throw new Refused(422, 'key_reused', text('This key belongs to another file.'))
    })
  }
  const row = await uploadRow(app, id ?? opId)
  if (!row?.complete)
    throw new Refused(425, 'upload_missing', text('The file has not arrived yet.'), { details: [{ path: 'id', message: id ?? opId }] })
  if (!ownsUpload(row, uploader)) throw new Refused(403, 'FORBIDDEN', text('Another person sent this file.'))
  return row
}

const nested = (attribute: string, value: unknown): Model =>
  attribute.split('.').reduceRight<unknown>((inside, name) => ({ [name]: inside }), value) as Model

const invalid = (path: string, message: string) =>
  new Refused(400, 'INVALID', text('The file cannot be added.'), { details: [{ path, message }] })
