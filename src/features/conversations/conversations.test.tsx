import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ExecutionRow, Tag } from '../../../contract/executions.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { MusterDb, SpillDb } from '../../store/db.ts'
import { setPuller } from '../../store/events.ts'
import { forgetOwner } from '../../store/identity.ts'
import { setOwner } from '../../store/owner.ts'
import { getStore, openStore, setStore } from '../../store/store.ts'
import { BotTableScreen } from './BotTableScreen.tsx'
import { ConversationsScreen } from './ConversationsScreen.tsx'

const path = (key: string) => `automation/ana/bot/${key}`
const row = (key: string, tags: Tag[]): ExecutionRow => ({
  key,
  title: `Keystone ${key}`,
  tags,
  path: path(key),
  rev: 1,
  bot: 'bot',
  botTitle: 'Daily Manpower',
  team: 'tower',
  project: 'Tower',
  date: '2026-05-11',
  at: '2026-05-11T15:00:00.000Z',
  execution: { kind: 'manpower', title: `Keystone ${key}`, path: path(key) },
  mayDecide: true,
})

let page: DrawnPage
let asked: string[] = []
const url = '/api/automation/bot/executions'

async function keep(executions: ExecutionRow[]) {
  const before = await getStore().db.screens.get(['u:ana', url])
  const data = { bot: { id: 'bot', title: 'Daily Manpower', team: 'tower' }, executions }
  const at = { version: (before?.version ?? 0) + 1, fetchedAt: Date.now(), usedAt: Date.now() }
  await act(async () => void (await getStore().db.screens.put({ owner: 'u:ana', url, data, ...at } as never)))
}

async function open() {
  const root = createRootRoute()
  const route = (at: string, component: () => React.ReactNode) => createRoute({ getParentRoute: () => root, path: at, component })
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: ['/automation/bot/executions'] }),
    routeTree: root.addChildren([route('/automation/$id/executions', ConversationsScreen), route('$', () => <p>Elsewhere</p>)]),
  })
  await router.load()
  page = await drawPage(<RouterProvider router={router} />)
  await page.until(() => page.text(document.querySelector('h1')) === 'Manage Daily Manpower')
  return router
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeEach(async () => {
  localStorage.clear()
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  await setOwner('u:ana')
  asked = []
  setPuller(async (address) => {
    asked.push(address)
    return 'fresh'
  })
})
afterEach(async () => {
  await page.remove()
  setPuller(undefined)
  setStore(undefined)
  forgetOwner()
  vi.useRealTimers()
})

it('CO-052 lists the conversations of a bot by its name, with their tags, and views one', async () => {
  await keep([row('one', [{ label: 'Processing', color: 'blue' }]), row('two', [{ label: 'DEMO' }])])
  const router = await open()
  await page.until(() => document.querySelectorAll('tbody tr[data-row]').length === 2)
  expect([...document.querySelectorAll('.m-conversation-tag')].map((tag) => [tag.textContent, tag.getAttribute('data-color')])).toEqual([
    ['Processing', 'blue'],
    ['DEMO', null],
  ])
  expect(page.text(document.querySelector('tbody tr'))).toContain('Running')
  expect(page.text()).toContain('2 conversations')
  await page.press(page.button('View'))
  await page.until(() => router.state.location.pathname === '/automation/bot/execution/one')
})

it('CO-133 CO-134 CO-295 CO-296 CO-480 CO-481 asks anew every second while one is processed, else every 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await keep([row('one', [])])
  await open()
  await page.until(() => asked.length > 0)
  asked.length = 0
  await pass(29_999)
  expect(asked).toEqual([])
  await pass(1)
  expect(asked).toEqual([url])
  await keep([row('one', [{ label: 'Processing' }])])
  await page.until(() => page.text().includes('Processing'))
  asked.length = 0
  await pass(3000)
  await page.until(() => asked.length > 0)
  expect(asked).toEqual([url, url, url])
})

it('shows a table as the server describes it, and opens a row', async () => {
  const table = {
    lead: 'The last 48 hours',
    columns: [
      { key: 'name', label: 'Name' },
      { key: 'seen', label: 'Last seen' },
    ],
    rows: [{ key: 'a', cells: { name: 'Ana' }, at: { seen: '2026-05-11T15:00:00.000Z' }, url: '/automation/bot/person?name=Ana' }],
    empty: 'Nothing here yet',
  }
  const data = { component: 'botTable', componentConfig: { title: 'People: Gate 1', items: [table] } }
  const root = createRootRoute()
  const shown = createRoute({
    getParentRoute: () => root,
    path: '/automation/bot/people',
    component: () => <BotTableScreen data={data} host={undefined as never} address="" owner="u:ana" />,
  })
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: ['/automation/bot/people'] }),
    routeTree: root.addChildren([shown, createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Elsewhere</p> })]),
  })
  await router.load()
  page = await drawPage(<RouterProvider router={router} />)
  expect(page.text(document.querySelector('h1'))).toBe('People: Gate 1')
  expect(page.text()).toContain('The last 48 hours')
  expect(page.text(document.querySelector('tbody'))).toMatch(/Ana.*May 11, 2026/)
  await page.press(page.button('View'))
  await page.until(() => router.state.location.href === '/automation/bot/person?name=Ana')
})
