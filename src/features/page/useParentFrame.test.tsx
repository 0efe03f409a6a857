import { afterEach, expect, it, vi } from 'vitest'
import { drawPage, type DrawnPage } from '../../../tests/harness/page.tsx'
import { useEffect } from 'react'
import { useParentFrame } from './useParentFrame.ts'

let drawn: DrawnPage | undefined
afterEach(async () => {
  await drawn?.remove()
  window.MusterShell = undefined
})

it('a message from before the connection was loaded reaches the app around this one', async () => {
  const heard: string[] = []
  window.MusterShell = { postMessage: (message) => void heard.push(message) }
  function Kiosk() {
    const { send } = useParentFrame(undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, at the first chance
    useEffect(() => send('kioskrestart'), [])
    return null
  }
  drawn = await drawPage(<Kiosk />)
  await vi.waitFor(() => expect(heard).toContain('ping'))
  dispatchEvent(new MessageEvent('message', { data: 'ping', origin: location.origin, source: window }))
  await vi.waitFor(() => expect(heard.filter((message) => message === 'kioskrestart')).toHaveLength(1))
})
