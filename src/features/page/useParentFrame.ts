import { useEffect, useRef, useState } from 'react'
import { isLanguage } from '../../../contract/reference/languages.ts'
import { setPreference } from '../../store/preferences/preferences.ts'
import { inBrowserShell, inParentFrame } from './inParentFrame.ts'
import type { ParentFrame } from './parentFrame.ts'

/** Connects to the page or app around this one, and posts the messages of the page data. */
export function useParentFrame(messages: readonly unknown[] | undefined): { send(message: unknown): void } {
  const [frame, setFrame] = useState<ParentFrame>()
  /** Messages from before the connection was loaded. */
  const early = useRef<unknown[]>([])

  useEffect(() => {
    if (!inParentFrame() && !inBrowserShell()) return
    let gone = false
    let connected: ParentFrame | undefined
    void import('./parentFrame.ts').then(({ connectParent, parentEnds }) => {
      const ends = gone
        ? undefined
        : parentEnds({
            language: (code) => {
              if (isLanguage(code)) setPreference('language', code)
            },
          })
      if (!ends) return
      connected = connectParent(ends)
      for (const message of early.current.splice(0)) connected.send(message)
      setFrame(connected)
    })
    return () => {
      gone = true
      connected?.close()
      setFrame(undefined)
    }
  }, [])

  const list = messages && messages.length > 0 ? JSON.stringify(messages) : undefined
  useEffect(() => (list === undefined ? undefined : frame?.sendAll(JSON.parse(list) as unknown[])), [frame, list])

  const send = (message: unknown) => {
    if (frame) frame.send(message)
    else if (inParentFrame() || inBrowserShell()) early.current.push(message)
  }
  return { send }
}
