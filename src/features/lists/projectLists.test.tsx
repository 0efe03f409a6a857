import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  closeDevice,
  dialogButton,
  menuItem,
  openDevice,
  openScreen,
  type OpenScreen,
  serverSays,
} from '../../../tests/harness/console.tsx'
import { act } from '../../../tests/harness/page.tsx'
import type { ListImport } from '../../../contract/endpoints/lists/projectLists.ts'
import { getStore } from '../../store/db/store.ts'
import { ask, AskFailed } from '../../sync/ask.ts'
import { ImportScreen } from './ImportScreen.tsx'
import { ProjectListScreen } from './ProjectListScreen.tsx'
import { ProjectListsScreen } from './ProjectListsScreen.tsx'

vi.mock('../../sync/ask.ts', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

const tower = 't'.repeat(20)
const entries = [
  { key: 'k1', name: 'Ana Ruiz', values: { number: '7' }, source: 'own', disabled: false },
  { key: 'k2', name: 'Ana Ruis', values: {}, source: 'own', disabled: false },
  { key: 'k3', name: 'Bo Lind', values: {}, source: 'connection', disabled: false },
]
const list = { entries, total: 3, mayEdit: true, project: 'Harbor Tower', system: 'Procore' }
const screens = {
  '/teams/$id/lists': ProjectListsScreen,
  '/teams/$id/lists/$list': ProjectListScreen,
  '/teams/$id/lists/$list/import': ImportScreen,
}
let opened: OpenScreen | undefined
const open = async (address: string, answer: object = list, more: Parameters<typeof serverSays>[0] = {}) => {
  serverSays({
    [`/api/teams/${tower}`]: { data: { id: tower, rev: 1, model: { name: 'Harbor Tower', billingAccount: 'b1' }, role: 'Owner' } },
    [`/api/teams/${tower}/lists/people`]: { data: answer },
    [`/api/teams/${tower}/lists/people?search=Ana`]: { data: answer },
    ...more,
  })
  opened = await openScreen(address, screens)
  return { ...opened, ...opened.page }
}
const sent = async () => (await getStore().db.outbox.orderBy('seq').toArray()).map(({ path, body }) => [path, body['payload']])

// jsdom has no Blob.arrayBuffer.
Blob.prototype.arrayBuffer = function read(this: Blob) {
  return new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer).slice().buffer)
    reader.readAsArrayBuffer(this)
  })
}

beforeEach(openDevice)
afterEach(async () => {
  await opened?.page.remove()
  opened = undefined
  closeDevice()
  vi.mocked(ask).mockReset()
})

describe('people who are in the list twice', () => {
  const person = (key: string, name: string, values: object = {}) => ({ key, name, values, source: 'own', disabled: false })
  const twice = [
    person('d1', 'Abena Mensah', { company: 'Acme', mobile: '+1 202 555 0101' }),
    person('d2', 'A. Mensah', { mobile: '+12025550101' }),
    person('d3', 'Bo Lee', { company: 'Acme' }),
    person('d4', 'Bo Lee', { company: 'Keystone' }),
  ]

  it('are suggested to people who may merge them, and are one on the device at once', async () => {
    const { until, text, press, button } = await open(`/teams/${tower}/lists/people`, { ...list, entries: twice, total: 4 })
    await until(() => text().includes('Possibly the same person'))
    expect([...document.querySelectorAll('.m-lists-pairs > li')]).toHaveLength(1)
    await press(button('Merge A. Mensah, +12025550101'))
    await press(await until(() => document.querySelector('dialog button') && dialogButton('Merge')))
    await until(() => !text().includes('Possibly the same person'))
    expect((await sent())[0]?.[1]).toEqual({ people: { d2: { mergedInto: 'd1', mergedAt: expect.any(String) } } })
  })

  it('are two people when a manager says so: here at once, and for others from the server', async () => {
    const answer = { ...list, entries: twice, total: 4, same: [] }
    const { until, text, press, button } = await open(`/teams/${tower}/lists/people`, answer)
    await until(() => text().includes('Possibly the same person'))
    await press(button('Two people: A. Mensah, +12025550101'))
    await until(() => !text().includes('Possibly the same person'))
    const [path, decision] = (await sent())[0] as [string, object]
    expect(path).toMatch(new RegExp(`^same/${tower}/\\w{20}$`))
    expect(decision).toMatchObject({ stays: { person: 'd1' }, was: { person: 'd2' }, isSame: false })
    // Another manager, on another device.
    await opened?.page.remove()
    closeDevice()
    await openDevice()
    const other = await open(`/teams/${tower}/lists/people`, { ...answer, same: [{ id: 'd'.repeat(20), decision }] })
    await other.until(() => other.text().includes('Abena Mensah'))
    expect(other.text()).not.toContain('Possibly the same person')
  })

  it('need a person of the project to call them two people; a manager of the account can merge them', async () => {
    const { until, text, hasButton } = await open(`/teams/${tower}/lists/people`, { ...list, entries: twice, total: 4 })
    await until(() => text().includes('Possibly the same person'))
    expect(hasButton('Two people: A. Mensah, +12025550101')).toBe(false)
  })

  it('are no matter of people who only read the list', async () => {
    const { until, text } = await open(`/teams/${tower}/lists/people`, { ...list, entries: twice, total: 4, mayEdit: false })
    await until(() => text().includes('Abena Mensah'))
    expect(text()).not.toContain('Possibly the same person')
  })
})

