import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExecutionRow } from '../../contract/endpoints/executions.ts'
import { patchRecord } from '../../contract/endpoints/records.ts'
import { endNotices } from '../store/session/endNotices.ts'
import { queue } from '../store/outbox/queue.ts'
import { forgetDevice, freshDevice, keep } from '../../tests/harness/device.tsx'
import { act, type DrawnPage, drawPage } from '../../tests/harness/page.tsx'
import { AppBadge } from './AppBadge.tsx'

let page: DrawnPage
/** The numbers of the icon, in their order; 0 is an icon without one. jsdom has no icon. */
let numbers: number[]

function openIn(mode: 'standalone' | 'browser') {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(display-mode: ${mode})` }))
  return drawPage(<AppBadge />)
}

const path = (key: string) => `automation/ana/bot/${key}`
const answer = (key: string, more: Partial<ExecutionRow> = {}) => ({
  key,
  path: path(key),
  mayDecide: true,
  execution: { kind: 'manpower', path: path(key), date: '2026-05-11', tags: [], model: {}, requiresApproval: true },
  ...more,
})
const answersAre = (executions: readonly object[]) => keep('/api/executions/open', { executions, days: [] })

beforeEach(async () => {
  numbers = []
  const icon = { setAppBadge: async (count: number) => void numbers.push(count), clearAppBadge: async () => void numbers.push(0) }
  Object.assign(navigator, icon)
  await freshDevice()
})
afterEach(async () => {
  await page.remove()
  forgetDevice()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'setAppBadge')
  Reflect.deleteProperty(navigator, 'clearAppBadge')
})

describe('the icon of the installed app', () => {
  it('has the number of answers that the person has to decide, until the log-out', async () => {
    await answersAre([answer('one'), answer('two'), answer('of others', { mayDecide: false })])
    page = await openIn('standalone')
    await page.until(() => numbers.at(-1) === 2)
    await act(async () => void (await queue(patchRecord, { '*': path('one') }, { payload: { completionAction: 'APPROVE' } })))
    await page.until(() => numbers.at(-1) === 1)
    await answersAre([answer('two'), answer('three'), answer('four')])
    await page.until(() => numbers.at(-1) === 3)
    await page.remove()
    await endNotices()
    expect(numbers.at(-1)).toBe(0)
  })

  it('has none in a tab of the browser', async () => {
    await answersAre([answer('one')])
    page = await openIn('browser')
    await act(async () => void (await queue(patchRecord, { '*': path('one') }, { payload: { completionAction: 'APPROVE' } })))
    expect(numbers).toEqual([])
  })
})
