import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, RecordPath, SaveAnswer } from './records.ts'

/**
 * Files travel by tus 1.0 at /api/uploads (creation, termination, expiration), apart from the record that names them.
 * The upload's address is made from the file's id, so that creating it twice is the same upload: POST /api/uploads answers `Location: /api/uploads/<id>`.
 * `Upload-Metadata` keys (values base64 as tus says): id, sha256 (64 hex digits), filename, type. A finished upload whose bytes do not match
 * the sha256 is refused with 460 and thrown away, so the device sends it again.
 */
export const uploadsPath = '/api/uploads'

/** Bytes; the server sets the limit of a file (spec/1 §5, decision OQ-046). */
export const maxFileSize = 25 * 1024 * 1024
/** Bytes of one PATCH. */
export const uploadChunk = 256 * 1024

/** Where a file is read once it has arrived. Known before it is sent: records never change after the upload. */
export const fileAddress = (id: string) => `/api/files/${id}`

/** The id in such an address; undefined for any other text. */
export const fileIdIn = (address: string): string | undefined => /^\/api\/files\/([A-Za-z0-9]{20})$/.exec(address)?.[1]

/** The server's word that a whole file has arrived. */
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

/** A file inside a record (spec/1 §3). `id` is the upload's; `url` its address; the rest is what the person's device knew. */
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
  previewUrl: z.optional(z.string()),
  /** A small JPEG data URL (100×100), so that lists show a picture before the file arrives. */
  thumbnail: z.optional(z.string()),
})
export type Attachment = z.output<typeof Attachment>

/** Pen strokes as data: points are [x, y, pressure] in units of the pad's width, so that any size redraws them. */
export const Strokes = z.array(z.array(z.tuple([z.number(), z.number(), z.number()])))
export type Strokes = z.output<typeof Strokes>

/** A signature is a list with one item (spec/1 §3): the stamped PNG, and the strokes and stamp it was made from. */
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

/** Optional check of a photo's text (spec/1 §7); sets the valid flag only. */
export const textValidate = endpoint({
  method: 'POST',
  path: '/api/attachment/textValidate',
  whenOffline: 'refused',
  access: 'link',
  body: z.object({
    validation: z.array(z.string()),
    customValidation: z.array(z.string()),
    type: z.string(),
    image: z.string(),
  }),
  answer: z.object({ success: z.boolean(), validationResults: z.optional(z.unknown()), manpower: z.optional(z.unknown()) }),
})

/** The bytes of a PDF (application/pdf), not JSON. */
const PdfBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** One page with the picture on it (JPEG or PNG, upright, inside margins), as bytes of a PDF. `image` is base64, with or without `data:…,` before it. */
export const imageToPdf = endpoint({
  method: 'POST',
  path: '/api/image2pdf',
  whenOffline: 'refused',
  access: 'link',
  body: z.object({ type: z.string(), image: z.string() }),
  answer: PdfBytes,
})

/** The same of a file that the server has; `url` is its address (fileAddress) and nothing else. */
export const fileToPdf = endpoint({
  method: 'GET',
  path: '/api/image2pdf',
  whenOffline: 'refused',
  access: 'link',
  query: z.object({ url: z.string() }),
  answer: PdfBytes,
})

/**
 * Adds one file to a list of a record, without a save of its form (field type `file-attachments`). The address is `/api/attach/` and the path of
 * the record; `attribute` names the list. A record that does not exist yet begins with the file. The write headers make it arrive once.
 *
 * Two ways to bring the bytes: `data` holds them (base64), for programs; or `id` names a finished upload, so that a phone can send 25 MB in
 * parts and go on where it broke off. Devices use the second: the outbox uploads first, and the operation stays small.
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

/** The list that a file goes to when the address names none. */
export const attachedTo = 'files'
