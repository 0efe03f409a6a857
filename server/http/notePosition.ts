import type { FastifyReply, FastifyRequest } from 'fastify'
import { secondsToMilliseconds } from 'date-fns/secondsToMilliseconds'
import { minutesToSeconds } from 'date-fns/minutesToSeconds'
import type { App } from '../domain/app.ts'
import type { Person } from '../domain/sign-in/person.ts'
import { comparePositions, isPosition } from '../storage/comparePositions.ts'
import type { Database } from '../storage/database.ts'
import type { Storage } from '../storage/storage.ts'
import { cookieValue, setCookie } from './cookieNames.ts'
import type { Caller, ServeSettings } from './identify.ts'

/** Longer than a replica may be behind. */
const keptSeconds = minutesToSeconds(5)
interface Noted {
  readonly position: string
  readonly at: number
}

/**
 * The last position of people who wrote through this server, by their uid: also for their other devices. The oldest is
 * the first.
 */
const byStorage = new WeakMap<Storage, Map<string, Noted>>()

function positionsOf(storage: Storage): Map<string, Noted> {
  const known = byStorage.get(storage) ?? new Map<string, Noted>()
  byStorage.set(storage, known)
  return known
}

/** The database for lists, exports and reports of this person: it has what they wrote before. */
export function readsOf({ storage }: Pick<App, 'storage'>, request: FastifyRequest, person: Person | undefined): Database {
  if (!storage.replica) return storage.db
  const ofBrowser = cookieValue(request, 'position')
  const ofPerson = person && positionsOf(storage).get(person.uid)?.position
  const positions = [ofBrowser, ofPerson].filter((position) => position !== undefined && isPosition(position))
  return storage.reads(positions.sort((one = '', other = '') => comparePositions(one, other)).at(-1))
}

/** After a write of this caller: their next reads see it. */
export async function notePosition(
  { storage }: Pick<App, 'storage'>,
  settings: ServeSettings,
  { person, byGrant }: Caller,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<void> {
  const { replica } = storage
  if (!replica) return
  // The write is on disk: that the primary does not answer now must not make it fail.
  const position = await replica.position()
  if (position === undefined) return
  if (person) {
    const positions = positionsOf(storage)
    const now = Date.now()
    positions.delete(person.uid)
    positions.set(person.uid, { position, at: now })
    for (const [uid, { at }] of positions) {
      if (now - at < secondsToMilliseconds(keptSeconds)) break
      positions.delete(uid)
    }
  }
  // A grant is left behind on a device that other people hold.
  if (!byGrant) setCookie(settings, request, reply, { name: 'position', value: position, maxAge: keptSeconds })
}
