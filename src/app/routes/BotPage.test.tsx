import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawAt, freshDevice, putDown } from '../../../tests/harness/device.tsx'
import { act, type DrawnPage } from '../../../tests/harness/page.tsx'
import { setFetcher } from '../../store/db/emitStoreEvent.ts'
import { BotPage } from './BotPage.tsx'

let drawn: DrawnPage | undefined
beforeEach(freshDevice)
afterEach(async () => {
  await putDown(drawn)
  drawn = undefined
})

it('CO-132 CO-479 asks for the described page of a bot again every 6 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const asked: string[] = []
  setFetcher(async (url) => {
    asked.push(url)
    return 'offline'
  })
  try {
    const { page } = await drawAt('/automation/bot/people', { '/automation/$id/people': BotPage })
    drawn = page
    const times = () => asked.filter((url) => url.startsWith('/api/automation/bot/people')).length
    await page.until(() => times() > 0)
    const before = times()
    await act(() => void vi.advanceTimersByTime(5999))
    expect(times()).toBe(before)
    await act(() => void vi.advanceTimersByTime(1))
    expect(times()).toBe(before + 1)
  } finally {
    vi.useRealTimers()
  }
})
