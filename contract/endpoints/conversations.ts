import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { stopAfters } from './executions.ts'

/**
 * Bots that hold conversations by text message: their settings (the model of `automations`), and the text
 * messages of the demo.
 */

/** Classes of bots that hold conversations, and what they ask for. */
export const talkingClasses = { manpower: 'manpower', notes: 'notes', 'daily-log': 'notes' } as const satisfies Readonly<
  Record<string, 'manpower' | 'notes'>
>
export type TalkingClass = keyof typeof talkingClasses

export const isTalking = (botClass: string): botClass is TalkingClass => Object.hasOwn(talkingClasses, botClass)

/** The bots that send texts, which the account of their project pays for. */
export const sendsTexts = (botClass: string): boolean => isTalking(botClass) || botClass === 'broadcast'

/**
 * How an answer is written to the daily log. `Approval`: a manager approves it first. `Procore`: it is
 * written as a pending entry and approved in Procore. `Automatic`: it is written without approval; answers
 * for several vendors of one contact after five minutes.
 */
export const approvalModes = ['Approval', 'Procore', 'Automatic'] as const
export type ApprovalMode = (typeof approvalModes)[number]

export const collectLocations = ['Enabled', 'Disabled'] as const

/** A contact of a bot. Contacts with the same number share one conversation about several vendors. */
export const BotContact = z.object({
  /** The key of the list entry. Contacts without one are identified by number and vendor. */
  key: z.optional(z.string()),
  name: z.string(),
  /** E.164. */
  mobile: z.string(),
  vendor: z.optional(z.string()),
  trade: z.optional(z.string()),
  cost_code: z.optional(z.string()),
  location: z.optional(z.string()),
  /** The language of the bot until the contact answers in another one. */
  lang: z.optional(z.string()),
  disabled: z.optional(z.boolean()),
  /**
   * `permanently`, `today`, `selfmanaged`, or the first day on which the contact is back, yyyy-MM-dd
   * (decision OQ-040).
   */
  disabledUntil: z.optional(z.string()),
  /** The date of `today`, yyyy-MM-dd. */
  disabledOn: z.optional(z.string()),
  disabledReason: z.optional(z.string()),
})
export type BotContact = z.output<typeof BotContact>

/**
 * The settings of a bot that holds conversations, flat in its model. Other attributes of the model belong to
 * other features.
 */
export const ConversationSettings = z.object({
  /** `false`: the bot has no schedule and only asks on request. Absent is true. */
  active: z.optional(z.boolean()),
  /** `Mon` …; absent: Monday to Friday. */
  days: z.optional(z.array(z.string())),
  /** HH:mm in `timezone`; absent: 15:00. */
  time: z.optional(z.string()),
  /** IANA name; absent: the zone of the bot's site. */
  timezone: z.optional(z.string()),
  /** True when it also asks on the project's holidays. Default false. */
  askOnHolidays: z.optional(z.boolean()),
  /** The day that it asks about: the same day (default) or the day before. */
  about: z.optional(z.enum(['today', 'yesterday'])),
  /** The time limit for an answer; absent: 1 hour. */
  stopAfter: z.optional(z.enum(stopAfters)),
  /** The delay of the only reminder; absent: half of `stopAfter`. */
  remindAfter: z.optional(z.enum([...stopAfters, 'Never'])),
  contacts: z.optional(z.array(BotContact)),
  approvalMode: z.optional(z.enum(approvalModes)),
  collectLocation: z.optional(z.enum(collectLocations)),
})
export type ConversationSettings = z.output<typeof ConversationSettings>

/** The delay before several vendors of one contact are written, ms (spec/2 §9). */
export const writeAfterMs = 5 * 60_000

/**
 * The bot now asks all contacts that it has not asked today. Needs a connection: a queued request would be
 * too late.
 */
export const askNow = endpoint({
  method: 'POST',
  path: '/api/automation/:id:ask',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ id: z.string() }),
  answer: z.object({ begun: z.number() }),
})

const TextLine = z.object({ id: z.string(), text: z.string(), at: z.string(), from: z.enum(['bot', 'phone']) })

/** A phone of the demo: the messages from the bots and the answers, oldest first. */
export const DemoPhone = z.object({
  number: z.string(),
  /** The name of the contact with this number; absent for the numbers of people who log in. */
  name: z.optional(z.string()),
  vendor: z.optional(z.string()),
  /** True while a bot waits for an answer. */
  waiting: z.boolean(),
  lines: z.array(TextLine),
})
export type DemoPhone = z.output<typeof DemoPhone>

/**
 * The demo phones, the one with the newest message first. The server provides this only while no real text
 * messages are sent.
 */
export const demoPhones = endpoint({
  method: 'GET',
  path: '/api/demo/phones',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ phones: z.array(DemoPhone), bots: z.array(z.object({ id: z.string(), title: z.string(), project: z.string() })) }),
})

/** Sends an answer from a demo phone. `id` is the idempotency key. */
export const answerDemoText = endpoint({
  method: 'POST',
  path: '/api/demo/phones',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({
    id: z.string().check(z.maxLength(64)),
    from: z.string().check(z.maxLength(20)),
    text: z.string().check(z.maxLength(1600)),
  }),
  answer: z.object({ taken: z.boolean() }),
})

/** Starts the conversations of a demo bot. */
export const askDemoNow = endpoint({
  method: 'POST',
  path: '/api/demo/ask',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ bot: z.string() }),
  answer: z.object({ begun: z.number() }),
})
