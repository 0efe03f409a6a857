import type { ChatMessage } from '../../../contract/endpoints/chat.ts'
import { saveScratchText, readScratchText } from './saveScratchText.ts'

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
}

/** Rejects if it cannot be stored. undefined deletes it. */
export const keepChat = (place: string, kept: KeptChat | undefined): Promise<void> => saveScratchText('chat', place, kept)

export const readChat = (place: string): Promise<KeptChat | undefined> => readScratchText<KeptChat>('chat', place)
