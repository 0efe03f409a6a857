import { useEffect, useRef } from 'react'
import { isLanguage } from '../../../contract/languages.ts'
import { setPreference } from '../../store/preferences.ts'
import { connectParent, type ParentFrame, parentEnds } from './parentFrame.ts'

/** Keeps in touch with the page or app around this one, and posts what the page data asks for. */
export function useParentFrame(messages: readonly unknown[] | undefined): { send(message: unknown): void } {
  const frame = useRef<ParentFrame>(undefined)

  useEffect(() => {
    const ends = parentEnds({
      language: (code) => {
        if (isLanguage(code)) setPreference('language', code)
      },
    })
    if (!ends) return
    const connected = connectParent(ends)
    frame.current = connected
    return () => {
      frame.current = undefined
      connected.close()
    }
  }, [])

  const list = messages && messages.length > 0 ? JSON.stringify(messages) : undefined
  useEffect(() => (list === undefined ? undefined : frame.current?.sendAll(JSON.parse(list) as unknown[])), [list])

  return { send: (message) => frame.current?.send(message) }
}
