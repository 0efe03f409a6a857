import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from '../../contract/errors.ts'
import { pdfFields, prefillSource, resubmitPdf, submitPdf, uploadPdf } from '../../contract/pdfUpload.ts'
import { idPattern, recordPathPattern, writeHeaders } from '../../contract/records.ts'
import { maxFileSize } from '../../contract/uploads.ts'
import { newKey } from '../domain/actions/callAction.ts'
import type { App } from '../domain/app.ts'
import { pdfFieldsOf, prefillSourcesOf } from '../domain/files/pdfFields.ts'
import { type Part, submitPdf as takeSubmitted } from '../domain/files/pdfSubmit.ts'
import { takePdf } from '../domain/files/pdfUpload.ts'
import { addressGroup, countAgainst, limits } from '../domain/limits/limits.ts'
import { anonymous } from '../domain/records/person.ts'
import { checkWriteHeaders, readWriteHeaders, type WriteHeaders } from '../domain/records/writeHeaders.ts'
import { type Caller, identify, refuseForeignWrite, type ServeSettings } from '../http/authenticate.ts'
import { serve } from '../http/serve.ts'

export const pdfLookupRoutes = [
  serve(pdfFields, ({ app, params, query, me, device }) => pdfFieldsOf(app, { me, device, userId: params.userId, file: query.file })),
  serve(prefillSource, ({ app, params, query, me, device }) =>
    prefillSourcesOf(app, { me, device, userId: params.userId, file: query.file }),
  ),
]

/** The file as base64 in an address is a third larger; around it stand a few lines. */
const largestBody = Math.ceil(maxFileSize * 1.4)

/** A filled form with its attachments. */
const largestSubmit = 4 * maxFileSize

/**
 * A submit names the record's own address, which takes JSON; as multipart it is another call. For `rewriteUrl` of the server: the address of a
 * request as this server reads it.
 */
export function addressByBody({ url = '/', method, headers }: IncomingMessage): string {
  const submits = (method === 'POST' || method === 'PATCH') && /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
  return submits && url.startsWith('/api/data/') ? url.replace('/api/data/', '/api/submitted/') : url
}

/** `POST /api/pdf/{record}`: a PDF as multipart, which is read whole because it is small. */
export function addPdfUpload(fastify: FastifyInstance, app: App, settings: ServeSettings): void {
  fastify.register(async (own) => {
    own.addContentTypeParser(/^multipart\/form-data\b/i, { parseAs: 'buffer', bodyLimit: largestSubmit }, (_request, body, done) =>
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
    for (const [method, url] of [
      ['POST', submitPdf.path],
      ['PATCH', resubmitPdf.path],
    ] as const)
      own.route<{ Params: { '*': string } }>({
        method,
        url,
        bodyLimit: largestSubmit,
        handler: async (request, reply) => {
          refuseForeignWrite(request)
          const caller = await identify(app, settings, request, reply)
          if (!caller.person) await countAgainst(app, limits.anonymousUploads, addressGroup(caller.address))
          const path = request.params['*']
          if (!recordPathPattern.test(path)) throw invalid('address', 'expected /api/data/ and the path of a record')
          const done = await takeSubmitted(app, caller, {
            method,
            path,
            headers: headersOf(request, caller),
            ...(await submittedParts(request.body, request.headers['content-type'])),
          })
          reply.header('cache-control', 'no-store')
          if (done.replayed) reply.header(writeHeaders.replayed, 'true')
          return done.body
        },
      })
  })
}

/** Those of a device's write where it sends them; a program need not. */
function headersOf(request: FastifyRequest, { person, device }: Caller): WriteHeaders {
  if (request.headers[writeHeaders.key] !== undefined && request.headers[writeHeaders.seq] !== undefined)
    return readWriteHeaders(request.headers)
  const { [writeHeaders.key]: key, [writeHeaders.base]: base } = request.headers
  const opId = typeof key === 'string' ? key : newKey()
  const rev = /^(?:W\/)?"(\d{1,9})"$/.exec(base ?? '')?.[1]
  return checkWriteHeaders({
    opId,
    actor: person?.uid ?? anonymous,
    device: device || 'program',
    // In the order in which they come.
    seq: Date.now(),
    ...(rev !== undefined && { baseRev: Number(rev) }),
  })
}

async function submittedParts(body: unknown, type: string | undefined) {
  const form = await formOf(body, type)
  const inline = new Map<string, Part>()
  for (const [name, value] of form.entries())
    if (typeof value !== 'string')
      inline.set(name, { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) })
  const pdf = inline.get('pdf')
  if (!pdf) throw invalid('pdf', 'expected the filled PDF as a file')
  const attachments = form.get('attachments')
  if (attachments !== null && typeof attachments !== 'string') throw invalid('attachments', 'expected a list in JSON')
  return { pdf, attachments: attachments ?? undefined, inline }
}

async function partsOf(body: unknown, type: string | undefined) {
  const form = await formOf(body, type)
  const [pdf, pdfUri] = [form.get('pdf'), form.get('pdfUri')]
  if (typeof pdf === 'string') throw invalid('pdf', 'expected a file; give an address as pdfUri')
  if (pdfUri !== null && typeof pdfUri !== 'string') throw invalid('pdfUri', 'expected an address; give a file as pdf')
  return {
    pdf: pdf === null ? undefined : { name: pdf.name, bytes: new Uint8Array(await pdf.arrayBuffer()) },
    pdfUri: pdfUri ?? undefined,
  }
}

async function formOf(body: unknown, type: string | undefined): Promise<FormData> {
  if (!Buffer.isBuffer(body) || type === undefined) throw invalid('body', 'expected multipart/form-data with pdf or pdfUri')
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalid('body', 'expected multipart/form-data that is whole')
  })
}

const invalid = (path: string, message: string) =>
  new Refused(400, 'INVALID', 'The PDF can not be taken.', { details: [{ path, message }] })
