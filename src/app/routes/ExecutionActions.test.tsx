import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ExecutionRow } from '../../../contract/endpoints/executions.ts'
import { drawAt, freshDevice, keep, putDown } from '../../../tests/harness/device.tsx'
import type { DrawnPage } from '../../../tests/harness/page.tsx'
import { rootScreen } from '../rootScreen.ts'

let drawn: DrawnPage | undefined
beforeEach(freshDevice)
afterEach(async () => {
  await putDown(drawn)
  drawn = undefined
})

const path = 'automation/ana/bot/one'
const row = (kind: 'manpower' | 'notes'): ExecutionRow => ({
  key: 'one',
  title: 'Keystone',
  tags: [],
  path,
  rev: 3,
  bot: 'bot',
  botTitle: 'Daily',
  team: 'tower',
  project: 'Tower',
  date: '2026-05-11',
  at: '2026-05-11T15:00:00.000Z',
  mayDecide: true,
  staff: [{ name: 'Ana Ruiz', vendor: 'Keystone', checkinTime: '2026-05-11T07:00:00Z', checkoutTime: '2026-05-11T15:00:00Z', hours: 8 }],
  execution: {
    kind,
    title: 'Keystone',
    name: 'Rosa',
    vendor: 'Keystone',
    date: '2026-05-11',
    path,
    tags: [],
    model: kind === 'notes' ? { comment: 'Crane down' } : {},
    requiresApproval: true,
  },
})

it.each([
  ['FE-020', 'manpowerExecutionActions', 'manpower', ['Manpower', '']],
  ['FE-021', 'manpowerFromStaffExecutionActions', 'manpower', ['Manpower', '1']],
  ['FE-022', 'notesExecutionActions', 'notes', ['Notes', undefined]],
] as const)('%s a page of the server that names %s opens the decision about its record', async (_, component, kind, shown) => {
  await keep('/api/automation/bot/execution/one', row(kind))
  const Screen = rootScreen(component)
  if (!Screen) throw new Error('no screen')
  const data = { component, record: { path, rev: 3, model: {} } }
  const { page } = await drawAt('/decision', {
    '/decision': () => <Screen data={data} host={{} as never} address="/api/x" owner="u:ana" />,
  })
  drawn = page
  const card = await page.until(() => document.querySelector('[data-piece]'))
  const count = [...card.querySelectorAll('.m-controls-field')].find((field) => field.textContent?.includes('Worker Count'))
  expect([card.querySelector('h2')?.textContent, count?.querySelector('input')?.value]).toEqual(shown)
  expect(page.hasButton('Approve')).toBe(true)
})
