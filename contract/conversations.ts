import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { stopAfters } from './executions.ts'

/** Bots that talk by text: what they are set to (the model of `automations`), and the texts that the demo keeps. */

/** Classes of bots that hold conversations, and what they ask for. */
export const talkingClasses = { manpower: 'manpower', notes: 'notes', 'daily-log': 'notes' } as const satisfies Readonly<
  Record<string, 'manpower' | 'notes'>
>
export type TalkingClass = keyof typeof talkingClasses

export const isTalking = (botClass: string): botClass is TalkingClass => Object.hasOwn(talkingClasses, botClass)

/**
 * What happens with an answer. `Approval`: a manager approves it before it is written. `Procore`: it is written as a pending entry and approved there.
 * `Automatic`: it is written without being asked; several vendors of one contact after five minutes.
 */
export const approvalModes = ['Approval', 'Procore', 'Automatic'] as const
export type ApprovalMode = (typeof approvalModes)[number]

export const collectLocations = ['Enabled', 'Disabled'] as const

/** Whoever is texted. Contacts with the same number are one conversation about several vendors. */
export const BotContact = z.object({
  /** Of an entry of a list; contacts without one are told apart by number and vendor. */
  key: z.optional(z.string()),
  name: z.string(),
  /** E.164. */
  mobile: z.string(),
  vendor: z.optional(z.string()),
  trade: z.optional(z.string()),
  cost_code: z.optional(z.string()),
  location: z.optional(z.string()),
  /** What the bot speaks with them until they answer in another one. */
  lang: z.optional(z.string()),
  disabled: z.optional(z.boolean()),
  /** `permanently`, `today`, `selfmanaged`, or the first day on which they are there again, yyyy-MM-dd (decision OQ-040). */
  disabledUntil: z.optional(z.string()),
  /** The day that `today` means, yyyy-MM-dd. */
  disabledOn: z.optional(z.string()),
  disabledReason: z.optional(z.string()),
})
export type BotContact = z.output<typeof BotContact>

/** The settings of a bot that talks, flat in its model; whatever else stands there is somebody else's. */
export const ConversationSettings = z.object({
  /** Absent: it does. `false`: it asks nobody by itself, only when somebody says so. */
  active: z.optional(z.boolean()),
  /** `Mon` …; absent: Monday to Friday. */
  days: z.optional(z.array(z.string())),
  /** HH:mm in `timezone`; absent: 15:00. */
  time: z.optional(z.string()),
  /** IANA name; absent: the zone of the bot's site. */
  timezone: z.optional(z.string()),
  /** Whether it also asks on the project's days off (false). */
  askOnHolidays: z.optional(z.boolean()),
  /** The day that it asks about: the day itself (default) or the one before. */
  about: z.optional(z.enum(['today', 'yesterday'])),
  /** How long it waits for an answer; absent: 1 hour. */
  stopAfter: z.optional(z.enum(stopAfters)),
  /** It asks again after so long, once; absent: halfway. */
  remindAfter: z.optional(z.enum([...stopAfters, 'Never'])),
  contacts: z.optional(z.array(BotContact)),
  approvalMode: z.optional(z.enum(approvalModes)),
  collectLocation: z.optional(z.enum(collectLocations)),
})
export type ConversationSettings = z.output<typeof ConversationSettings>

/** Several vendors of one contact are written so much later, ms (spec/2 §9). */
export const writeAfterMs = 5 * 60_000

/** Has the bot ask now whom it has not asked today. Can't wait: it is about now. */
export const askNow = endpoint({
  method: 'POST',
  path: '/api/automation/:id:ask',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ id: z.string() }),
  answer: z.object({ begun: z.number() }),
})

const TextLine = z.object({ id: z.string(), text: z.string(), at: z.string(), from: z.enum(['bot', 'phone']) })

/** A phone of the demo: what the bots texted it, and what was answered from there, oldest first. */
export const DemoPhone = z.object({
  number: z.string(),
  /** Whose number it is among the bots' contacts; absent for the numbers of people who log in. */
  name: z.optional(z.string()),
  vendor: z.optional(z.string()),
  /** A bot waits for an answer. */
  waiting: z.boolean(),
  lines: z.array(TextLine),
})
export type DemoPhone = z.output<typeof DemoPhone>

/** The phones that the demo keeps, the one with the newest text first. Only served while nothing real is sent. */
export const demoPhones = endpoint({
  method: 'GET',
  path: '/api/demo/phones',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ phones: z.array(DemoPhone), bots: z.array(z.object({ id: z.string(), title: z.string(), project: z.string() })) }),
})

/** An answer from a phone of the demo. `id` makes sending it twice the same text. */
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

/** Has a bot of the demo begin its conversations. */
export const askDemoNow = endpoint({
  method: 'POST',
  path: '/api/demo/ask',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ bot: z.string() }),
  answer: z.object({ begun: z.number() }),
})
