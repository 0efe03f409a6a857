import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './records.ts'

/** One bubble of a conversation (spec/2 §3). */
export const ChatMessage = z.object({
  id: z.string(),
  text: z.string(),
  sender: z.enum(['ai', 'user']),
  /** Absent: what the text itself offers (suggestionsOf). */
  suggestions: z.optional(z.array(z.string())),
})
export type ChatMessage = z.output<typeof ChatMessage>

export const ChatReply = z.object({
  text: z.string(),
  /** The last word: the screen stays busy until a redirect comes. */
  completing: z.optional(z.boolean()),
  /** An address, or `refresh`. */
  redirect: z.optional(z.string()),
})
export type ChatReply = z.output<typeof ChatReply>

export const Thought = z.object({ thought: z.optional(z.string()), redirect: z.optional(z.string()) })
export type Thought = z.output<typeof Thought>

/** What the page data of the screen `chat` holds in `componentConfig` beside its `title`. */
export interface ChatConfig {
  /** Id of the conversation; one that nobody has written in yet is not stored. */
  readonly chat: string
  /** Absent: "What tasks are you doing today?". */
  readonly greeting?: string | undefined
  /** Chips of the greeting. */
  readonly suggestions?: readonly string[] | undefined
  /** Where Cancel leads; absent: no Cancel. */
  readonly cancel?: string | undefined
  /** Sent with every message. */
  readonly params?: Readonly<Record<string, string>> | undefined
  /** After the greeting, oldest first. */
  readonly messages?: readonly ChatMessage[] | undefined
  /** The conversation has had its last word and is being saved. */
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
    /** Of this message: sent again, it gets the same answer. */
    id: z.optional(Id),
    /** The bot, for the first message of a conversation. */
    bot: z.optional(z.string().check(z.maxLength(100))),
    lang: z.optional(z.string().check(z.maxLength(10))),
    /** Messages after the greeting that the sender saw: an answer to a question that is not the last one is refused. */
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

/** Leaves a conversation: opened again, the bot begins anew. */
export const cancelChat = endpoint({
  method: 'POST',
  path: '/api/chat/:chat/cancel',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ chat: Id }),
  body: z.object({}),
  answer: z.object({ success: z.boolean() }),
})
