import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { RecordPath } from './records.ts'

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
