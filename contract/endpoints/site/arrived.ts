import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { LateSave } from '../attention.ts'
import { Permit } from '../permits.ts'
import { RecordRow } from '../records.ts'

/**
 * Who made a record. `visitor`: a person without an account, by the link of a public form. `kiosk`: a person at a
 * shared tablet; `name` is the name of its bot.
 */
export const Sender = z.object({
  kind: z.enum(['person', 'kiosk', 'visitor']),
  name: z.optional(z.string()),
  /** Name of the registered device. */
  device: z.optional(z.string()),
})
export type Sender = z.output<typeof Sender>

/** A received record as a manager sees it. */
export const ArrivedRecord = z.extend(RecordRow, {
  /** The recordTitle of the form, filled in; absent if the form has none or all parts are empty. */
  title: z.optional(z.string()),
  /** Set if the title needs more evaluation steps than a title may have. */
  tooComplex: z.optional(z.string()),
  /** The form that opens the record. */
  url: z.string(),
  /** Saves that arrived long after they were made, newest first; absent if there are none. */
  late: z.optional(z.array(LateSave)),
  /** The state of a permit; absent for other records. */
  permit: z.optional(Permit),
  sender: z.optional(Sender),
})
export type ArrivedRecord = z.output<typeof ArrivedRecord>

/** Characters of a search. */
export const longestSearch = 200

/**
 * Searches the received records of a form, newest first, for people who may read all of them. `q`: words of the
 * title, of the answers as people read them, and of the sender. `since` and `until`: when it was made, ISO 8601.
 * One answer searches a limited number of records: with `next` there are older ones, also after an answer without a
 * match. `at` is the time of the oldest searched record.
 */
export const searchArrived = endpoint({
  method: 'GET',
  path: '/api/search/arrived/:form',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ form: z.string() }),
  query: z.object({
    q: z.optional(z.string().check(z.maxLength(longestSearch))),
    since: z.optional(z.string()),
    until: z.optional(z.string()),
    cursor: z.optional(z.string()),
    lang: z.optional(z.string()),
  }),
  answer: z.object({ records: z.array(ArrivedRecord), next: z.optional(z.string()), at: z.optional(z.string()) }),
})
