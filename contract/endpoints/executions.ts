import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { StaffTime } from '../rules/figuresOfStaff.ts'

/**
 * Executions: one conversation of a bot with one contact on one day, and its result (spec/2 §3). A decision
 * on one is a save at its path (`PATCH /api/data/automation/{owner}/{bot}/{execution}`), so it is queued in
 * the outbox and applied once.
 */

/** The actions that a save of an execution can request from the bots (spec/2 §4). */
export const completionActions = ['ACKNOWLEDGE', 'DISABLE_VENDOR', 'APPROVE', 'WRITE', 'REJECT'] as const
export const CompletionAction = z.enum(completionActions)
export type CompletionAction = z.output<typeof CompletionAction>

/** Why an execution requires attention; a server may send other codes, which are shown as they are. */
export const attentionCodes = [
  'INVALID_VENDOR',
  'INVALID_NUMBER',
  'APPROVE_FAILURE',
  'CHAT_FAILURE',
  'MODIFIED_AFTER_FINISH',
  'EXPIRED',
  'NIL_ENTRY',
  'INCORRECT_TARGET_USER',
  'UNCOOPERATIVE_TARGET_USER',
  'PAUSE_TARGET_USER',
] as const
/**
 * Own codes of this product. `NOT_ASKED`: no text message could be sent before the time limit for an answer.
 * `DIFFERENT_FIGURES`: the reports of a vendor for the same day and place do not agree.
 */
export type AttentionCode = (typeof attentionCodes)[number] | 'NOT_ASKED' | 'DIFFERENT_FIGURES'

export const stopAfters = ['15 mins', '30 mins', '45 mins', '1 hour', '2 hours', '3 hours'] as const
export type StopAfter = (typeof stopAfters)[number]

/** The tag of an execution while the bots process its action. */
export const processingTag = 'Processing'

export const Tag = z.object({ label: z.string(), color: z.optional(z.string()) })
export type Tag = z.output<typeof Tag>

export const Manpower = z.object({
  project: z.optional(z.string()),
  vendor: z.optional(z.string()),
  worker_count: z.optional(z.number()),
  worker_hours: z.optional(z.number()),
  /** worker_count × worker_hours, calculated at every edit. */
  hours: z.optional(z.number()),
  location: z.optional(z.string()),
  notes: z.optional(z.string()),
})
export type Manpower = z.output<typeof Manpower>

/** The manpower of one vendor as one source reports it: a record of the bot's form, or the answer by text message. */
export const ManpowerReport = z.object({
  /** Path of the record, or `text`. */
  source: z.string(),
  /** Key of the vendor in an execution with several vendors. */
  vendor: z.optional(z.string()),
  /** Name of the sender; missing for a sender without a login. */
  by: z.optional(z.string()),
  /** ISO 8601. */
  at: z.string(),
  worker_count: z.optional(z.number()),
  worker_hours: z.optional(z.number()),
  location: z.optional(z.string()),
  notes: z.optional(z.string()),
})
export type ManpowerReport = z.output<typeof ManpowerReport>

export const DailyNote = z.object({
  project: z.optional(z.string()),
  vendor: z.optional(z.string()),
  comment: z.optional(z.string()),
  location: z.optional(z.string()),
})
export type DailyNote = z.output<typeof DailyNote>

/** The answer of a write to the daily log. */
export const ApproveResult = z.object({ messages: z.array(z.object({ type: z.string(), message: z.string() })) })

export const executionKinds = ['manpower', 'multiVendor', 'notes', 'form'] as const
export type ExecutionKind = (typeof executionKinds)[number]