describe('a list of a project', () => {
  it('FE-350 is reached by links; entries are added, disabled and merged on the device first', async () => {
    const { until, text, press, button, type, control, page } = await open(`/teams/${tower}/lists`)
    await until(() => text().includes('Equipment') && text().includes('Certification Types'))
    await press([...document.querySelectorAll('main a, a')].find((link) => link.textContent?.startsWith('People')) as HTMLElement)
    await until(() => text().includes('Ana Ruis') && text().includes('Procore'))

    await press(button('Add'))
    await type(control('Name'), 'Cy Dole')
    await type(control('Mobile'), 'twelve')
    await press(dialogButton('Add'))
    await until(() => text().includes('This is not a mobile number'))
    await type(control('Mobile'), '2025550142')
    await press(dialogButton('Add'))
    await until(() => text().includes('Cy Dole'))
    const [path, payload] = (await sent())[0] as [string, { people: Record<string, object> }]
    expect([path, Object.values(payload.people)]).toEqual([
      `teams/${tower}`,
      [expect.objectContaining({ name: 'Cy Dole', mobile: '2025550142' })],
    ])

    await press(button('More: Ana Ruis'))
    await press(await menuItem(page, 'Disable'))
    await until(async () => (await sent()).length === 2)
    expect((await sent())[1]?.[1]).toEqual({ people: { k2: { disabled: true } } })

    await press(button('More: Ana Ruis'))
    await press(await menuItem(page, 'Merge'))
    await until(() => document.querySelector('dialog[open] input[type=radio]') !== null)
    await press(document.querySelector('dialog[open] input[type=radio]') as HTMLElement)
    await press(dialogButton('Merge'))
    await until(async () => (await sent()).length === 3)
    expect((await sent())[2]?.[1]).toEqual({ people: { k2: { mergedInto: 'k1', mergedAt: expect.any(String) } } })
    await until(() => !text().includes('Ana Ruis'))
  })

  it('finds the entry that stays among all entries of the list, not only those on the screen', async () => {
    const far = { key: 'k9999', name: 'Ana Zimmer', values: { number: '9999' }, source: 'own', disabled: false }
    const { until, text, press, button, page } = await open(
      `/teams/${tower}/lists/people`,
      { ...list, total: 9000 },
      { [`/api/teams/${tower}/lists/people?search=Ana`]: { data: { ...list, entries: [far], total: 1 } } },
    )
    await until(() => text().includes('Ana Ruis'))
    await press(button('More: Ana Ruis'))
    await press(await menuItem(page, 'Merge'))
    await until(() => document.querySelector('dialog[open]')?.textContent?.includes('Ana Zimmer') === true)
    await press(document.querySelector('dialog[open] input[type=radio]') as HTMLElement)
    await press(dialogButton('Merge'))
    await until(async () => (await sent()).length === 1)
    expect((await sent())[0]?.[1]).toEqual({ people: { k2: { mergedInto: 'k9999', mergedAt: expect.any(String) } } })
  })

  it('merges without a connection: searches in the entries of the screen, and says so', async () => {
    const { until, text, press, button, type, page } = await open(
      `/teams/${tower}/lists/people`,
      { ...list, total: 9000 },
      {
        [`/api/teams/${tower}/lists/people?search=Ana`]: { trouble: 'offline' },
        [`/api/teams/${tower}/lists/people?search=lind`]: { trouble: 'offline' },
      },
    )
    await until(() => text().includes('Ana Ruis'))
    await press(button('More: Ana Ruis'))
    await press(await menuItem(page, 'Merge'))
    const dialog = () => document.querySelector('dialog[open]')?.textContent ?? ''
    await until(() => dialog().includes('Ana Ruiz'))
    expect(dialog()).toContain('Searched in the entries on this screen. The search in the whole list needs a connection.')
    await type(document.querySelector('dialog[open] input') as HTMLInputElement, 'lind')
    await until(() => dialog().includes('Bo Lind') && !dialog().includes('Ana Ruiz'))
    await press(document.querySelector('dialog[open] input[type=radio]') as HTMLElement)
    await press(dialogButton('Merge'))
    await until(async () => (await sent()).length === 1)
    expect((await sent())[0]?.[1]).toEqual({ people: { k2: { mergedInto: 'k3', mergedAt: expect.any(String) } } })
  })

  it('offers no change to people who may only read it', async () => {
    const { until, text, hasButton } = await open(`/teams/${tower}/lists/people`, { ...list, mayEdit: false })
    await until(() => text().includes('Ana Ruiz'))
    expect(['Add', 'Disable: Ana Ruiz', 'Edit: Ana Ruiz', 'More: Ana Ruiz'].filter(hasButton)).toEqual([])
  })
})

