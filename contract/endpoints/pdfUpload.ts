import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { RecordPath, SaveAnswer } from './records.ts'

/**
 * Uploads a PDF for a record: `multipart/form-data` with either `pdf` (the file) or `pdfUri` (a
 * `data:application/pdf;base64,` address, or the address of a file on this server). A record
 * that exists gets the file in its list of files; otherwise a later save may refer to it. A repeated idempotency
 * key gives the same file.
 */
export const uploadPdf = endpoint({
  method: 'POST',
  path: '/api/pdf/*',
  whenOffline: 'refused',
  access: 'link',
  params: z.object({ '*': RecordPath }),
  answer: z.object({ opId: z.string(), id: z.string(), filename: z.string(), url: z.string(), size: z.number(), sha256: z.string() }),
})

/**
 * One entry of the `attachments` list of a submit; without `url`, the part of the body named after its `id`
 * has the bytes.
 */
export const SubmittedAttachment = z.object({
  id: z.string().check(z.regex(/^[\w.:-]{1,100}$/, 'expected letters, digits and . _ : -')),
  filename: z.string().check(z.minLength(1), z.maxLength(300)),
  url: z.optional(z.string()),
})

/**
 * Submits a filled PDF form in one request: of other programs, and of PDF forms whose `save` names an address. POST or PATCH `/api/data/{record}` as `multipart/form-data`:
 * `pdf` is the file, `attachments` a JSON list, and each inline attachment is a part named after its id. The
 * record gets the file (`pdf`), its values (`fields`) and the attachments. A repeated idempotency key is the
 * same save. This address is internal: the server routes such a request to it.
 */
const submitted = {
  path: '/api/submitted/*',
  whenOffline: 'refused',
  access: 'link',
  params: z.object({ '*': RecordPath }),
  answer: SaveAnswer,
} as const
export const submitPdf = endpoint({ method: 'POST', ...submitted })
export const resubmitPdf = endpoint({ method: 'PATCH', ...submitted })

const Of = z.object({ userId: z.string() })

/** A field of a file for a picker: `id` is its name in the file. */
export const PdfFieldItem = z.object({
  id: z.string(),
  label: z.string(),
  fieldType: z.string(),
  /** From 1. */
  page: z.number(),
  required: z.boolean(),
  readOnly: z.boolean(),
  options: z.optional(z.array(z.object({ value: z.string(), label: z.string() }))),
})

/**
 * The fields of an uploaded PDF (`file`: id of the upload), in reading order. `userId` must be the
 * caller.
 */
export const pdfFields = endpoint({
  method: 'GET',
  path: '/api/lookups/:userId/pdf-fields',
  whenOffline: 'cached',
  access: 'signedIn',
  params: Of,
  query: z.object({ file: z.optional(z.string()) }),
  answer: z.object({ items: z.array(PdfFieldItem), pages: z.number() }),
})

/**
 * Values that can prefill a field: `id` is the expression for `initValues`, between braces. With `file`,
 * `fields` lists the fields of that file with a name that matches the item.
 */
export const prefillSource = endpoint({
  method: 'GET',
  path: '/api/lookups/:userId/prefill-source',
  whenOffline: 'cached',
  access: 'signedIn',
  params: Of,
  query: z.object({ file: z.optional(z.string()) }),
  answer: z.object({ items: z.array(z.object({ id: z.string(), label: z.string(), fields: z.optional(z.array(z.string())) })) }),
})
