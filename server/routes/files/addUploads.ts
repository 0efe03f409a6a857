import { Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../../../contract/Refused.ts'
import { idPattern } from '../../../contract/endpoints/records.ts'
import { sealOverhead } from '../../../contract/endpoints/sealing.ts'
import { getUploadReceipt, maxFileSize, uploadsPath } from '../../../contract/endpoints/uploads.ts'
import type { App } from '../../domain/app.ts'
import {
  arrivedOf,
  beginUpload,
  dropUpload,
  finishUpload,
  lengthOf,
  ownUpload,
  readWish,
  takeRoom,
  uploadReceipt,
} from '../../domain/files/uploads.ts'
import { noteArrived, notePart } from '../../domain/files/takeLooseRoom.ts'
import { anonymous } from '../../domain/records/person.ts'
import { ownerOf } from '../../domain/sealing/unsealedBody.ts'
import { type Caller, identify, refuseForeignWrite, type ServeSettings } from '../../http/identify.ts'
import { serve } from '../../http/serve.ts'
import { text } from '../../i18n/text.ts'

const tus = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' }

export const receiptRoutes = [serve(getUploadReceipt, (call) => uploadReceipt(call.app, call, call.params.id), { byGrant: true })]

/**
 * The tus protocol at /api/uploads. Before the protocol handles a request, the route checks the owner of
 * the upload and whether it is already complete.
 */
export function addUploads(fastify: FastifyInstance, app: App, settings: ServeSettings): void {
  const protocol = new Server({
    path: uploadsPath,
    relativeLocation: true,
    // Expiry is handled elsewhere: the store would also delete finished uploads.
    datastore: countingUploads(app),
    maxSize: maxFileSize + sealOverhead,
    allowedOrigins: [],
    namingFunction: (request) => readWish(undefinedIfNull(request.headers.get('upload-length')), metadataOf(request.headers)).id,
    onUploadFinish: async (_request, upload) => {
      const outcome = await finishUpload(app, upload.id)
      if (outcome === 'mismatch') throw { status_code: 460, body: 'The bytes do not match the checksum.\n' }
      if (outcome === 'absent') throw { status_code: 409, body: 'Not all bytes have arrived.\n' }
      return {}
    },
    // The store of the files refuses with words; the protocol would answer 500.
    onResponseError: (_request, error) =>
      error instanceof Refused ? { status_code: error.status, body: `${error.message}\n` } : undefined,
  })

  const uploads: Uploads = { app, settings, protocol }

  fastify.register(async (own) => {
    // The protocol reads the body itself.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, _payload, done) => done(null))

    // Every route has its own object: the guard adds the limits of the route to it.
    const config = () => ({ body: 'own' }) as const
    const url = `${uploadsPath}/:id`
    own.route({ method: 'POST', url: uploadsPath, config: config(), handler: (request, reply) => createUpload(uploads, request, reply) })
    own.route({ method: 'HEAD', url, config: config(), handler: (request, reply) => tellOffset(uploads, request, reply) })
    own.route({ method: 'PATCH', url, config: config(), handler: (request, reply) => outliving(app, takeBytes(uploads, request, reply)) })
    own.route({ method: 'DELETE', url, config: config(), handler: (request, reply) => deleteUpload(uploads, request, reply) })
    own.options(uploadsPath, { config: config() }, async (_request, reply) =>
      reply
        .status(204)
        .headers({
          ...tus,
          'tus-version': '1.0.0',
          'tus-max-size': String(maxFileSize),
          'tus-extension': 'creation,termination,expiration',
        })
        .send(),
    )
  })
}

/**
 * The store of the protocol, with one more step before the bytes are acknowledged: the database counts them. After a
 * power cut only counted bytes are trusted.
 */
function countingUploads(app: App): UploadStore {
  const store = app.files.uploads
  const write: UploadStore['write'] = async (...part) => {
    const end = await store.write(...part)
    await notePart(app, part[1], end)
    return end
  }
  return Object.assign(Object.create(store) as UploadStore, { write })
}

/** What came before a connection broke is still being stored: the end of the server waits for it. The caller gets an error. */
function outliving<Result>(app: App, work: Promise<Result>): Promise<Result> {
  app.later(work.catch(() => undefined))
  return work
}

type UploadStore = App['files']['uploads']

/** What the routes of the uploads share. */
interface Uploads {
  readonly app: App
  readonly settings: ServeSettings
  readonly protocol: Server
}

/** The protocol takes bytes by this type in a creation too, and only PATCH counts them. */
function refuseBytes({ headers }: FastifyRequest): void {
  if (/^application\/offset\+octet-stream/i.test(headers['content-type'] ?? ''))
    throw new Refused(415, 'INVALID', text('This request must not contain the file. Please send its bytes with PATCH.'))
}

function callerOf({ app, settings }: Uploads, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  if (request.method !== 'HEAD') refuseForeignWrite(request)
  return identify(app, settings, request, reply, { byGrant: request.method !== 'DELETE' })
}

function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (!idPattern.test(id)) throw new Refused(404, 'NOT_FOUND', text('There is no such upload.'))
  return id
}

