import { t as now } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { cancelChat, type ChatConfig, type ChatMessage } from '../../../contract/endpoints/chat.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { PageHost } from '../../engine/PageHost.ts'
import { newId } from '../../lib/newId.ts'
import { keepChat, type SignedChat } from '../../store/drafts/keepChat.ts'
import { NotSaved } from '../../store/outbox/queue.ts'
import { ask, AskFailed } from '../../sync/ask.ts'
import { begun } from './leadTalk.ts'
import { messageOf } from './suggestionsOf.ts'
import { useAnswers, useSigned } from './useAnswers.ts'
import { nothing, type Typed, useKeptConversation } from './useKeptConversation.ts'
import { mayGoLater, useReplay } from './useReplay.ts'
import { useThoughts } from './useThoughts.ts'

const redirectAfterMs = 500

export interface Conversation extends Typed {
  /** The messages after the greeting; undefined until the stored conversation is loaded. */
  readonly messages: readonly ChatMessage[] | undefined
  readonly busy: boolean
  readonly thought: string
  /** Why the last message was not sent. The typed text is kept. */
  readonly failed: string | undefined
  /** Messages that this device has answered and the server does not have. */
  readonly waiting: number
  /** It goes on here and not on the server, until it is signed. */
  readonly alone: boolean
  /** The record of the talk before this one, if it was signed on this device after the page was loaded. */
  readonly over: Model | undefined
  type(typed: Partial<Typed>): void
  send(): Promise<void>
  /** Removes the conversation on this device and on the server. */
  leave(): void
}

/** Why a message was not sent. */
function reasonOf(error: unknown): string {
  if (error instanceof NotSaved && error.message) return error.message
  if (!(error instanceof AskFailed)) return now`Your message was not sent. What you typed is still here.`
  if (error.kind === 'refused' && error.code !== 'NOT_AUTHORIZED') return error.message
  if (error.code === 'NOT_AUTHORIZED') return now`You are signed out. What you typed is still here; sign in and send it again.`
  if (error.kind === 'busy') return now`The server is busy. What you typed is still here.`
  return now`No connection. What you typed is still here.`
}

/** Returns what leaves the conversation for another page, shortly after, once. */
function useRedirect(host: PageHost, setBusy: (busy: boolean) => void): (redirect: string) => void {
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const redirect = useCallback(
    (address: string) => {
      if (leaving.current !== undefined) return
      setBusy(true)
      leaving.current = setTimeout(() => (address === 'refresh' ? host.reload() : host.navigate(address)), redirectAfterMs)
    },
    [host, setBusy],
  )
  useEffect(() => () => clearTimeout(leaving.current), [])
  return redirect
}

/**
 * Holds one conversation: its messages, the typed text (stored on the device at every change), and sending
 * each message once. `place` is its key on this device.
 */
