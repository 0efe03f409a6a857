import type { ChatMessage } from '../../contract/chat.ts'
import { getOwner } from './identity.ts'
import { getStore } from './store.ts'

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

const keyOf = (owner: string, place: string) => `chat ${owner} ${place}`

const waiting = new Map<string, KeptChat | undefined>()
let writing: Promise<void> | undefined

async function drain(): Promise<void> {
  for (let [next] = waiting; next; [next] = waiting) {
    const [key, kept] = next
    waiting.delete(key)
    const { meta } = getStore().db
    if (kept) await meta.put({ key, value: kept })
    else await meta.delete(key)
  }
}

/** Calls that come faster than the disk are joined: the newest wins. Rejects when nothing can be kept. undefined forgets it. */
export function keepChat(place: string, kept: KeptChat | undefined): Promise<void> {
  waiting.set(keyOf(getOwner(), place), kept)
  writing ??= drain().finally(() => {
    writing = undefined
  })
  return writing
}

export async function readChat(place: string): Promise<KeptChat | undefined> {
  const key = keyOf(getOwner(), place)
  if (waiting.has(key)) return waiting.get(key)
  return (await getStore().db.meta.get(key))?.value as KeptChat | undefined
}