async function handOver({ protocol }: Uploads, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  await protocol.handle(request.raw, reply.raw)
}

async function createUpload(uploads: Uploads, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { app } = uploads
  refuseBytes(request)
  const caller = await callerOf(uploads, request, reply)
  const owner = ownerOf(caller.person?.uid ?? anonymous)
  const wish = readWish(textOf(request.headers['upload-length']), textOf(request.headers['upload-metadata']), (envelope, id) =>
    app.seals.open(envelope, { id, owner }),
  )
  const { row, arrived } = await beginUpload(app, caller, wish)
  if (!row.complete) reply.header('upload-expires', row.expires)
  if (arrived === undefined) return handOver(uploads, request, reply)
  return reply
    .status(201)
    .headers({ ...tus, location: `${uploadsPath}/${wish.id}`, 'upload-offset': String(arrived) })
    .send()
}

async function tellOffset(uploads: Uploads, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { app } = uploads
  refuseBytes(request)
  const id = idOf(request)
  const row = await ownUpload(app, await callerOf(uploads, request, reply), id)
  const length = lengthOf(row)
  // No client sends a byte after the last one, so a check that a stopped process has missed is made here.
  const arrived = row.complete ? length : await arrivedOf(app, row)
  if (arrived === undefined) throw new Refused(404, 'NOT_FOUND', text('There is no such upload.'))
  if (arrived === 'mismatch') throw new Refused(404, 'NOT_FOUND', text('The bytes did not match and were discarded.'))
  return reply
    .headers({
      ...tus,
      'upload-offset': String(arrived),
      'upload-length': String(length),
      ...(arrived < length && { 'upload-expires': row.expires }),
    })
    .send()
}

async function takeBytes(uploads: Uploads, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { app } = uploads
  const caller = await callerOf(uploads, request, reply)
  const row = await ownUpload(app, caller, idOf(request))
  if (row.complete) throw new Refused(409, 'INVALID', text('This upload is complete.'))
  await app.files.dropUncounted(row.id, row.counted)
  const end = await takeRoom(app, caller, Math.min(lengthOf(row), Number(request.headers['content-length'] ?? lengthOf(row))))
  try {
    // The protocol waits without end for an answer on a connection that is gone.
    await Promise.race([handOver(uploads, request, reply), new Promise<void>((resolve) => reply.raw.once('close', resolve))])
    await app.files.uploads.settled(row.id)
  } finally {
    // What came before a connection broke. The answer is already sent, so a failure is only logged.
    const isCounted = reply.raw.statusCode === 204
    if (!isCounted) await noteArrived(app, row.id).catch(() => app.log.warn({}, 'the bytes of an upload were not counted'))
    end()
  }
}

async function deleteUpload(uploads: Uploads, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  refuseBytes(request)
  const id = idOf(request)
  await dropUpload(uploads.app, await callerOf(uploads, request, reply), id)
  return reply.status(204).headers(tus).send()
}

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
const undefinedIfNull = (value: string | null) => value ?? undefined
const metadataOf = (headers: Headers) => undefinedIfNull(headers.get('upload-metadata'))
