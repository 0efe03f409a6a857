import { type RefObject, useCallback } from 'react'
import { type ChatConfig, type ChatMessage, type ChatReply, sendChatMessage } from '../../../contract/endpoints/chat.ts'
import { serverNow } from '../../store/db/serverNow.ts'
import type { SignedChat } from '../../store/drafts/keepChat.ts'
import { queueSigned } from '../../store/drafts/queueSigned.ts'
import { ask } from '../../sync/ask.ts'
import { ideasIn, leadTalk, type Led } from './leadTalk.ts'
import type { useKeptConversation } from './useKeptConversation.ts'

/** The device answers by itself if the server has sent no answer for this time. */
const patienceMs = 5000

/** Returns what gives a signed talk to the outbox, and begins the next conversation. Rejects if it cannot be stored. */
export function useSigned(place: string): (signed: SignedChat) => Promise<string> {
  return useCallback(async (signed) => `/sent/${await queueSigned(place, signed)}`, [place])
}

interface Answers {
  readonly config: Partial<ChatConfig>
  readonly lang: string
  readonly kept: ReturnType<typeof useKeptConversation>
  readonly bringSigned: (signed: SignedChat) => Promise<string>
  /** Set by each answer of the server. */
  readonly heardRef: RefObject<boolean>
}

/** Where the conversation goes after an answer; undefined: the next question. */
export type After = Pick<ChatReply, 'redirect' | 'completing'> & { readonly signed?: boolean }

/** Two ways to answer a message: by the server, and by this device. */
export function useAnswers({ config, lang, kept, bringSigned, heardRef }: Answers) {
  const { led, over, sendingRef, signedRef, keep } = kept

  const show = (next: Led) => {
    sendingRef.current = undefined
    led.set(next)
  }

  const bring = async (signed: SignedChat): Promise<After> => ({ signed: true, redirect: await bringSigned(signed) })

  /** Gives a talk to the outbox that it has refused before, for example because the device was full. */
  const bringAgain = async () => signedRef.current && (await bring(signedRef.current))

  /** Resolves to undefined if this device cannot answer it. Rejects if it cannot be stored. */
  const answerHere = async (id: string, message: string): Promise<After | undefined> => {
    if (!config.talk) return undefined
    const { at } = await serverNow()
    const before = over.newest.current
    const previous = before?.chat === config.chat ? before?.model : undefined
    const answered = leadTalk(config, led.newest.current, { id, message, previous, at })
    if (!answered) return undefined
    const { led: next, signed } = answered
    await keep({ ...next, sending: undefined, ...(signed && { signed }) })
    signedRef.current = signed
    show(next)
    return signed ? await bring(signed) : {}
  }

  /** With a talk on the device, gives up when the server sends no answer for a while. */
  const askServer = async (id: string, message: string) => {
    const { chat, messages } = led.newest.current
    const controller = new AbortController()
    heardRef.current = false
    const timer = setInterval(() => {
      if (config.talk && !heardRef.current) controller.abort()
      heardRef.current = false
    }, patienceMs)
    try {
      const body = { ...config.params, message, id, lang, seen: messages.length }
      return await ask(sendChatMessage, { chat }, body, { signal: controller.signal })
    } finally {
      clearInterval(timer)
    }
  }

  const askAnswer = async (id: string, message: string): Promise<After> => {
    const { text, state, ...after } = await askServer(id, message)
    const now = led.newest.current
    const said: readonly ChatMessage[] = [...now.messages, { id, text: message, sender: 'user' }]
    const messages: readonly ChatMessage[] = text === '' ? said : [...said, { id: `${id}.`, text, sender: 'ai' }]
    show({ ...now, messages, state, ideas: { ...now.ideas, ...ideasIn(state) } })
    keep().catch(() => undefined)
    return after
  }

  return { bringAgain, answerHere, askAnswer }
}
