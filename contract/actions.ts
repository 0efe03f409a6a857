import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { type Feed, Model, RecordPath, Return } from './records.ts'

/**
 * What pressing a link or a button asks of the server (spec/1 §7). Changes of records are saves (records.ts). Anything else is asked now,
 * because the answer decides what comes next; or it waits in the outbox where its setting says so (`queue`), and is done exactly once.
 */
export const ActionAnswer = z.extend(Return, {
  error: z.optional(z.union([z.string(), z.object({ code: z.string(), message: z.string() })])),
  /** Of a queued call: its key, which proves that this server took it. */
  opId: z.optional(z.string()),
})
export type ActionAnswer = z.output<typeof ActionAnswer>

const At = z.object({ '*': RecordPath })
const acted = { clientAt: z.optional(z.string()), skewMs: z.optional(z.number()) }

/** Small letters and dashes: `complete`, `notify-managers`. */
export const actionNamePattern = /^[a-z][a-z0-9-]{0,62}$/

/** A named remote action, on a record or on none (decision OQ-083). `input` is what the action takes beside. */
export const rpc = endpoint({
  method: 'POST',
  path: '/api/rpc/:name',
  whenOffline: 'refused',
  access: 'link',
  params: z.object({ name: z.string() }),
  body: z.object({ path: z.optional(RecordPath), input: z.optional(Model), ...acted }),
  answer: ActionAnswer,
})

/** Any other address that takes an action; which there are is in server/domain/actions/addresses.ts. */
export const postAction = endpoint({
  method: 'POST',
  path: '/api/*',
  whenOffline: 'refused',
  access: 'link',
  params: At,
  body: Model,
  answer: ActionAnswer,
})

export const patchAction = endpoint({
  method: 'PATCH',
  path: '/api/*',
  whenOffline: 'refused',
  access: 'link',
  params: At,
  body: Model,
  answer: ActionAnswer,
})

/** The same two for an action that may wait for a connection. */
export const queuedPost = endpoint({
  method: 'POST',
  path: '/api/*',
  whenOffline: 'queued',
  access: 'link',
  params: At,
  body: Model,
  answer: ActionAnswer,
})

export const queuedPatch = endpoint({
  method: 'PATCH',
  path: '/api/*',
  whenOffline: 'queued',
  access: 'link',
  params: At,
  body: Model,
  answer: ActionAnswer,
})

/** Hours that a short link leads anywhere (decision OQ-183). */
export const shortLinkHours = 24

/** Short form of a link to a page of this site, for whoever may open that page: `/api/link/frontend/forms/x?json=true`. It lasts a day. */
export const shortLink = endpoint({
  method: 'GET',
  path: '/api/link/*',
  whenOffline: 'refused',
  access: 'link',
  params: At,
  query: z.object({ json: z.optional(z.string()) }),
  answer: z.object({ shortlink: z.string() }),
})

/** The save of a location picker (spec/1 §7): where it is set, and the message that says so. */
export const locationSave = (location: unknown, label: string): { payload: Model; feed: Feed } => ({
  payload: { model: { location } },
  feed: { type: 'notification', input: 'http', sms: true, text: `Thanks I have now set location to ${label}` },
})
