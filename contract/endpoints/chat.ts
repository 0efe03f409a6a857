import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { Language } from '../reference/languages.ts'
import type { Translations } from '../rules/talks/talkWords.ts'
import { Id, Model, RecordPath, SaveAnswer } from './records.ts'

/** One message of a conversation (spec/2 §3). */
export const ChatMessage = z.object({
  id: z.string(),
  text: z.string(),
  sender: z.enum(['ai', 'user']),
  /** Absent: the suggestions in the text itself (suggestionsOf). */
  suggestions: z.optional(z.array(z.string())),
})
export type ChatMessage = z.output<typeof ChatMessage>

export const ChatReply = z.object({
  text: z.string(),
  /** True for the last message: the screen stays busy until a redirect arrives. */
  completing: z.optional(z.boolean()),
  /** An address of the app, or `refresh`: load the page again. */
  redirect: z.optional(z.string()),
  /** The state of the conversation after it; the device can go on from there by itself. */
  state: z.optional(z.unknown()),
})
export type ChatReply = z.output<typeof ChatReply>

export const Thought = z.object({ thought: z.optional(z.string()), redirect: z.optional(z.string()) })
export type Thought = z.output<typeof Thought>

/** What a device needs to lead a conversation by itself: the talk of `contract/rules/talks`, its words and its context. */
export interface DeviceTalk {
  /** The class of the bot, which names the talk. */
  readonly kind: string
  /** Title of the bot. */
  readonly title: string
  /** Key of the form of its records. */
  readonly form: string
  readonly lang: Language
  /** Name of the person. */
  readonly name: string
  /** Time zone of the site; absent: UTC. */
  readonly zone?: string | undefined
  /** What the next conversation offers of the record before. */
  readonly previous?: Model | undefined
  readonly talks?: readonly { readonly name: string; readonly address: string }[] | undefined
  readonly words: Translations
  /** The state after `messages`; absent: a new conversation. */
  readonly state?: unknown
}

/** The `componentConfig` of the page data for the screen `chat`, in addition to its `title`. */
export interface ChatConfig {
  /** Id of the conversation. The server stores it with the first message. */
  readonly chat: string
  /** Absent: "What tasks are you doing today?". */
  readonly greeting?: string | undefined
  /** Suggested answers to the greeting, as chips. */
  readonly suggestions?: readonly string[] | undefined
  /** The address of Cancel; absent: no Cancel. */
  readonly cancel?: string | undefined
  /** Sent with every message. */
  readonly params?: Readonly<Record<string, string>> | undefined
  /** Messages after the greeting, oldest first. */
  readonly messages?: readonly ChatMessage[] | undefined
  /** True when the conversation is complete and is being saved. */
  readonly completing?: boolean | undefined
  /** Absent: only the server can answer. */
  readonly talk?: DeviceTalk | undefined
}

/** An unfinished conversation is forgotten after this many hours without a message. */
export const chatOpenHours = 12

export const longestMessage = 4000

export const sendChatMessage = endpoint({
  method: 'POST',
  path: '/api/chat/:chat',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ chat: Id }),
  body: z.object({
    message: z.string().check(z.trim(), z.minLength(1, 'expected a message'), z.maxLength(longestMessage)),
    /** Idempotency key of this message: a repeated one gets the same answer. */
    id: z.optional(Id),
    /** The bot, for the first message of a conversation. */
    bot: z.optional(z.string().check(z.maxLength(100))),
    lang: z.optional(z.string().check(z.maxLength(10))),
    /**
     * Number of messages after the greeting that the sender saw: an answer to an older question is refused.
     */
    seen: z.optional(z.number()),
    /** The device has answered it by itself, and the person has gone on from that answer: nothing is added to it. */
    led: z.optional(z.boolean()),
  }),
  answer: ChatReply,
})

export const chatThought = endpoint({
  method: 'GET',
  path: '/api/chat/:chat/thought',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ chat: Id }),
  answer: Thought,
})

/** Cancels a conversation: the bot restarts when it is opened again. */
export const cancelChat = endpoint({
  method: 'POST',
  path: '/api/chat/:chat/cancel',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ chat: Id }),
  body: z.object({}),
  answer: z.object({ success: z.boolean() }),
})

const line = z.string().check(z.maxLength(longestMessage))
const answers = z.string().check(z.maxLength(20_000))

/** The record of a finished talk, as `contract/rules/talks` makes it. */
export const SignedTalk = z.strictObject({
  date: line,
  lang: line,
  made_by: line,
  people: z.array(line).check(z.maxLength(100)),
  people_names: answers,
  signed: answers,
  not_signed: answers,
  // Pre-task plan
  task_names: z.optional(answers),
  tasks: z.optional(z.array(z.strictObject({ id: line, task: line, hazards: answers, controls: answers })).check(z.maxLength(20))),
  permits: z.optional(answers),
  permit_missing: z.optional(z.boolean()),
  // Toolbox talk
  topic: z.optional(line),
  points: z.optional(answers),
  raised: z.optional(answers),
})
export type SignedTalk = z.output<typeof SignedTalk>

/**
 * A talk that was led and signed on the device, at the path of its record: `forms/<form>/<id of the conversation>`. The
 * server goes through the messages with the same function, each once by its id. If it would have asked something
 * else, the record is what the person has signed, and the answer says so in `notification`.
 */
export const bringTalk = endpoint({
  method: 'POST',
  path: '/api/talks/*',
  whenOffline: 'queued',
  access: 'signedIn',
  params: z.object({ '*': RecordPath }),
  body: z.object({
    bot: z.string().check(z.maxLength(100)),
    lang: z.string().check(z.maxLength(10)),
    /** All messages of the person, oldest first, each with the reply that the device showed. */
    messages: z
      .array(z.object({ id: Id, message: answers, reply: z.string().check(z.maxLength(40_000)) }))
      .check(z.minLength(1), z.maxLength(500)),
    /** What the device knew: its answers were read with it. */
    context: z.object({
      name: line,
      now: line,
      today: line,
      previous: z.optional(Model),
      talks: z.optional(z.array(z.object({ name: line, address: line })).check(z.maxLength(50))),
      ideas: z.optional(z.record(z.string(), z.array(line).check(z.maxLength(12)))),
    }),
    signed: SignedTalk,
    clientAt: z.optional(z.string()),
    skewMs: z.optional(z.number()),
  }),
  answer: SaveAnswer,
})
