import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ExecutionRow, Tag } from '../../../contract/endpoints/executions.ts'
import { drawAt, freshDevice, keep as keepAnswer, putDown } from '../../../tests/harness/device.tsx'
import { act, type DrawnPage } from '../../../tests/harness/page.tsx'
import { setFetcher } from '../../store/db/emitStoreEvent.ts'
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

const keep = (executions: ExecutionRow[]) => keepAnswer(url, { bot: { id: 'bot', title: 'Daily Manpower', team: 'tower' }, executions })

async function open() {
  const { page: shown, router } = await drawAt('/automation/bot/executions', { '/automation/$id/executions': ConversationsScreen })
  page = shown
  await page.until(() => page.text(document.querySelector('h1')) === 'Manage Daily Manpower')
  return router
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeEach(async () => {
  await freshDevice()
  asked = []
  setFetcher(async (address) => {
    asked.push(address)
    return 'fresh'
  })
})
afterEach(async () => {
  await putDown(page)
  vi.useRealTimers()
})

it('CO-052 lists the conversations of a bot by its name, with their tags, and views one', async () => {
  await keep([row('one', [{ label: 'Processing', color: 'blue' }]), row('two', [{ label: 'DEMO' }])])
  const router = await open()
  await page.until(() => document.querySelectorAll('tbody tr[data-row]').length === 2)
  expect([...document.querySelectorAll('.m-conversations-tag')].map((tag) => [tag.textContent, tag.getAttribute('data-color')])).toEqual([
    ['Processing', 'blue'],
    ['DEMO', null],
  ])
  expect(page.text(document.querySelector('tbody tr'))).toContain('Running')
  expect(page.text()).toContain('2 conversations')
  await page.press(page.button('View'))
  await page.until(() => router.state.location.pathname === '/automation/bot/execution/one')
})

it('CO-133 CO-134 CO-295 CO-296 CO-480 CO-481 asks again every second while one is processed, else every 30 seconds', async () => {
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
  const { page: shown, router } = await drawAt('/automation/bot/people', {
    '/automation/bot/people': () => <BotTableScreen data={data} host={undefined as never} address="" owner="u:ana" />,
  })
  page = shown
  expect(page.text(document.querySelector('h1'))).toBe('People: Gate 1')
  expect(page.text()).toContain('The last 48 hours')
  expect(page.text(document.querySelector('tbody'))).toMatch(/Ana.*May 11, 2026/)
  await page.press(page.button('View'))
  await page.until(() => router.state.location.href === '/automation/bot/person?name=Ana')
})
