import type { BodyOf } from '../../../contract/endpoint.ts'
import type { bringTalk, ChatMessage } from '../../../contract/endpoints/chat.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { Ideas } from '../../../contract/rules/talks/talk.ts'
import { saveScratchText, readScratchText } from './saveScratchText.ts'

/** A talk that is signed on this device, until the outbox has it. */
export interface SignedChat {
  readonly chat: string
  readonly form: string
  readonly title: string
  readonly body: BodyOf<typeof bringTalk>
}

/** The stored state of a conversation on this device: unsent text and choices, and the messages. */
export interface KeptChat {
  /** Id of the conversation of `messages`. */
  readonly chat: string
  readonly text: string
  readonly chips: readonly string[]
  /** The last attempt to send, so that the retry is the same message. */
  readonly sending?: { readonly id: string; readonly message: string } | undefined
  /** It was cancelled here; the server may not know yet. */
  readonly left?: boolean | undefined
  /** Messages after the greeting. */
  readonly messages: readonly ChatMessage[]
  /** State of the talk after `messages`. */
  readonly state?: unknown
  /** Ids of messages that this device has answered and the server does not have, oldest first. */
  readonly pending?: readonly string[] | undefined
  /** It went another way than the server: the server gets it when it is signed. */
  readonly alone?: boolean | undefined
  /** Hazards that the server has suggested, by task. */
  readonly ideas?: Ideas | undefined
  /** Time of the last message, ms. */
  readonly at?: number | undefined
  readonly signed?: SignedChat | undefined
  /** The conversation that was signed on this device before this one, and its record. */
  readonly over?: { readonly chat: string; readonly model: Model } | undefined
}

/** Rejects if it cannot be stored. undefined deletes it. */
export const keepChat = (place: string, kept: KeptChat | undefined): Promise<void> => saveScratchText('chat', place, kept)

export const readChat = (place: string): Promise<KeptChat | undefined> => readScratchText<KeptChat>('chat', place)
