import type { ChatMessage } from '../../contract/chat.ts'
import { keepTyped, readTyped } from './typed.ts'

/** A conversation as this device left it: what was typed and chosen and not sent, and what was said. */
export interface KeptChat {
  /** Id of the conversation that `messages` belong to. */
  readonly chat: string
  readonly text: string
  readonly chips: readonly string[]
  /** The last try to send, so that the next one is the same message. */
  readonly sending?: { readonly id: string; readonly message: string } | undefined
  /** It was cancelled here, and the server may not know. */
  readonly left?: boolean | undefined
  /** After the greeting. */
  readonly messages: readonly ChatMessage[]
}

/** Rejects when nothing can be kept. undefined forgets it. */
export const keepChat = (place: string, kept: KeptChat | undefined): Promise<void> => keepTyped('chat', place, kept)

export const readChat = (place: string): Promise<KeptChat | undefined> => readTyped<KeptChat>('chat', place)
