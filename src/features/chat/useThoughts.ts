import { type RefObject, useEffect } from 'react'
import { chatThought } from '../../../contract/endpoints/chat.ts'
import { ask } from '../../sync/ask.ts'

const thoughtEveryMs = 1000

interface Thoughts {
  readonly chat: string
  readonly asks: boolean
  readonly setThought: (thought: string | undefined) => void
  readonly follow: (redirect: string) => void
  /** Set at every answer: the server is there. */
  readonly heardRef: RefObject<boolean>
}

/** Asks what the bot thinks about while the conversation is on the screen. */
export function useThoughts({ chat, asks, setThought, follow, heardRef }: Thoughts): void {
  useEffect(() => {
    if (!asks) return
    let asking = false
    const timer = setInterval(() => {
      if (asking || document.visibilityState === 'hidden') return
      asking = true
      ask(chatThought, { chat })
        .then((answer) => {
          heardRef.current = true
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
  }, [asks, chat, follow, setThought, heardRef])
}
