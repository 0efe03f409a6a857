import { t as now } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { cancelChat, type ChatConfig, type ChatMessage, chatThought, sendChatMessage } from '../../../contract/endpoints/chat.ts'
import type { PageHost } from '../../engine/PageHost.ts'
import { newId } from '../../lib/newId.ts'
import { keepChat, readChat } from '../../store/drafts/keepChat.ts'
import { ask, AskFailed } from '../../sync/ask.ts'
import { messageOf } from './suggestionsOf.ts'

const thoughtEveryMs = 1000
const redirectAfterMs = 500

interface Typed {
  readonly text: string
  readonly chips: readonly string[]
}

const nothing: Typed = { text: '', chips: [] }

export interface Conversation extends Typed {
  /** The messages after the greeting; undefined until the stored conversation is loaded. */
  readonly messages: readonly ChatMessage[] | undefined
  readonly busy: boolean
  readonly thought: string
  /** Why the last message was not sent. The typed text is kept. */
  readonly failed: string | undefined
  type(typed: Partial<Typed>): void
  send(): Promise<void>
  /** Removes the conversation on this device and on the server. */
  leave(): void
}

/** Why a message was not sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof AskFailed)) return now`Your message was not sent. What you typed is still here.`
  if (error.kind === 'refused' && error.code !== 'NOT_AUTHORIZED') return error.message
  if (error.code === 'NOT_AUTHORIZED') return now`You are signed out. What you typed is still here; sign in and send it again.`
  if (error.kind === 'busy') return now`The server is busy. What you typed is still here.`
  return now`No connection. What you typed is still here.`
}

/** The conversation as this device has it, with the typed text; both are stored at every change. */
function useKeptConversation(place: string, config: Partial<ChatConfig>, host: PageHost) {
  const [messages, setMessages] = useState<readonly ChatMessage[]>()
  const told = config.messages
  const [chat, setChat] = useState(config.chat ?? '')
  // A page that was requested before the first message names another new conversation: keep the one that
  // started here.
  const begunHere = (messages?.length ?? 0) > 0 && !told?.length
  if (config.chat !== undefined && config.chat !== chat && !begunHere) {
    setChat(config.chat)
    setMessages(undefined)
  }
  const [typed, setTyped] = useState<Typed>(nothing)
  const sendingRef = useRef<{ readonly id: string; readonly message: string }>(undefined)
  const flyingRef = useRef(false)
  const latestRef = useRef({ typed, messages })
  useEffect(() => {
    latestRef.current = { typed, messages }
  })

  useEffect(() => {
    let gone = false
    void readChat(place)
      .catch(() => undefined)
      .then((kept) => {
        // A message is being sent: its answer contains the whole conversation.
        if (gone || flyingRef.current) return
        const same = kept?.chat === chat
        if (same && kept.left === true && told?.length) {
          // It was canceled here while the server could not be reached.
          ask(cancelChat, { chat }, {}).then(
            () => host.reload(),
            () => setMessages(told),
          )
          return
        }
        // The longest copy of this conversation is the newest: the page may be an older one.
        const here = same ? kept.messages : []
        const now = latestRef.current.messages ?? []
        setMessages([here, now].reduce((most, one) => (one.length > most.length ? one : most), told ?? []))
        if (!kept) return
        // The server has this message, so it is no longer typed text.
        const arrived = told?.some(({ id, sender }) => sender === 'user' && id === kept.sending?.id)
        if (arrived) return
        sendingRef.current = kept.sending
        setTyped((now) => (now === nothing ? { text: kept.text, chips: kept.chips } : now))
      })
    return () => {
      gone = true
    }
  }, [place, chat, told, host])

  const keep = useCallback(
    (next: Typed, said: readonly ChatMessage[]) => {
      // If the device can't store it, it is still on the screen; the app's own strip says that the device is
      // full.
      keepChat(place, { chat, ...next, sending: sendingRef.current, messages: said }).catch(() => undefined)
    },
    [place, chat],
  )

  const type = useCallback(
    (more: Partial<Typed>) => {
      const next = { ...latestRef.current.typed, ...more }
      latestRef.current = { ...latestRef.current, typed: next }
      setTyped(next)
      keep(next, latestRef.current.messages ?? [])
    },
    [keep],
  )

  return { chat, messages, setMessages, typed, setTyped, latestRef, sendingRef, flyingRef, keep, type }
}

