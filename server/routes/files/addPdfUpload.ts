import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../../../contract/Refused.ts'
import { pdfFields, prefillSource, resubmitPdf, submitPdf, uploadPdf } from '../../../contract/endpoints/pdfUpload.ts'
import { recordPathPattern, writeHeaders } from '../../../contract/endpoints/records.ts'
import { newId } from '../../domain/newId.ts'
import type { App } from '../../domain/app.ts'
import { pdfFieldsOf, prefillSourcesOf } from '../../domain/files/pdfFieldsOf.ts'
import { type Part, submitPdf as takeSubmitted } from '../../domain/files/pdfSubmit.ts'
import { takePdf } from '../../domain/files/takePdf.ts'
import { countAnonymousBytes, countAnonymousWrite } from '../../domain/limits/anonymousWrite.ts'
import { addressGroup, countAgainst, limits } from '../../domain/limits/limits.ts'
import { mayWrite } from '../../domain/records/mayWrite.ts'
import { anonymous } from '../../domain/records/person.ts'
import { checkWriteHeaders, readWriteHeaders, type WriteHeaders } from '../../domain/records/writeHeaders.ts'
import { type Caller, identify, refuseForeignWrite, type ServeSettings } from '../../http/identify.ts'
import { bodyBytes, spooledBody } from '../../http/limits/guardRequests.ts'
import { boundaryOf, type FormPart, readParts } from '../../http/limits/readParts.ts'
import { noteLink } from '../../http/noteLink.ts'
import { serve } from '../../http/serve.ts'
import { text } from '../../i18n/text.ts'

export const pdfLookupRoutes = [
  serve(pdfFields, ({ app, params, query, me, device }) => pdfFieldsOf(app, { me, device, userId: params.userId, file: query.file })),
  serve(prefillSource, ({ app, params, query, me, device }) =>
    prefillSourcesOf(app, { me, device, userId: params.userId, file: query.file }),
  ),
]

/**
 * A submit is sent to the URL of the record, which takes JSON; as multipart it is a different call. For
 * `rewriteUrl` of the server: returns the URL of a request as the router must read it.
 */
export function addressByBody({ url = '/', method, headers }: IncomingMessage): string {
  const submits = (method === 'POST' || method === 'PATCH') && /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
  return submits && url.startsWith('/api/data/') ? url.replace('/api/data/', '/api/submitted/') : url
}

const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * `POST /api/pdf/{record}`: a PDF as multipart, and a filled form with its attachments. The body is on
 * disk; parts are read one by one.
 */
export function addPdfUpload(fastify: FastifyInstance, app: App, settings: ServeSettings): void {
  fastify.register(async (own) => {
    // The body is already on disk (http/limits/guardRequests.ts).
    own.addContentTypeParser(/^multipart\/form-data\b/i, (_request, _payload, done) => done(null))
    const onRequest = (expected: string) => async (request: FastifyRequest, reply: FastifyReply) => {
      refuseForeignWrite(request)
      const path = pathOf(request)
      if (!recordPathPattern.test(path)) throw invalid('address', `expected ${expected} and the path of a record`)
      const caller = await identify(app, settings, request, reply)
      if (!caller.person) {
        await countAgainst(app, limits.anonymousUploads, addressGroup(caller.address))
        await countAnonymousWrite(app, { address: caller.address, bytes: 0 })
      }
      await mayWrite(app, caller, path)
      callers.set(request, caller)
    }
    /** Runs when the body is on the disk: its size is known only then. */
    const callerOf = async (request: FastifyRequest): Promise<Caller> => {
      const caller = callers.get(request)
      if (!caller) throw new Error('a request came to its handler without a caller')
      if (!caller.person) await countAnonymousBytes(app, { address: caller.address, bytes: bodyBytes(request) })
      return caller
    }
    own.route({
      method: uploadPdf.method,
      url: uploadPdf.path,
      onRequest: onRequest('/api/pdf/'),
      handler: async (request, reply) => {
        const caller = await callerOf(request)
        const path = pathOf(request)
        const { pdf, pdfUri } = await partsOf(request)
        const done = await takePdf(app, caller, { path, headers: headersOf(request, caller), pdf, pdfUri })
        reply.header('cache-control', 'no-store')
        await noteLink(app, request, { endpoint: uploadPdf, ...caller, isWrite: true, body: undefined })
        return done
      },
    })
    for (const [method, url] of [
      ['POST', submitPdf.path],
      ['PATCH', resubmitPdf.path],
    ] as const)
      own.route({
        method,
        url,
        onRequest: onRequest('/api/data/'),
        handler: async (request, reply) => {
          const caller = await callerOf(request)
          const path = pathOf(request)
          const done = await takeSubmitted(app, caller, {
            method,
            path,
            headers: headersOf(request, caller),
            ...(await submittedParts(request)),
          })
          reply.header('cache-control', 'no-store')
          await noteLink(app, request, { endpoint: submitPdf, ...caller, isWrite: true, body: undefined })
          if (done.replayed) reply.header(writeHeaders.replayed, 'true')
          return done.body
        },
      })
  })
}

