import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LogDay } from '../../../contract/endpoints/dailyLog.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { screenRoutes } from '../../../tests/harness/screenRoutes.tsx'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { setFetcher } from '../../store/db/emitStoreEvent.ts'
import { forgetOwner } from '../../store/identity/getOwner.ts'
import { setOwner } from '../../store/identity/useOwner.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import { ask } from '../../sync/ask.ts'
import { Dialogs } from '../../ui/overlays/confirmDialog.tsx'
import { DailyLogScreen } from './DailyLogScreen.tsx'

vi.mock('../../sync/ask.ts', () => ({ ask: vi.fn() }))

const day: LogDay = {
  project: 'Harbor Point Tower',
  day: '2026-05-11',
  own: true,
  mayComplete: true,
  entries: [
    {
      key: 'a',
      kind: 'manpower',
      vendor: 'Keystone',
      workers: 6,
      hours: 54,
      state: 'written',
      pending: false,
      bot: 'bot',
      execution: 'one',
    },
    { key: 'b', kind: 'manpower', vendor: 'TopDeck', workers: 2, hours: 16, state: 'written', pending: true, bot: 'bot', execution: 'two' },
  ],
}
let page: DrawnPage
let version = 0

async function keep(data: LogDay) {
  const at = { version: ++version, fetchedAt: Date.now(), usedAt: Date.now() }
  await act(
    async () => void (await getStore().db.screens.put({ owner: 'u:ana', url: `/api/team/tower/log/${data.day}`, data, ...at } as never)),
  )
}
async function open(address: string) {
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren(screenRoutes(root, { '/team/$id/log': DailyLogScreen, $: () => <p>Elsewhere</p> })),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  page = await drawPage(
    <>
      <RouterProvider router={router} />
      <Dialogs />
    </>,
  )
  return router
}

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  await setOwner('u:ana')
  setFetcher(async () => 'offline')
  vi.mocked(ask).mockReset()
})
afterEach(async () => {
  await page.remove()
  setFetcher(undefined)
  setStore(undefined)
  forgetOwner()
  vi.unstubAllGlobals()
})

it('a day of the daily log is read without a network, adds up, and leads to each conversation', async () => {
  await keep(day)
  const router = await open('/team/tower/log?day=2026-05-11')
  await page.until(() => page.text().includes('8 workers'))
  expect(page.text()).toContain('70 h')
  expect(page.text()).toContain('Pending approval')
  await page.press(page.button('View'))
  await page.until(() => router.state.location.pathname === '/automation/bot/execution/one')
})

it('goes from day to day, and says where nothing was written', async () => {
  await keep(day)
  await keep({ ...day, day: '2026-05-10', entries: [] })
  const router = await open('/team/tower/log?day=2026-05-11')
  await page.until(() => page.text().includes('8 workers'))
  await page.press(page.button('The day before'))
  await page.until(() => page.text().includes('Nothing was written for this day'))
  expect(router.state.location.searchStr).toContain('2026-05-10')
})

it('completes a day only after a question, and says who did', async () => {
  await keep(day)
  vi.mocked(ask).mockImplementation(async () => {
    await keep({ ...day, completed: { by: 'Ana Silva', at: '2026-05-11T20:00:00.000Z' } })
    return {} as never
  })
  await open('/team/tower/log?day=2026-05-11')
  await page.until(() => page.text().includes('8 workers'))
  await page.press(page.button('Complete the day'))
  await page.until(() => document.querySelector('dialog'))
  expect(ask).not.toHaveBeenCalled()
  await page.press([...document.querySelectorAll('dialog button')].at(-1) as HTMLElement)
  await page.until(() => page.text().includes('This day was completed by Ana Silva'))
  expect(vi.mocked(ask).mock.calls[0]?.slice(1)).toEqual([{ id: 'tower', day: '2026-05-11' }, { completed: true }])
})
