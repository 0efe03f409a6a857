import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { Table, type TableColumn } from './Table.tsx'

interface Person {
  readonly id: number
  readonly name: string
  readonly trade: string
  readonly hours: number
}
const columns: TableColumn<Person>[] = [
  { key: 'name', label: 'Name', text: (row) => row.name, draw: (row) => <b>{row.name}</b> },
  { key: 'trade', label: 'Trade', text: (row) => row.trade },
  { key: 'hours', label: 'Hours', text: (row) => String(row.hours), value: (row) => row.hours, align: 'end' },
]
const crew: Person[] = [
  { id: 1, name: 'Ana Silva', trade: 'Electrician', hours: 8 },
  { id: 2, name: 'Bo Lind', trade: 'Carpenter', hours: 10 },
  { id: 3, name: 'Cy Aliaga', trade: 'Electrician', hours: 9 },
]
let drawn: DrawnPage | undefined
const draw = async (rows: readonly Person[], more: object = {}) => {
  drawn = await drawPage(<Table title="Crew" columns={columns} rows={rows} rowKey={(row) => row.id} {...more} />)
  return drawn
}
const cells = () => [...document.querySelectorAll('tbody tr[data-row]')].map((row) => row.querySelector('td')?.textContent)
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('the toolbar of a table', () => {
  it('FE-079 FE-316 FE-438 searches once nothing was typed for 250 ms', async () => {
    const { control, type, text } = await draw(crew)
    await type(control('Search Crew'), 'electr')
    await pass(200)
    await type(control('Search Crew'), 'electr cy')
    await pass(249)
    expect(cells()).toHaveLength(3)
    await pass(1)
    expect(cells()).toEqual(['Cy Aliaga'])
    expect(text()).toContain('1 of 3')
    await type(control('Search Crew'), 'nobody')
    await pass(250)
    expect(text()).toContain('Nothing found')
  })
  it('FE-080 shows and hides columns, remembers that, and keeps at least one', async () => {
    const { button, press, control } = await draw(crew, { keptAs: 'crew' })
    await press(button('Columns'))
    await press(control('Trade'))
    await press(control('Hours'))
    expect([...document.querySelectorAll('th')].map((head) => head.textContent)).toEqual(['Name'])
    expect(control('Name').disabled).toBe(true)
    await press(button('OK'))
    await drawn?.remove()
    await draw(crew, { keptAs: 'crew' })
    expect([...document.querySelectorAll('th')].map((head) => head.textContent)).toEqual(['Name'])
  })
  it('FE-081 exports what is found and shown as CSV', async () => {
    let file: Blob | undefined
    let name = ''
    vi.stubGlobal('URL', { createObjectURL: (blob: Blob) => ((file = blob), 'blob:x'), revokeObjectURL: () => undefined })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      name = this.download
    })
    const { button, press, control, type } = await draw(crew)
    await type(control('Search Crew'), 'electrician')
    await pass(250)
    await press(button('Columns'))
    await press(control('Hours'))
    await press(button('OK'))
    await press(button('Name'))
    await press(button('Name'))
    await press(button('CSV'))
    expect(name).toBe('Crew.csv')
    vi.unstubAllGlobals()
    vi.useRealTimers()
    const reader = new FileReader()
    const read = new Promise((resolve) => reader.addEventListener('load', () => resolve(reader.result)))
    reader.readAsText(file as Blob)
    expect(await read).toBe('Name,Trade\r\nCy Aliaga,Electrician\r\nAna Silva,Electrician\r\n')
  })
})