const imported = (change: Partial<ListImport>): ListImport => ({
  id: 'i'.repeat(20),
  file: 'people.csv',
  state: 'checking',
  total: 2,
  arrived: 2,
  done: 0,
  counts: { added: 1, changed: 0, unchanged: 0, problem: 1 },
  kept: 0,
  problems: [{ row: 3, column: 'mobile', problem: 'wrongMobile', name: 'Bo' }],
  ...change,
})

describe('an import', () => {
  it('shows the columns, checks, waits out a lost connection, imports and can be taken back', async () => {
    let last: ListImport | null = null
    let failures = 1
    const rows: unknown[] = []
    vi.mocked(ask).mockImplementation((async ({ path }: { path: string }, _params: unknown, body: { rows: unknown[] }) => {
      if (path.endsWith('/import')) return { import: last }
      if (path.endsWith('/rows')) {
        if (failures-- > 0) throw new AskFailed('offline', 'OFFLINE', '')
        rows.push(...body.rows)
        last = imported({})
        return { arrived: 2, counts: last.counts }
      }
      last = imported({ state: path.endsWith('/apply') ? 'applied' : 'undone', done: 2 })
      return last
    }) as never)
    const { until, text, press, button, control } = await open(`/teams/${tower}/lists/people/import`)
    await until(() => document.querySelector('input[type=file]') !== null)
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    const file = new File(['Nombre;Celular\nAna;2025550142\nBo;12\n'], 'people.csv')
    Object.defineProperty(input, 'files', { value: [file], configurable: true })
    await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
    await until(() => text().includes('The first row has the headings'))
    expect([control<HTMLSelectElement>('Nombre').value, control<HTMLSelectElement>('Celular').value]).toEqual(['name', 'mobile'])
    await press(button('Check 2 rows'))
    await until(() => text().includes('No connection. It continues by itself when the connection is back.'))
    await act(async () => void window.dispatchEvent(new Event('online')))
    await until(() => text().includes('1 added, 0 changed, 0 unchanged, 1 with a problem'))
    expect(rows).toEqual([
      { row: 2, cells: { name: 'Ana', mobile: '2025550142' } },
      { row: 3, cells: { name: 'Bo', mobile: '12' } },
    ])
    expect(text()).toContain('This is not a mobile number. Write 10 digits, or + and the country code.')
    await press(button('Import 1 row'))
    await until(() => text().includes('Imported: people.csv'))
    await press(button('Undo the import'))
    await until(() => document.querySelector('dialog[open]') !== null)
    await press(dialogButton('Undo the import'))
    await until(() => text().includes('Undone: people.csv'))
  })

  it('goes on after a reload, and says what is wrong with a file', async () => {
    vi.mocked(ask).mockResolvedValue({ import: imported({ state: 'applying', done: 1 }) } as never)
    const first = await open(`/teams/${tower}/lists/people/import`)
    await first.until(() => first.text().includes('Import of people.csv is not finished') && first.hasButton('Continue'))
    await opened?.page.remove()
    vi.mocked(ask).mockResolvedValue({ import: null } as never)
    const { until, text, press, button, type, control } = await open(`/teams/${tower}/lists/people/import`)
    await until(() => text().includes('Or paste rows here'))
    await type(control('Or paste rows here'), '%PDF-1.7')
    await press(button('Use the pasted rows'))
    await until(() => text().includes('This is a PDF. Export the list as CSV or Excel (.xlsx) instead.'))
  })
})
