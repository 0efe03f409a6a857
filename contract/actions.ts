import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Model, RecordPath, Return } from './records.ts'

/**
 * What pressing a link or a button asks of the server when it isn't a change of a record (those are queued as saves, records.ts):
 * the answer decides what comes next, so it needs a connection (spec/1 §7).
 */
const answer = z.extend(Return, {
  error: z.optional(z.union([z.string(), z.object({ code: z.string(), message: z.string() })])),
})
const At = z.object({ '*': RecordPath })

/** A named remote action on a record (decision OQ-083). */
export const rpc = endpoint({
  method: 'POST',
  path: '/api/rpc/:name',
  whenOffline: 'refused',
  access: 'link',
  params: z.object({ name: z.string() }),
  body: z.object({ path: z.optional(RecordPath), payload: z.optional(Model) }),
  answer,
})

export const postAction = endpoint({
  method: 'POST',
  path: '/api/*',
  whenOffline: 'refused',
  access: 'link',
  params: At,
  body: Model,
  answer,
})

export const patchAction = endpoint({
  method: 'PATCH',
  path: '/api/*',
  whenOffline: 'refused',
  access: 'link',
  params: At,
  body: Model,
  answer,
})

/** The short form of a link that lasts a day. */
export const shortLink = endpoint({
  method: 'GET',
  path: '/api/*',
  whenOffline: 'refused',
  access: 'link',
  params: At,
  query: z.object({ json: z.literal('true') }),
  answer: z.object({ shortlink: z.string() }),
})
