import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { cancelChat, type ChatConfig, sendChatMessage } from '../../../contract/endpoints/chat.ts'
import type { SignedChat } from '../../store/drafts/keepChat.ts'
import { ask, AskFailed } from '../../sync/ask.ts'
import { acknowledged, aloneFrom, type Led } from './leadTalk.ts'

const replayEveryMs = 5000

/** True if the server may take the message later: no connection, a server in trouble, a session that has ended. */
export const mayGoLater = (error: unknown): boolean =>
  error instanceof AskFailed && (error.kind !== 'refused' || error.code === 'NOT_AUTHORIZED' || error.status === 429)

interface Replay {
  readonly config: Partial<ChatConfig>
  readonly lang: string
  readonly led: Led
  /** The same between two renders. */
  readonly newest: RefObject<Led>
  readonly set: (led: Led) => void
  /** Set once it is signed: the outbox brings it. */
  readonly signedRef: RefObject<SignedChat | undefined>
  /** Rejects if the device cannot store it. */
  readonly keep: () => Promise<void>
}

/**
 * Sends the messages that the device has answered by itself, in order and each by its id, until the server has all of them.
 * A server that answers otherwise, or a conversation that went on elsewhere, leaves this one as it is: it goes on alone,
 * and arrives when it is signed.
 */
export function useReplay({ config, lang, led: shown, newest, set, signedRef, keep }: Replay): void {
  const isSending = useRef(false)
  const { params } = config

  const replayNext = useCallback(async (): Promise<boolean> => {
    const { chat, messages, pending, alone } = newest.current
    const [id] = pending
    const at = messages.findIndex((message) => message.id === id)
    const message = messages[at]
    if (signedRef.current || alone || id === undefined || !message) return false
    const led = at < messages.length - 2
    let next: Led | undefined
    try {
      const reply = await ask(sendChatMessage, { chat }, { ...params, message: message.text, id, lang, seen: at, led })
      if (signedRef.current || newest.current.chat !== chat) return false
      next = acknowledged(newest.current, id, reply)
      if (!next) ask(cancelChat, { chat }, {}).catch(() => undefined)
    } catch (error) {
      if (signedRef.current || newest.current.chat !== chat || mayGoLater(error)) return false
    }
    set(next ?? aloneFrom(newest.current))
    await keep().catch(() => undefined)
    return next !== undefined
  }, [newest, set, signedRef, keep, params, lang])

  const replay = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      while (await replayNext());
    } finally {
      isSending.current = false
    }
  }, [replayNext])

  const waits = shown.pending.length > 0 && !shown.alone
  useEffect(() => {
    if (!waits) return undefined
    const look = () => {
      if (document.visibilityState === 'visible') void replay()
    }
    look()
    const timer = setInterval(look, replayEveryMs)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
    }
  }, [waits, replay])
}
