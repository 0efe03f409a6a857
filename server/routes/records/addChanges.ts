import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Changes, changeFeed, feedBeat } from '../../../contract/endpoints/changes.ts'
import { Refused } from '../../../contract/Refused.ts'
import type { App } from '../../domain/app.ts'
import { changesAfter, type Told, tenantsOf } from '../../domain/changes/changesAfter.ts'
import { type Cursor, cursorText, readCursor } from '../../domain/changes/cursor.ts'
import { createListener } from '../../domain/changes/createListener.ts'
import { changeHub, type Hub } from '../../domain/changes/hub.ts'
import { kioskPerson } from '../../domain/kiosk/kioskPerson.ts'
import type { Person } from '../../domain/sign-in/person.ts'
import { isOfDisabled, readSession } from '../../domain/sign-in/sessionsOf.ts'
import { identify, type ServeSettings } from '../../http/identify.ts'
import { cookieValue } from '../../http/cookieNames.ts'
import { text } from '../../i18n/text.ts'
import { withQueryBudget } from '../../storage/queryBudget.ts'

export interface FeedSettings {
  /** Streams per browser session; a new one replaces the oldest, which is most likely dead. */
  readonly mostOfSession?: number | undefined
  readonly mostStreams?: number | undefined
  readonly beatMs?: number | undefined
}

/** Beats after which a stream reads again although no change concerned it. */
const beatsPerReading = 4

interface Stream {
  readonly session: string
  end(): void
}

/**
 * `GET /api/changes`: the changes for this person, as one answer or as a stream of server-sent events. Returns a
 * function that counts the open streams.
 */
export function addChanges(
  fastify: FastifyInstance,
  app: App,
  settings: ServeSettings,
  { mostOfSession = 3, mostStreams = 2000, beatMs = feedBeat }: FeedSettings = {},
): () => number {
  const streams = new Set<Stream>()
  const server: StreamServer = { app, hub: changeHub(app.storage), streams, beatMs }
  fastify.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })

  fastify.route({
    method: 'GET',
    url: changeFeed.path,
    handler: async (request, reply) => {
      const { person } = await identify(app, settings, request, reply)
      if (!person) throw new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
      const { since } = request.query as { since?: unknown }
      const last = request.headers['last-event-id'] ?? (typeof since === 'string' ? since : undefined)
      const cursor = readCursor(Array.isArray(last) ? last[0] : last)
      if (!/\btext\/event-stream\b/.test(request.headers.accept ?? '')) {
        reply.header('cache-control', 'no-store')
        const told = await changesAfter(app.storage, person, cursor)
        return { ...bodyOf(told), cursor: cursorText(told.cursor), ...(told.more && { more: true }) }
      }
      const session = cookieValue(request, person.kiosk ? 'kiosk' : 'session') ?? ''
      const own = [...streams].filter((stream) => stream.session === session)
      for (const stream of own.slice(0, Math.max(0, own.length - mostOfSession + 1))) stream.end()
      if (streams.size >= mostStreams)
        throw new Refused(503, 'UNAVAILABLE', text('Too many devices are listening. Please try again later.'))
      reply.hijack()
      openStream(server, startEvents(request, reply), { first: person, session, from: cursor })
      return reply
    },
  })
  return () => streams.size
}

/** What the streams of this server share. */
interface StreamServer {
  readonly app: App
  readonly hub: Hub
  readonly streams: Set<Stream>
  readonly beatMs: number
}

interface Opening {
  /** The person at the start of the stream. */
  readonly first: Person
  readonly session: string
  /** The changes after this one are sent. */
  readonly from: Cursor
}

/** Sends the headers of a stream of events. Returns the response to write to. */
function startEvents(request: FastifyRequest, reply: FastifyReply): ServerResponse {
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    // Proxies must not compress, cache or buffer the stream.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  raw.flushHeaders()
  request.raw.socket.setNoDelay(true)
  return raw
}

function openStream({ app, hub, streams, beatMs }: StreamServer, raw: ServerResponse, opening: Opening): void {
  const { first, session } = opening
  const listener = createListener(opening)
  let ended = false
  let wake = () => {}
  // The number that the device has.
  let sent = ''
  let readAt = 0
  const stream: Stream = {
    session,
    end() {
      if (ended) return
      ended = true
      streams.delete(stream)
      stopWatching()
      clearInterval(beating)
      wake()
      listener.end()
      raw.end()
    },
  }
  const stopWatching = hub.watch(listener.watched)
  const beating = setInterval(() => {
    if (!raw.writableNeedDrain) raw.write(':\n\n')
    // Sessions end also while no change concerns them, and the device should not go on from an old number.
    if (Date.now() - readAt > beatsPerReading * beatMs) listener.wake()
  }, beatMs)
  beating.unref()
  streams.add(stream)
  raw.on('close', () => stream.end())
  raw.on('error', () => stream.end())
  app.later(withQueryBudget('listen', sendChanges))

  async function sendChanges(): Promise<void> {
    try {
      while (!ended) {
        listener.begin()
        const person = await currentPerson(app, opening)
        if (ended) return
        if (!person || person.uid !== first.uid || person.disabled) {
          const code = (await isOfDisabled(app, session)) ? 'ACCOUNT_DISABLED' : 'NOT_AUTHORIZED'
          raw.write(`event: end\ndata: ${JSON.stringify({ code })}\n\n`)
          return
        }
        listener.person = person
        listener.watched.tenants = tenantsOf(person)
        const told = await changesAfter(app.storage, person, listener.cursor)
        if (ended) return
        const id = cursorText(told.cursor)
        if (id !== sent) await write(`id: ${id}\nevent: changes\ndata: ${JSON.stringify(bodyOf(told))}\n\n`)
        sent = id
        readAt = Date.now()
        listener.cursor = told.cursor
        if (told.more) listener.settle()
        else await listener.next()
      }
    } catch {
      // The database is unreachable: the device opens another stream and continues from its last event.
    } finally {
      stream.end()
    }
  }

  async function write(text: string): Promise<void> {
    if (raw.write(text)) return
    listener.settle()
    await new Promise<void>((resolve) => {
      wake = resolve
      raw.once('drain', resolve)
      if (ended) resolve()
    })
  }
}

/** Returns the person of a stream as they are now, or undefined if they may not listen any more. */
async function currentPerson(app: App, { first, session }: Opening): Promise<Person | undefined> {
  if (first.kiosk) return kioskPerson(app, session, first.uid)
  const own = await readSession(app, session)
  return own?.wantsPasskey ? undefined : own?.person
}

const bodyOf = ({ changes, reset }: Told): Changes => ({ changes, ...(reset && { reset }) })
