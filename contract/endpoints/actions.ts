import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { type Feed, Model, RecordPath, Return } from './records.ts'

/**
 * Server actions of links and buttons (spec/1 §7). Changes of records are saves (records.ts). Other actions
 * run at once, because the answer decides the next step; or they are queued in the outbox when their setting
 * says so (`queue`), and run exactly once.
 */
export const ActionAnswer = z.extend(Return, {
  error: z.optional(z.union([z.string(), z.object({ code: z.string(), message: z.string() })])),
  /** For a queued call: its idempotency key, as proof that this server accepted it. */
  opId: z.optional(z.string()),
})
export type ActionAnswer = z.output<typeof ActionAnswer>

const At = z.object({ '*': RecordPath })
const acted = { clientAt: z.optional(z.string()), skewMs: z.optional(z.number()) }

/** Lower-case letters, digits and dashes: `complete`, `notify-managers`. */
export const actionNamePattern = /^[a-z][a-z0-9-]{0,62}$/

/**
 * A named remote action, with or without a record (decision OQ-083). `input` has the other parameters of the
 * action.
 */
export const rpc = endpoint({
  method: 'POST',
  path: '/api/rpc/:name',
  whenOffline: 'refused',
  access: 'link',
  params: z.object({ name: z.string() }),
  body: z.object({ path: z.optional(RecordPath), input: z.optional(Model), ...acted }),
  answer: ActionAnswer,
})

/** Any other address that accepts an action; server/domain/forms/callAddress.ts lists them. */
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

/** The same two for an action that can be queued while offline. */
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

/** Hours that a short link is valid (decision OQ-183). */
export const shortLinkHours = 24

/**
 * Returns a short link to a page of this site, for people who can open that page:
 * `/api/link/frontend/forms/x?json=true`. It is valid for a day.
 */
export const shortLink = endpoint({
  method: 'GET',
  path: '/api/link/*',
  whenOffline: 'refused',
  access: 'link',
  params: At,
  query: z.object({ json: z.optional(z.string()) }),
  answer: z.object({ shortlink: z.string() }),
})

/** The save of a location picker (spec/1 §7): the location, and the message about it. */
export const locationSave = (location: unknown, label: string): { payload: Model; feed: Feed } => ({
  payload: { model: { location } },
  feed: { type: 'notification', input: 'http', sms: true, text: `Thanks I have now set location to ${label}` },
})