export function useConversation(place: string, config: Partial<ChatConfig>, lang: string, host: PageHost): Conversation {
  const { t } = useLingui()
  const [busy, setBusy] = useState(config.completing === true)
  const [thought, setThought] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const heardRef = useRef(false)
  const redirect = useRedirect(host, setBusy)
  const bringSigned = useSigned(place)
  const onSigned = useCallback(
    (signed: SignedChat) => {
      setBusy(true)
      return bringSigned(signed).then(redirect, (error: unknown) => {
        setBusy(false)
        setFailed(reasonOf(error))
        throw error
      })
    },
    [bringSigned, redirect],
  )
  const kept = useKeptConversation(place, config, host, onSigned)
  const { led, typed, over, isLoaded, signedRef, keep, type } = kept
  const answers = useAnswers({ config, lang, kept, bringSigned, heardRef })
  useReplay({ config, lang, led: led.value, newest: led.newest, set: led.set, signedRef, keep })

  const follow = useCallback(
    (address: string) => {
      // Typed text waits for the conversation that follows.
      if (address !== 'refresh') keepChat(place, undefined).catch(() => undefined)
      redirect(address)
    },
    [place, redirect],
  )
  const { flying, send } = useSend({ kept, answers, busy, setBusy, setThought, setFailed, follow, redirect, host })

  const leave = () => {
    // The outbox has it, or gets it now.
    if (signedRef.current && busy) return
    const { chat, messages } = led.newest.current
    if (messages.length === 0) {
      keepChat(place, over.newest.current && { ...begun(chat), ...nothing, over: over.newest.current }).catch(() => undefined)
      return
    }
    signedRef.current = undefined
    led.set(begun(chat))
    keep({ ...nothing, left: true, sending: undefined }).catch(() => undefined)
    ask(cancelChat, { chat }, {}).catch(() => undefined)
  }

  const { chat, messages, pending, alone } = led.value
  const begins = messages.length > 0 || flying !== undefined
  useThoughts({ chat, asks: begins && pending.length === 0, setThought, follow, heardRef })

  const shown = flying && messages.every(({ id }) => id !== flying.id) ? [...messages, flying] : messages
  return {
    ...typed.value,
    messages: isLoaded ? shown : undefined,
    busy,
    thought: thought || t`Thinking`,
    failed,
    waiting: pending.length,
    alone,
    over: over.value?.chat === config.chat ? over.value?.model : undefined,
    type,
    send,
    leave,
  }
}

interface Sending {
  readonly kept: ReturnType<typeof useKeptConversation>
  readonly answers: ReturnType<typeof useAnswers>
  readonly busy: boolean
  readonly setBusy: (busy: boolean) => void
  readonly setThought: (thought: string | undefined) => void
  readonly setFailed: (reason: string | undefined) => void
  readonly follow: (address: string) => void
  readonly redirect: (address: string) => void
  readonly host: PageHost
}

/** Sends what is typed: the server answers, or this device if the server does not. */
function useSend({ kept, answers, busy, setBusy, setThought, setFailed, follow, redirect, host }: Sending) {
  const { led, typed, isLoaded, sendingRef, flyingRef, keep, type } = kept
  const { bringAgain, answerHere, askAnswer } = answers
  /** The message that has no answer yet. */
  const [flying, setFlying] = useState<ChatMessage>()

  const answer = async (id: string, message: string) => {
    const again = await bringAgain()
    const own = again ?? (led.newest.current.pending.length > 0 ? await answerHere(id, message) : undefined)
    const after =
      own ??
      (await askAnswer(id, message).catch(async (error: unknown) => {
        const here = mayGoLater(error) ? await answerHere(id, message) : undefined
        if (!here) throw error
        return here
      }))
    if (after.redirect !== undefined) (after.signed ? redirect : follow)(after.redirect)
    else if (after.completing !== true) setBusy(false)
  }

  const send = async () => {
    const was = typed.newest.current
    const message = messageOf(was.chips, was.text)
    if (message === '' || busy || !isLoaded) return
    // The same text keeps the same message id, so that a retry is not a second message.
    if (sendingRef.current?.message !== message) sendingRef.current = { id: newId(), message }
    const { id } = sendingRef.current
    keep().catch(() => undefined)
    flyingRef.current = true
    setBusy(true)
    setFailed(undefined)
    setThought(undefined)
    setFlying({ id, text: message, sender: 'user' })
    typed.set(nothing)
    try {
      await answer(id, message)
    } catch (error) {
      // Text typed meanwhile follows the text that was not sent.
      const { text, chips } = typed.newest.current
      type({ text: [was.text, text].filter(Boolean).join('\n'), chips: [...was.chips, ...chips] })
      setBusy(false)
      setFailed(reasonOf(error))
      // The conversation continued elsewhere: the typed text stays, below the newest question.
      if (error instanceof AskFailed && error.code === 'conflict') host.reload()
    } finally {
      setFlying(undefined)
      flyingRef.current = false
    }
  }
  return { flying, send }
}
