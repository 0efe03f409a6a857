import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ana, closeDevice, openDevice, openScreen, serverSays } from '../../../tests/harness/console.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { ConsoleFrame } from './ConsoleFrame.tsx'

vi.mock('../../sync/ask.ts', async (load) => ({ ...(await load<object>()), ask: vi.fn(async () => ({ found: [] })) }))

const loading = vi.hoisted(() => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end: () => end() }
})
vi.mock('./FindAnything.tsx', async (load) => {
  await loading.ended
  return await load<object>()
})

const tower = 't'.repeat(20)

const Framed = () => (
  <ConsoleFrame screens={[]} pathname="/lists" logo={null} tools={null} isKnown={() => true} onGo={() => {}} onLogout={() => {}}>
    <p>Lists</p>
  </ConsoleFrame>
)

beforeEach(openDevice)
afterEach(closeDevice)

it('what a person types while the search loads goes into the search, and not to the screen behind it', async () => {
  const teams = [{ id: tower, rev: 1, model: { name: 'Harbor Tower', source: 'own' }, role: 'Owner', billingAccount: null }]
  const me = ana({ teams: [{ id: tower, name: 'Harbor Tower', role: 'Owner', billingAccount: null }], billingAccounts: [] })
  serverSays({ '/api/me': { data: me }, '/api/teams': { data: { teams } }, '/api/losses': { data: { losses: [] } } })
  const { page } = await openScreen('/lists', { '/$': Framed })
  await page.until(() => document.querySelector('.m-shell-switcher'))
  const behind = vi.fn()
  document.addEventListener('keydown', behind)
  const press = (key: string, init: KeyboardEventInit = {}) =>
    act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })))
  await press('k', { ctrlKey: true })
  behind.mockClear()
  for (const key of ['a', 'r', 'x', 'Backspace']) await press(key)
  document.removeEventListener('keydown', behind)
  expect(behind).not.toHaveBeenCalled()
  loading.end()
  await page.until(() => document.querySelector('dialog [role=combobox]'))
  expect(page.control('Search for a name, a form or a day').value).toBe('ar')
  await page.remove()
})
