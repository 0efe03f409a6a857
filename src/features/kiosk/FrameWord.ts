import { kioskMessages } from '../../../contract/endpoints/kiosk.ts'

export type FrameWord =
  | { readonly kind: 'ready' | 'alive' | 'restart' }
  | { readonly kind: 'myTasks'; readonly on: boolean }
  | { readonly kind: 'title'; readonly title: string }

const longestTitle = 120

/**
 * Returns a message of the kiosk's frame; undefined for messages from other windows or for other receivers.
 */
export function heard(
  event: Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>,
  frame: Window | null | undefined,
): FrameWord | undefined {
  if (!frame || event.source !== frame || event.origin !== location.origin || typeof event.data !== 'string') return undefined
  const { data } = event
  if (data === 'ping') return { kind: 'ready' }
  if (data.startsWith('ping.height:')) return { kind: 'alive' }
  if (data === kioskMessages.restart) return { kind: 'restart' }
  if (data === kioskMessages.myTasks) return { kind: 'myTasks', on: true }
  if (data === kioskMessages.myTasksOff) return { kind: 'myTasks', on: false }
  if (data.startsWith(kioskMessages.title))
    return { kind: 'title', title: data.slice(kioskMessages.title.length).trim().slice(0, longestTitle) }
  return undefined
}
