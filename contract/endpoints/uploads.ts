import * as z from 'zod/mini'
import { addressOf, endpoint } from '../endpoint.ts'
import { Id, RecordPath, SaveAnswer } from './records.ts'

/**
 * Files are uploaded with tus 1.0 at /api/uploads (creation, termination, expiration), separately from the
 * record that refers to them. The upload's address is derived from the file's id, so that a repeated creation
 * is the same upload: POST /api/uploads answers `Location: /api/uploads/<id>`. `Upload-Metadata` keys (values
 * base64, as in tus): id, sha256 (64 hex digits), filename, type. When the bytes do not match the sha256, the
 * server refuses the finished upload with 460 and deletes it, so that the device sends it again.
 */
export const uploadsPath = '/api/uploads'

/** Maximum bytes of a file; the server enforces it (spec/1 §5, decision OQ-046). */
export const maxFileSize = 25 * 1024 * 1024
/** Bytes of one PATCH. */
export const uploadChunk = 256 * 1024

/** The address of an uploaded file. Known before the upload, so that records never change after it. */
export const fileAddress = (id: string) => `/api/files/${id}`

/** The id in such an address; undefined for any other text. */
export const fileIdIn = (address: string): string | undefined => /^\/api\/files\/([A-Za-z0-9]{20})$/.exec(address)?.[1]

/** The server's confirmation that a file is complete. */
export const UploadReceipt = z.object({ id: z.string(), size: z.number(), sha256: z.string() })
export type UploadReceipt = z.output<typeof UploadReceipt>

/** 404 while the file is not complete. */
export const getUploadReceipt = endpoint({
  method: 'GET',
  path: '/api/files/:id/receipt',
  whenOffline: 'refused',
  access: 'link',
  params: z.object({ id: Id }),
  answer: UploadReceipt,
})

/**
 * A file inside a record (spec/1 §3). `id` is the upload's, `url` its address; the other attributes come from
 * the device.
 */
export const Attachment = z.object({
  id: Id,
  name: z.string(),
  filename: z.string(),
  type: z.string(),
  url: z.string(),
  size: z.optional(z.number()),
  sha256: z.optional(z.string()),
  loading: z.optional(z.boolean()),
  valid: z.optional(z.nullable(z.boolean())),
  validationResults: z.optional(z.unknown()),
  manpower: z.optional(z.unknown()),
  /** A photo: the address of a PDF page with it (previewOf). */
  previewUrl: z.optional(z.string()),
  /** A small JPEG data URL (100×100), so that lists show a picture before the file is uploaded. */
  thumbnail: z.optional(z.string()),
})
export type Attachment = z.output<typeof Attachment>

/** Pen strokes as data: points are [x, y, pressure] in units of the pad's width, to draw them at any size. */
export const Strokes = z.array(z.array(z.tuple([z.number(), z.number(), z.number()])))
export type Strokes = z.output<typeof Strokes>

/** A signature is a list with one item (spec/1 §3): the stamped PNG, with its strokes and stamp. */
export const SignatureItem = z.object({
  id: Id,
  filename: z.string(),
  url: z.string(),
  size: z.optional(z.number()),
  sha256: z.optional(z.string()),
  signatory: z.optional(z.string()),
  timestamp: z.optional(z.string()),
  strokes: z.optional(Strokes),
  /** The name, when it was typed instead of drawn. */
  typed: z.optional(z.string()),
})
export type SignatureItem = z.output<typeof SignatureItem>

/** Limits of the texts that a photo is compared with; the job of a save cuts longer ones. */
export const mostPhotoTexts = 20
export const longestPhotoText = 200
const photoTextList = () => z.array(z.string().check(z.maxLength(longestPhotoText))).check(z.maxLength(mostPhotoTexts))

/** Optional check of a photo's text (spec/1 §7); sets the valid flag only. */
export const textValidate = endpoint({
  method: 'POST',
  path: '/api/attachment/textValidate',
  whenOffline: 'refused',
  access: 'link',
  body: z.object({
    validation: photoTextList(),
    customValidation: photoTextList(),
    type: z.string(),
    image: z.string(),
  }),
  answer: z.object({ success: z.optional(z.boolean()), validationResults: z.optional(z.unknown()), manpower: z.optional(z.unknown()) }),
})

/** The bytes of a PDF (application/pdf), not JSON. */
const PdfBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/**
 * Returns a PDF of one page with the picture (JPEG or PNG, upright, inside margins). `image` is base64, with
 * or without the prefix `data:…,`.
 */
export const imageToPdf = endpoint({
  method: 'POST',
  path: '/api/image2pdf',
  whenOffline: 'refused',
  access: 'link',
  body: z.object({ type: z.string(), image: z.string() }),
  answer: PdfBytes,
})

/** The same for a file on the server; `url` must be its address (fileAddress). */
export const fileToPdf = endpoint({
  method: 'GET',
  path: '/api/image2pdf',
  whenOffline: 'refused',
  access: 'link',
  query: z.object({ url: z.string() }),
  answer: PdfBytes,
})

/** The preview of a file, for its record: a JPEG or PNG picture as a PDF page. Other files have none. */
export const previewOf = (id: string, type: string): Pick<Attachment, 'previewUrl'> =>
  /^image\/(?:jpeg|png)$/.test(type) ? { previewUrl: addressOf(fileToPdf, {}, { url: fileAddress(id) }) } : {}

/**
 * Adds one file to a list of a record, without a save of its form (field type `file-attachments`). The
 * address is `/api/attach/` and the path of the record; `attribute` names the list. Creates the record when
 * it does not exist yet. The write headers make it idempotent.
 *
 * There are two ways to send the bytes: `data` has them (base64), for programs; or `id` names a finished
 * upload, so that a phone can send 25 MB in resumable parts. Devices use `id`: the outbox uploads first, and
 * the operation stays small.
 */
export const attachFile = endpoint({
  method: 'POST',
  path: '/api/attach/*',
  whenOffline: 'queued',
  access: 'link',
  params: z.object({ '*': RecordPath }),
  query: z.object({
    attribute: z.optional(z.string().check(z.regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/, 'expected a name such as files or model.files'))),
  }),
  body: z.object({
    type: z.string().check(z.maxLength(200)),
    name: z.string().check(z.minLength(1), z.maxLength(400)),
    data: z.optional(z.string()),
    id: z.optional(Id),
    /** A small JPEG or PNG data URL of a picture. */
    thumbnail: z.optional(
      z.string().check(z.maxLength(60_000), z.regex(/^data:image\/(?:jpeg|png);base64,[A-Za-z0-9+/=]+$/, 'expected a picture as data URL')),
    ),
    files: z.optional(z.array(z.object({ id: Id, sha256: z.string(), size: z.number() })).check(z.maxLength(1))),
    clientAt: z.optional(z.string()),
    skewMs: z.optional(z.number()),
  }),
  answer: z.extend(SaveAnswer, { success: z.boolean(), attribute: z.string(), file: Attachment }),
})

/** The default list for a file when the address names none. */
export const attachedTo = 'files'
