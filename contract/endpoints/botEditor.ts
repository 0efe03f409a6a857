import * as z from 'zod/mini'
import { addressOf, endpoint } from '../endpoint.ts'
import { PageData } from './pages.ts'

/** The parameters of the address to create a bot (spec/3 §2.4, §2.6). */
export interface NewBot {
  readonly class: string
  /** Id of the project; absent with a parent: then it is the parent's project. */
  readonly team?: string | undefined
  /** uid. */
  readonly owner?: string | undefined
  /** The site, or the project of the other system that it writes to. */
  readonly project?: string | undefined
  /** Name of the company that the bot is for. */
  readonly company?: string | undefined
  /** Country code and IANA time zone of the site. */
  readonly country?: string | undefined
  readonly timezone?: string | undefined
  readonly demo?: boolean | undefined
  /** The bot that triggers it. */
  readonly parent?: string | undefined
}

/** `/automation/new?team=…&class=…`; unknown parameters are left out. */
export function newBotAddress({ team, class: botClass, owner, project, company, country, timezone, demo, parent }: NewBot): string {
  const demoMode = demo === true ? 'true' : undefined
  return addressOf(
    { path: '/automation/new' },
    {},
    { team, class: botClass, parent, owner, project, company, country, timezone, demo: demoMode },
  )
}

/** The value of `form` for a bot that starts with its own new form. */
export const ownForm = 'new'

/**
 * The editor of a bot: its settings as a form, and the bot as the record to open. `new` in place of an id
 * describes a bot that does not exist yet. The page shell requests the same as `…/{id}.json`.
 */
export const getBotEditor = endpoint({
  method: 'GET',
  path: '/api/automation/:id',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  query: z.object({
    class: z.optional(z.string()),
    team: z.optional(z.string()),
    owner: z.optional(z.string()),
    project: z.optional(z.string()),
    company: z.optional(z.string()),
    country: z.optional(z.string()),
    timezone: z.optional(z.string()),
    demo: z.optional(z.string()),
    parent: z.optional(z.string()),
    lang: z.optional(z.string()),
  }),
  answer: PageData,
})

/** Severity of a log line; an error blocks the copy, a warning needs confirmation (spec/3 §5). */
export const cloneLevels = ['error', 'warning', 'info', 'success'] as const
export type CloneLevel = (typeof cloneLevels)[number]

/** The messages of log lines; `{…}` are values. Devices have translations of each. */
export const cloneSayings = {
  archived: 'This project is archived: nothing can be copied into it.',
  owner: 'The owner has to be a member of this project who has signed in.',
  gone: 'One of the bots is not in this project any more. Go back and choose again.',
  system: '{project} cannot have a bot of this kind: its system does not offer it.',
  deprecated: 'Bots of this kind are no longer offered.',
  twin: '{project} already has a bot of this name.',
  contacts: 'Contacts are not copied: add those of the new project.',
  demo: 'A copy of a demo bot is a demo bot.',
  form: 'It gets its own form with the same questions.',
  untriggered: 'The bot that triggers it is not copied. People start the copy by its own code.',
  ready: 'Ready to be copied.',
  otherProject: 'This project is linked to another project of its system.',
  noProject: 'Choose the project of the other system.',
  otherSite: 'This site does not belong to the project.',
  noSite: 'No site is chosen: the copies belong to the whole project.',
  noAttendance: 'The attendance bot is not in this project any more.',
  copied: '{count} copied.',
} as const
export type CloneSaying = keyof typeof cloneSayings

/**
 * `group`: the bot or project of the line. `message`: in English. `saying` and `values`: the same for
 * translation on the device; a device that does not know the `saying` shows the message.
 */
export const CloneLine = z.object({
  group: z.string(),
  level: z.enum(cloneLevels),
  message: z.string(),
  saying: z.optional(z.string()),
  values: z.optional(z.record(z.string(), z.string())),
})
export type CloneLine = z.output<typeof CloneLine>

const CloneResult = z.object({
  model: z.object({
    status: z.enum(['success', 'error']),
    log: z.array(CloneLine),
    /** Ids of the copies, in the order of `bots`; only after a copy. */
    bots: z.optional(z.array(z.string())),
  }),
})
export type CloneResult = z.output<typeof CloneResult>

/**
 * Copies bots into another project with their settings and forms; with `validateOnly` it only reports the
 * effects. Needs a connection: the report is about the current state. `project`: the site, or the project of
 * the other system, for the copies; `parent`: a bot there that will trigger them.
 */
export const cloneBots = endpoint({
  method: 'POST',
  path: '/api/bots/clone',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({
    validateOnly: z.boolean(),
    sourceTeam: z.string().check(z.maxLength(60)),
    destinationTeam: z.string().check(z.maxLength(60)),
    bots: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(200)),
    owner: z.string().check(z.maxLength(60)),
    project: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    parent: z.optional(z.string().check(z.maxLength(60))),
  }),
  answer: CloneResult,
})
