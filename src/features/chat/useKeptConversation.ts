import { useCallback, useEffect, useRef, useState } from 'react'
import { cancelChat, type ChatConfig } from '../../../contract/endpoints/chat.ts'
import type { PageHost } from '../../engine/PageHost.ts'
import { type KeptChat, keepChat, readChat, type SignedChat } from '../../store/drafts/keepChat.ts'
import { ask } from '../../sync/ask.ts'
import { begun, conversationOf, type Led } from './leadTalk.ts'

export interface Typed {
  readonly text: string
  readonly chips: readonly string[]
}

export const nothing: Typed = { text: '', chips: [] }

/** A value for the screen, and the newest one for work that goes on between two renders. */
function useNewest<T>(first: T) {
  const [value, setValue] = useState(first)
  const newest = useRef(first)
  const set = useCallback((next: T) => {
    newest.current = next
    setValue(next)
  }, [])
  return { value, newest, set }
}

/** True if the server has the message that was being sent: it is no longer typed text. */
const hasArrived = ({ sending }: KeptChat, told: ChatConfig['messages']): boolean =>
  told?.some(({ id, sender }) => sender === 'user' && id === sending?.id) === true

/** It was canceled here while the server could not be reached, and the server still has it. */
const wasLeft = (kept: KeptChat | undefined, chat: string, told: ChatConfig['messages']): boolean =>
  kept?.chat === chat && kept.left === true && told !== undefined && told.length > 0

/** The conversation as this device has it, with the typed text; both are stored at every change. */
export function useKeptConversation(
  place: string,
  config: Partial<ChatConfig>,
  host: PageHost,
  onSigned: (signed: SignedChat) => Promise<void>,
) {
  const { chat: page = '', messages: told } = config
  const led = useNewest<Led>(begun(page))
  const typed = useNewest<Typed>(nothing)
  const over = useNewest<KeptChat['over']>(undefined)
  const [isLoaded, setIsLoaded] = useState(false)
  const sendingRef = useRef<{ readonly id: string; readonly message: string }>(undefined)
  const flyingRef = useRef(false)
  /** It is signed: nothing changes it any more, also while the outbox could not store it. */
  const signedRef = useRef<SignedChat>(undefined)
  const configRef = useRef(config)
  useEffect(() => {
    configRef.current = config
  })

  const { newest: ledNow, set: setLed } = led
  const { newest: typedNow, set: setTyped } = typed
  const { newest: overNow, set: setOver } = over

  /** Rejects if the device cannot store it. */
  const keep = useCallback(
    async (more: Partial<KeptChat> = {}) => {
      if (signedRef.current) return
      await keepChat(place, {
        ...ledNow.current,
        ...typedNow.current,
        sending: sendingRef.current,
        over: overNow.current,
        at: Date.now(),
        ...more,
      })
    },
    [place, ledNow, typedNow, overNow],
  )

  const type = useCallback(
    (more: Partial<Typed>) => {
      setTyped({ ...typedNow.current, ...more })
      // If the device can't store it, it is still on the screen; the app's own strip says that the device is full.
      keep().catch(() => undefined)
    },
    [keep, setTyped, typedNow],
  )

  useEffect(() => {
    let gone = false
    const now = () => ledNow.current
    // A page that was requested before the first message names another new conversation: keep the one that
    // started here.
    const isBegunHere = () => now().pending.length > 0 || (now().messages.length > 0 && now().chat !== page && !told?.length)
    void readChat(place)
      .catch(() => undefined)
      .then((kept) => {
        // A message is being sent: its answer contains the whole conversation.
        if (gone || flyingRef.current || isBegunHere()) return
        setOver(kept?.over)
        const chosen = conversationOf(kept, now(), configRef.current, Date.now())
        const show = () => {
          setLed(chosen)
          setIsLoaded(true)
        }
        if (wasLeft(kept, chosen.chat, told)) {
          ask(cancelChat, { chat: chosen.chat }, {}).then(() => host.reload(), show)
          return undefined
        }
        show()
        if (kept?.signed) {
          signedRef.current = kept.signed
          return onSigned(kept.signed).catch(() => undefined)
        }
        if (kept && !hasArrived(kept, told)) {
          sendingRef.current = kept.sending
          if (typedNow.current === nothing) setTyped({ text: kept.text, chips: kept.chips })
        }
        return undefined
      })
    return () => {
      gone = true
    }
  }, [place, page, told, host, ledNow, setLed, typedNow, setTyped, setOver, onSigned])

  return { led, typed, over, isLoaded, sendingRef, flyingRef, signedRef, keep, type }
}