const pathOf = (request: FastifyRequest): string => (request.params as { '*': string })['*']

/** The write headers that a device sends; for a program without them, generated ones. */
function headersOf(request: FastifyRequest, { person, device }: Caller): WriteHeaders {
  if (request.headers[writeHeaders.key] !== undefined && request.headers[writeHeaders.seq] !== undefined)
    return readWriteHeaders(request.headers)
  const { [writeHeaders.key]: key, [writeHeaders.base]: base } = request.headers
  const opId = typeof key === 'string' ? key : newId()
  const rev = /^(?:W\/)?"(\d{1,9})"$/.exec(base ?? '')?.[1]
  return checkWriteHeaders({
    opId,
    actor: person?.uid ?? anonymous,
    device: device || 'program',
    // In the order of arrival.
    seq: Date.now(),
    ...(rev !== undefined && { baseRev: Number(rev) }),
  })
}

async function submittedParts(request: FastifyRequest) {
  const parts = await formOf(request)
  const inline = new Map<string, Part>()
  for (const { name, filename, type, size, bytes } of parts)
    if (filename !== undefined) inline.set(name, { name: filename, type, size, bytes })
  const pdf = inline.get('pdf')
  if (!pdf) throw invalid('pdf', 'expected the filled PDF as a file')
  const attachments = parts.find(({ name }) => name === 'attachments')
  if (attachments && (attachments.filename !== undefined || attachments.size > mostTextBytes))
    throw invalid('attachments', 'expected a list in JSON of at most 1 MB')
  return { pdf, attachments: attachments && textOf(await attachments.bytes()), inline }
}

async function partsOf(request: FastifyRequest) {
  const parts = await formOf(request)
  const [pdf, pdfUri] = ['pdf', 'pdfUri'].map((wanted) => parts.find(({ name }) => name === wanted))
  if (pdf && pdf.filename === undefined) throw invalid('pdf', 'expected a file; give an address as pdfUri')
  if (pdfUri && pdfUri.filename !== undefined) throw invalid('pdfUri', 'expected an address; give a file as pdf')
  return {
    pdf: pdf && { name: pdf.filename ?? '', bytes: await pdf.bytes() },
    pdfUri: pdfUri && textOf(await pdfUri.bytes()),
  }
}

/** Maximum bytes of a text part; the list of attachments contains names and URLs. */
const mostTextBytes = 1024 * 1024

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw invalid('body', 'expected UTF-8')
  return bytes.toString('utf8')
}

async function formOf(request: FastifyRequest): Promise<FormPart[]> {
  const [body, boundary] = [spooledBody(request), boundaryOf(request.headers['content-type'])]
  if (!body || boundary === undefined) throw invalid('body', 'expected multipart/form-data with pdf or pdfUri')
  return readParts(body, boundary)
}

const invalid = (path: string, message: string) =>
  new Refused(400, 'INVALID', text('The PDF cannot be added.'), { details: [{ path, message }] })