/** Times are ISO 8601. */
export const Execution = z.object({
  kind: z.enum(executionKinds),
  title: z.string(),
  description: z.optional(z.string()),
  /** The contact person. */
  name: z.optional(z.string()),
  vendor: z.optional(z.string()),
  project: z.optional(z.string()),
  /** The number that received the messages, and the configured number of the contact. */
  number: z.optional(z.string()),
  configuredNumber: z.optional(z.string()),
  /** The day that the question is about, and the day of the question, `yyyy-MM-dd`. */
  date: z.optional(z.string()),
  today: z.optional(z.string()),
  timestamp: z.optional(z.string()),
  expires: z.optional(z.string()),
  stopAfter: z.optional(z.enum(stopAfters)),
  requiresApproval: z.optional(z.boolean()),
  requiresAttention: z.optional(z.boolean()),
  requiresAttentionCode: z.optional(z.string()),
  /** The vendors that are not in the list of the project (INVALID_VENDOR). */
  unknownVendors: z.optional(z.array(z.string())),
  /** The final answer of the daily log, or a note that nothing is written: the execution is finalized. */
  approveResult: z.optional(ApproveResult),
  /**
   * Why the daily log refused the last write (APPROVE_FAILURE); messages are of type `error` or `validation`.
   * Never set together with approveResult.
   */
  approveFailure: z.optional(ApproveResult),
  completionAction: z.optional(CompletionAction),
  completed: z.optional(z.boolean()),
  /** `Procore`: entries are written as pending, and approved in Procore. */
  approvalMode: z.optional(z.string()),
  collectLocation: z.optional(z.string()),
  model: z.optional(z.record(z.string(), z.unknown())),
  /** Several vendors in one conversation. */
  executionVendors: z.optional(
    z.array(z.object({ key: z.string(), vendor: z.string(), trade: z.optional(z.string()), cost_code: z.optional(z.string()) })),
  ),
  finishedModels: z.optional(z.record(z.string(), Manpower)),
  /** Only if a form reported manpower: all reports, also the answer by text message. */
  reports: z.optional(z.array(ManpowerReport)),
  waitingToComplete: z.optional(z.boolean()),
  tags: z.optional(z.array(Tag)),
  /** Address of the chat log. */
  feed: z.optional(z.string()),
  path: z.string(),
  /** Uid or name of the person who decided, and when. */
  decidedBy: z.optional(z.string()),
  decidedAt: z.optional(z.string()),
  lookups: z.optional(z.object({ locations: z.optional(z.array(z.object({ id: z.string(), label: z.string() }))) })),
  procore: z.optional(z.object({ root: z.string(), project: z.string() })),
})
export type Execution = z.output<typeof Execution>

/**
 * The path of an execution, for reads, saves and its activity feed, without a leading slash. `owner` is the
 * uid of the bot's owner when the execution began.
 */
export const executionPath = (owner: string, bot: string, execution: string): string => `automation/${owner}/${bot}/${execution}`
export const executionFeed = (path: string): string => `/api/${path}/feed.txt`

/** A conversation for lists (spec/3 §3.8). */
export const ExecutionRow = z.object({
  key: z.string(),
  title: z.string(),
  tags: z.array(Tag),
  /** Path for PATCH /api/data/{path}. */
  path: z.string(),
  rev: z.number(),
  bot: z.string(),
  botTitle: z.string(),
  /** Project id and name. */
  team: z.string(),
  project: z.string(),
  date: z.optional(z.string()),
  at: z.string(),
  execution: Execution,
  /** True when the caller can decide it. */
  mayDecide: z.boolean(),
  /** Only of one open manpower conversation: who of its vendors checked in at the gates on that day. */
  staff: z.optional(z.array(StaffTime)),
})
export type ExecutionRow = z.output<typeof ExecutionRow>

const Bot = z.object({ id: z.string() })

/** Conversations in one answer of `listExecutions`, at most. */
export const mostListed = 200

/** The conversations of a bot, newest first; `before` is the key of the last one of the answer before. */
export const listExecutions = endpoint({
  method: 'GET',
  path: '/api/automation/:id/executions',
  whenOffline: 'cached',
  access: 'signedIn',
  params: Bot,
  query: z.object({ before: z.optional(z.string().check(z.maxLength(100))) }),
  answer: z.object({
    bot: z.object({ id: z.string(), title: z.string(), team: z.string() }),
    executions: z.array(ExecutionRow),
    /** There are older ones. */
    more: z.optional(z.boolean()),
  }),
})

export const getExecution = endpoint({
  method: 'GET',
  path: '/api/automation/:id/execution/:execId',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ id: z.string(), execId: z.string() }),
  answer: ExecutionRow,
})

/**
 * The chat log of a conversation for devices that cache it: the text of `feed.txt`, for people who can see
 * the execution.
 */
export const getExecutionLog = endpoint({
  method: 'GET',
  path: '/api/automation/:id/execution/:execId/log',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ id: z.string(), execId: z.string() }),
  answer: z.object({ text: z.string() }),
})

/** Maximum number of executions in the answer of `openExecutions`. */
export const mostOpen = 1000

/**
 * The executions that need a decision in all projects of a person, oldest first, and the day summary of each
 * project. `after`: the key of the last execution of the page before.
 */
export const openExecutions = endpoint({
  method: 'GET',
  path: '/api/executions/open',
  whenOffline: 'cached',
  access: 'signedIn',
  query: z.object({ after: z.optional(z.string()) }),
  answer: z.object({
    executions: z.array(ExecutionRow),
    /** There are newer ones. */
    more: z.optional(z.boolean()),
    days: z.array(
      z.object({
        team: z.string(),
        project: z.string(),
        date: z.string(),
        workers: z.number(),
        hours: z.number(),
        /**
         * Names of contacts who were asked and have not answered. Contacts that no text message could reach
         * are in neither number.
         */
        silent: z.array(z.string()),
        answered: z.number(),
      }),
    ),
  }),
})

/** Poll intervals of conversations, ms: while one is processed, and otherwise (spec/3 §9). */
export const conversationsEveryProcessing = 1000
export const conversationsEvery = 30_000
/** Poll interval of the execution detail and of described pages, ms. */
export const executionEvery = 6000