describe('a table', () => {
  it('is put in order from the choice of columns too, where a phone shows no heads, and remembers it', async () => {
    const { button, press, control, choose } = await draw(crew, { keptAs: 'crew' })
    await press(button('Columns'))
    expect(control('Last first').disabled).toBe(true)
    await choose(control('Sort by'), 'Hours')
    expect(cells()).toEqual(['Ana Silva', 'Cy Aliaga', 'Bo Lind'])
    await press(control('Last first'))
    expect(cells()).toEqual(['Bo Lind', 'Cy Aliaga', 'Ana Silva'])
    await drawn?.remove()
    const again = await draw(crew, { keptAs: 'crew' })
    expect(cells()).toEqual(['Bo Lind', 'Cy Aliaga', 'Ana Silva'])
    await again.press(again.button('Columns'))
    await again.choose(again.control('Sort by'), 'Usual order')
    expect(cells()).toEqual(['Ana Silva', 'Bo Lind', 'Cy Aliaga'])
  })
  it('sorts by a column: up, down, and as it was', async () => {
    const { button, press } = await draw(crew)
    const sort = () => document.querySelector('th:last-child')?.getAttribute('aria-sort')
    await press(button('Hours'))
    expect(cells()).toEqual(['Ana Silva', 'Cy Aliaga', 'Bo Lind'])
    expect(sort()).toBe('ascending')
    await press(button('Hours'))
    expect(cells()).toEqual(['Bo Lind', 'Cy Aliaga', 'Ana Silva'])
    await press(button('Hours'))
    expect(cells()).toEqual(['Ana Silva', 'Bo Lind', 'Cy Aliaga'])
    expect(sort()).toBeNull()
  })
  it('says when there is nothing', async () => {
    const { text } = await draw([], { emptyMessage: 'No check-ins yet' })
    expect(text()).toContain('No check-ins yet')
  })
  it('RV-355 draws of 100,000 rows those in the window alone, and finds every one', async () => {
    const many = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `Person ${id}`, trade: 'Laborer', hours: id }))
    const { control, type } = await draw(many)
    expect(cells().length).toBeLessThan(80)
    expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe('100001')
    const box = document.querySelector<HTMLElement>('.m-table-box') as HTMLElement
    // Some in-app browsers fire no scroll event.
    box.scrollTop = 48 * 50_000
    await pass(249)
    expect(cells()).not.toContain('Person 50000')
    await pass(1)
    expect(cells()).toContain('Person 50000')
    expect(cells().length).toBeLessThan(80)
    await type(control('Search Crew'), '99999')
    await pass(250)
    expect(cells()).toEqual(['Person 99999'])
  })
})

describe('the rows of a table', () => {
  it('RV-189 are chosen one by one or all together, but for those that can not be', async () => {
    let chosen: ReadonlySet<string | number> = new Set()
    const more = (selected: ReadonlySet<string | number>) => ({
      selected,
      onSelect: (next: ReadonlySet<string | number>) => (chosen = next),
      disabledRow: (row: Person) => (row.id === 2 ? 'Bo is on leave' : undefined),
    })
    const { control, press, draw: again } = await draw(crew, more(chosen))
    await press(control('Select Ana Silva'))
    expect([...chosen]).toEqual([1])
    expect(control('Select Bo Lind').disabled).toBe(true)
    await again(<Table title="Crew" columns={columns} rows={crew} rowKey={(row) => row.id} {...more(chosen)} />)
    expect(control('Select Ana Silva').checked).toBe(true)
    await press(control('Select all'))
    expect([...chosen]).toEqual([1, 3])
    await again(<Table title="Crew" columns={columns} rows={crew} rowKey={(row) => row.id} {...more(chosen)} />)
    await press(control('Select all'))
    expect([...chosen]).toEqual([])
  })
  it('have a first thing to do as a button, and what else there is behind it: a menu, or from ten on a list to search', async () => {
    const done: string[] = []
    const actions = (count: number) => (row: Person) =>
      Array.from({ length: count }, (_, n) => ({ key: `k${n}`, label: `Act ${n}`, onPress: () => done.push(`${row.name} ${n}`) }))
    const { button, press, draw: again } = await draw(crew, { rowActions: actions(3) })
    await press(button('Act 0: Ana Silva'))
    await press(button('More: Ana Silva'))
    const items = [...document.querySelectorAll('[role=menuitem]')]
    expect(items.map((item) => item.textContent)).toEqual(['Act 1', 'Act 2'])
    await press(items[1] as Element)
    expect(done).toEqual(['Ana Silva 0', 'Ana Silva 2'])
    await again(<Table title="Crew" columns={columns} rows={crew} rowKey={(row) => row.id} rowActions={actions(11)} />)
    expect(button('More: Bo Lind').getAttribute('aria-haspopup')).toBe('dialog')
  })
  it('stand in the order that was chosen last, also the next time', async () => {
    const { button, press } = await draw(crew, { keptAs: 'order' })
    await press(button('Hours'))
    await press(button('Hours'))
    await drawn?.remove()
    await draw(crew, { keptAs: 'order' })
    expect(cells()).toEqual(['Bo Lind', 'Cy Aliaga', 'Ana Silva'])
  })
})