/** Returns what leaves the conversation for another page, shortly after, once. */
function useRedirect(place: string, host: PageHost, setBusy: (busy: boolean) => void): (redirect: string) => void {
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const follow = useCallback(
    (redirect: string) => {
      if (leaving.current !== undefined) return
      setBusy(true)
      // Typed text waits for the conversation that follows.
      if (redirect !== 'refresh') keepChat(place, undefined).catch(() => undefined)
      leaving.current = setTimeout(() => (redirect === 'refresh' ? host.reload() : host.navigate(redirect)), redirectAfterMs)
    },
    [host, place, setBusy],
  )
  useEffect(() => () => clearTimeout(leaving.current), [])
  return follow
}

/** Asks what the bot thinks about while the conversation is on the screen. */
function useThoughts(
  chat: string,
  begun: boolean,
  setThought: (thought: string | undefined) => void,
  follow: (redirect: string) => void,
): void {
  useEffect(() => {
    if (!begun) return
    let asking = false
    const timer = setInterval(() => {
      if (asking || document.visibilityState === 'hidden') return
      asking = true
      ask(chatThought, { chat })
        .then((answer) => {
          setThought(answer.thought)
          if (answer.redirect !== undefined) follow(answer.redirect)
        })
        // An error while loading a thought is ignored: the next second asks again.
        .catch(() => undefined)
        .finally(() => {
          asking = false
        })
    }, thoughtEveryMs)
    return () => clearInterval(timer)
  }, [begun, chat, follow, setThought])
}

/**
 * Holds one conversation: its messages, the typed text (stored on the device at every change), and sending
 * each message once. `place` is its key on this device.
 */
export function useConversation(place: string, config: Partial<ChatConfig>, lang: string, host: PageHost): Conversation {
  const { t } = useLingui()
  const kept = useKeptConversation(place, config, host)
  const { chat, messages, setMessages, typed, setTyped, latestRef, sendingRef, flyingRef, keep, type } = kept
  const [busy, setBusy] = useState(config.completing === true)
  const [thought, setThought] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const follow = useRedirect(place, host, setBusy)

  const send = async () => {
    const was = latestRef.current
    const message = messageOf(was.typed.chips, was.typed.text)
    if (message === '' || busy || was.messages === undefined) return
    // The same text keeps the same message id, so that a retry is not a second message.
    if (sendingRef.current?.message !== message) sendingRef.current = { id: newId(), message }
    const { id } = sendingRef.current
    const said: readonly ChatMessage[] = [...was.messages, { id, text: message, sender: 'user' }]
    keep(was.typed, was.messages)
    flyingRef.current = true
    setBusy(true)
    setFailed(undefined)
    setThought(undefined)
    setMessages(said)
    setTyped(nothing)
    try {
      const reply = await ask(sendChatMessage, { chat }, { ...config.params, message, id, lang, seen: was.messages.length })
      sendingRef.current = undefined
      const answered: readonly ChatMessage[] = reply.text === '' ? said : [...said, { id: `${id}.`, text: reply.text, sender: 'ai' }]
      setMessages(answered)
      latestRef.current = { ...latestRef.current, messages: answered }
      keep(latestRef.current.typed, answered)
      if (reply.redirect !== undefined) follow(reply.redirect)
      else if (reply.completing !== true) setBusy(false)
    } catch (error) {
      setMessages(was.messages)
      // Text typed meanwhile follows the text that was not sent.
      setTyped(({ text, chips }) => {
        const back = { text: [was.typed.text, text].filter(Boolean).join('\n'), chips: [...was.typed.chips, ...chips] }
        keep(back, was.messages ?? [])
        return back
      })
      setBusy(false)
      setFailed(reasonOf(error))
      // The conversation continued elsewhere: the typed text stays, below the newest question.
      if (error instanceof AskFailed && error.code === 'conflict') host.reload()
    } finally {
      flyingRef.current = false
    }
  }

  const leave = () => {
    if (messages === undefined || messages.length === 0) {
      keepChat(place, undefined).catch(() => undefined)
      return
    }
    keepChat(place, { chat, ...nothing, messages: [], left: true }).catch(() => undefined)
    ask(cancelChat, { chat }, {}).catch(() => undefined)
  }

  useThoughts(chat, (messages?.length ?? 0) > 0, setThought, follow)

  return { ...typed, messages, busy, thought: thought || t`Thinking`, failed, type, send, leave }
}
