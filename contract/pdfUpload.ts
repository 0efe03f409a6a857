import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { RecordPath, SaveAnswer } from './records.ts'

/**
 * A PDF for a record: `multipart/form-data` with `pdf` (the file) or `pdfUri` (a `data:application/pdf;base64,` address, or the address of a
 * file that this server has), not both. The path is the record that will name it, as in a save; sent again under the same
 * idempotency key it is the same file.
 */
export const uploadPdf = endpoint({
  method: 'POST',
  path: '/api/pdf/*',
  whenOffline: 'refused',
  access: 'link',
  params: z.object({ '*': RecordPath }),
  answer: z.object({ id: z.string(), filename: z.string(), url: z.string(), size: z.number(), sha256: z.string() }),
})

/** One entry of the `attachments` list of a submit; without `url` a part of the body has its `id` as name. */
export const SubmittedAttachment = z.object({
  id: z.string().check(z.regex(/^[\w.:-]{1,100}$/, 'expected letters, digits and . _ : -')),
  filename: z.string().check(z.minLength(1), z.maxLength(300)),
  url: z.optional(z.string()),
})

/**
 * A filled PDF form in one call, for whoever is no device of ours (devices send their files first and then a save that names them). POST or PATCH
 * `/api/data/{record}` as `multipart/form-data`: `pdf` is the file, `attachments` a JSON list, and each inline attachment stands under its id. The
 * record gets the file (`pdf`), its values (`fields`) and the attachments; under the same idempotency key it is the same save. Inside the server
 * such a call has this address.
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

/** A field of a file as a list to pick from shows it: `id` is its name in the file. */
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

/** The fields of an uploaded PDF (`file`: id of the upload), in reading order. For the person themself. */
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
 * What a field can be filled in with before anybody opens the form: `id` is what `initValues` understands between braces. With `file`, `fields`
 * names the fields of that file that an item fits by name.
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
