import type { FastifyInstance } from 'fastify'
import { Refused } from '../../contract/errors.ts'
import { uploadPdf } from '../../contract/pdfUpload.ts'
import { idPattern, recordPathPattern, writeHeaders } from '../../contract/records.ts'
import { maxFileSize } from '../../contract/uploads.ts'
import type { App } from '../domain/app.ts'
import { takePdf } from '../domain/files/pdfUpload.ts'
import { newKey } from '../domain/actions/callAction.ts'
import { addressGroup, countAgainst, limits } from '../domain/limits/limits.ts'
import { identify, refuseForeignWrite, type ServeSettings } from './serve.ts'

/** The file as base64 in an address is a third larger; around it stand a few lines. */
const largestBody = Math.ceil(maxFileSize * 1.4)

/** `POST /api/pdf/{record}`: a PDF as multipart, which is read whole because it is small. */
export function addPdfUpload(fastify: FastifyInstance, app: App, settings: ServeSettings): void {
  fastify.register(async (own) => {
    own.addContentTypeParser(/^multipart\/form-data\b/i, { parseAs: 'buffer', bodyLimit: largestBody }, (_request, body, done) =>
      done(null, body),
    )
    own.route<{ Params: { '*': string } }>({
      method: uploadPdf.method,
      url: uploadPdf.path,
      bodyLimit: largestBody,
      handler: async (request, reply) => {
        refuseForeignWrite(request)
        const caller = await identify(app, settings, request, reply)
        if (!caller.person) await countAgainst(app, limits.anonymousUploads, addressGroup(caller.address))
        const path = request.params['*']
        if (!recordPathPattern.test(path)) throw invalid('address', 'expected /api/pdf/ and the path of a record')
        const { pdf, pdfUri } = await partsOf(request.body, request.headers['content-type'])
        const key = request.headers[writeHeaders.key]
        const id = typeof key === 'string' && idPattern.test(key) ? key : newKey()
        reply.header('cache-control', 'no-store')
        return takePdf(app, caller, { path, id, pdf, pdfUri })
      },
    })
  })
}

async function partsOf(body: unknown, type: string | undefined) {
  if (!Buffer.isBuffer(body) || type === undefined) throw invalid('body', 'expected multipart/form-data with pdf or pdfUri')
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalid('body', 'expected multipart/form-data that is whole')
  })
  const [pdf, pdfUri] = [form.get('pdf'), form.get('pdfUri')]
  if (typeof pdf === 'string') throw invalid('pdf', 'expected a file; give an address as pdfUri')
  if (pdfUri !== null && typeof pdfUri !== 'string') throw invalid('pdfUri', 'expected an address; give a file as pdf')
  return {
    pdf: pdf === null ? undefined : { name: pdf.name, bytes: new Uint8Array(await pdf.arrayBuffer()) },
    pdfUri: pdfUri ?? undefined,
  }
}

const invalid = (path: string, message: string) =>
  new Refused(400, 'INVALID', 'The PDF can not be taken.', { details: [{ path, message }] })
