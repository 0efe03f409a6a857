import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id } from './records.ts'

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
})
export type ChatReply = z.output<typeof ChatReply>

export const Thought = z.object({ thought: z.optional(z.string()), redirect: z.optional(z.string()) })
export type Thought = z.output<typeof Thought>

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
}

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
