import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { SearchQuestion } from '../../lib/search/finder.ts'
import { Dialogs } from '../overlays/confirmDialog.tsx'
import { ListPickerDialog } from './ListPickerDialog.tsx'
import type { NewItem, OnPick, PickConfig, PickItem } from './pickItem.ts'

const people: PickItem[] = ['Ana Lima', 'Ben Carter', 'Carla Nuñez', 'David Okafor'].map((label, index) => ({ id: `p${index}`, label }))
const places: PickItem[] = [
  'Tower > Level 1 > Stair A',
  'Tower > Level 1 > Stair B',
  'Tower > Level 2 > Stair A',
  'Garage',
  'Garage > Ramp',
].map((label, index) => ({ id: `l${index}`, label }))

let drawn: DrawnPage
const picked = vi.fn<OnPick>()
const cancelled = vi.fn<() => void>()

beforeEach(() => {
  localStorage.clear()
  picked.mockReset()
  cancelled.mockReset()
})
afterEach(async () => {
  vi.useRealTimers()
  await drawn.remove()
  Reflect.deleteProperty(navigator, 'contacts')
})

const open = async (config: Partial<PickConfig>) => {
  drawn = await drawPage(
    <>
      <ListPickerDialog config={{ title: 'Person', items: people, ...config }} onPick={picked} onCancel={cancelled} />
      <Dialogs />
    </>,
  )
}
const rows = () => [...document.querySelectorAll<HTMLElement>('[role=option], [role=treeitem]')]
const shown = () => rows().map((row) => row.textContent)
const row = (text: string) => {
  const found = rows().find(({ textContent }) => textContent?.startsWith(text))
  if (!found) throw new Error(`No row ${text}; there are: ${shown().join(', ')}`)
  return found
}
const box = () => document.querySelector('input') as HTMLInputElement
const search = async (text: string) => {
  await drawn.type(box(), text)
  await act(() => Promise.resolve())
}
const key = (name: string, at: Element = box()) =>
  act(() => void at.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })))
const last = () => picked.mock.lastCall?.[0]

describe('searching', () => {
  it('FE-083 says what can be done in the search box', async () => {
    await open({})
    expect(box().placeholder).toBe('Search...')
    await drawn.remove()
    await open({ allowCreate: true })
    expect(box().placeholder).toBe('Search or Create...')
  })

  it('FE-084 FE-085 an empty list says so, and offers Refresh where the list can be had again', async () => {
    await open({ items: [] })
    expect(drawn.text()).toContain('No items')
    expect(drawn.hasButton('Refresh')).toBe(false)
    await drawn.remove()
    const refresh = vi.fn<() => void>()
    await open({ items: [], refresh })
    await drawn.press(drawn.button('Refresh'))
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('FE-087 offers to create what was typed, behind what is found: neither Enter nor a quick tap takes it by mistake', async () => {
    await open({ allowCreate: true })
    expect(shown().some((text) => text?.startsWith('Create'))).toBe(false)
    await search('Carl')
    expect(shown()).toEqual(['Carla Nuñez', 'Create Carl'])
    await key('Enter')
    expect(last()).toMatchObject([{ id: 'p2' }])
    await search('  Zoe  Park ')
    expect(shown()).toEqual(['Create Zoe Park'])
    await key('Enter')
    expect(last()).toEqual([{ id: 'Zoe Park', label: 'Zoe Park', create: true }])
    await search('carla nuñez')
    expect(shown()).toEqual(['Carla Nuñez'])
    await drawn.remove()
    await open({})
    await search('Zoe')
    expect(shown()).toEqual([])
  })

  it('finds people by all their known data, and says how many were found', async () => {
    await open({ items: [...people, { id: 'x', label: 'Eve Wong', searchTerms: ['scaffolder'], login: '+12025550199' }] })
    expect(drawn.text()).toContain('5 options')
    await search('scaff')
    expect(shown()).toEqual(['Eve Wong'])
    expect(document.querySelector('[role=status]')?.textContent).toBe('1 of 5')
    await search('1202')
    expect(shown()).toEqual(['Eve Wong'])
  })

  it('Escape empties the search box first, and closes the picker then', async () => {
    await open({})
    await search('ana')
    await key('Escape')
    expect(box().value).toBe('')
    expect(cancelled).not.toHaveBeenCalled()
    await key('Escape')
    expect(cancelled).toHaveBeenCalledTimes(1)
  })

  it('typing while the list has the focus goes to the search box', async () => {
    await open({})
    const list = document.querySelector('[role=listbox]') as HTMLElement
    await key('b', list)
    expect(document.activeElement).toBe(box())
  })
})

describe('a list that is searched in a worker', () => {
  const workers: SearchWorker[] = []
  class SearchWorker extends EventTarget {
    readonly words: (readonly string[])[] = []
    constructor() {
      super()
      workers.push(this)
    }
    postMessage(question: SearchQuestion) {
      if ('words' in question) this.words.push(question.words)
    }
    terminate() {}
    answer(n: number, hits: readonly number[]) {
      return act(() => void this.dispatchEvent(new MessageEvent('message', { data: { n, hits: new Uint32Array(hits) } })))
    }
  }
  const many = Array.from({ length: 2000 }, (_, index) => ({ id: `w${index}`, label: index === 1900 ? 'Zoe Park' : `Worker ${index}` }))
  beforeEach(() => {
    workers.length = 0
    vi.stubGlobal('Worker', SearchWorker)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('the list stays as it is until the first answer, and Enter waits for it', async () => {
    await open({ items: many })
    await search('zoe')
    expect(drawn.text()).not.toContain('No items')
    expect(shown()[0]).toBe('Worker 0')
    await key('Enter')
    expect(picked).not.toHaveBeenCalled()
    await workers[0]?.answer(1, [1900])
    expect(last()).toMatchObject([{ id: 'w1900' }])
  })

  it('opened again it needs no new index', async () => {
    const items = [...many]
    await open({ items })
    await drawn.remove()
    await open({ items })
    await drawn.remove()
    await open({ items: [...many] })
    expect(workers).toHaveLength(2)
  })
})

describe('choosing', () => {
  it('FE-241 one press is the choice unless a confirmation is shown', async () => {
    await open({})
    await drawn.press(row('Ben'))
    expect(last()).toMatchObject([{ id: 'p1', label: 'Ben Carter' }])
    await drawn.remove()
    picked.mockReset()
    await open({ confirm: true })
    await drawn.press(row('Ben'))
    expect(picked).not.toHaveBeenCalled()
    await drawn.press(drawn.button('Select'))
    expect(last()).toMatchObject([{ id: 'p1' }])
  })

  it('FE-086 FE-242 a picker with instructions shows them in a card with the button that confirms', async () => {
    await open({ instructions: 'Choose who signs for the crane.' })
    const card = () => document.querySelector('section')
    expect(card()?.textContent).toContain('Choose who signs for the crane.')
    expect(drawn.button('Select').disabled).toBe(true)
    await drawn.press(row('Ana'))
    expect(card()?.textContent).toContain('Ana Lima')
    await drawn.press(row('Ben'))
    await drawn.press(drawn.button('Select'))
    expect(last()).toMatchObject([{ id: 'p1' }])
    await drawn.remove()
    await open({})
    expect(card()).toBeNull()
  })

  it('FE-093 FE-243 RV-070 RV-071 RV-265 several can be chosen and taken back; the button says how many, and waits for one', async () => {
    await open({ multiSelect: true })
    expect(drawn.button('Select 0').disabled).toBe(true)
    await drawn.press(row('Ana'))
    await drawn.press(row('Carla'))
    expect(drawn.button('Select 2').disabled).toBe(false)
    expect(row('Carla').getAttribute('aria-selected')).toBe('true')
    await drawn.press(row('Ana'))
    expect(row('Ana').getAttribute('aria-selected')).toBe('false')
    expect(picked).not.toHaveBeenCalled()
    await drawn.press(drawn.button('Select 1'))
    expect(last()).toMatchObject([{ id: 'p2' }])
  })

  it('FE-181 begins with what is selected, in sight', async () => {
    const items = Array.from({ length: 300 }, (_, index) => ({ id: `w${index}`, label: `Worker ${index}` }))
    await open({ items, selected: ['w250', 'gone'], multiSelect: true })
    await drawn.until(() => rows().some(({ textContent }) => textContent === 'Worker 250'))
    expect(row('Worker 250').getAttribute('aria-selected')).toBe('true')
    expect(drawn.button('Select 2')).toBeDefined()
  })

  it('FE-088 (Clear Selection) takes the choice back', async () => {
    await open({ allowClear: true, selected: ['p1'] })
    await drawn.press(row('(Clear Selection)'))
    expect(last()).toEqual([])
    await drawn.remove()
    await open({ selected: ['p1'] })
    expect(shown()).not.toContain('(Clear Selection)')
  })

  it('FE-244 a picker that informs picks nothing, by press or by key', async () => {
    await open({ informational: true })
    await drawn.press(row('Ana'))
    await key('Enter')
    expect(picked).not.toHaveBeenCalled()
    await drawn.press(drawn.button('OK'))
    expect(cancelled).toHaveBeenCalledTimes(1)
  })

  it('FE-178 a row with preventListSelect can be read and not picked', async () => {
    await open({ items: [{ id: 'h', label: 'Day shift', preventListSelect: true }, ...people] })
    await drawn.press(row('Day shift'))
    expect(picked).not.toHaveBeenCalled()
    expect(row('Day shift').getAttribute('aria-disabled')).toBe('true')
  })

  it('FE-178 FE-181 fixed items stay on top for every search', async () => {
    await open({ fixedItems: [{ id: 'all', label: 'Everybody' }], items: [...people, { id: 'me', label: 'Myself', fixed: true }] })
    expect(shown().slice(0, 3)).toEqual(['Everybody', 'Myself', 'Ana Lima'])
    await search('ben')
    expect(shown()).toEqual(['Everybody', 'Myself', 'Ben Carter'])
  })

  it('FE-410 a choice that can not be saved says Oops! and keeps the picker open', async () => {
    picked.mockImplementation(() => Promise.reject(new Error('The list is locked.')))
    await open({})
    await drawn.press(row('Ana'))
    await drawn.until(() => drawn.text().includes('Oops!'))
    expect(drawn.text()).toContain('The list is locked.')
    picked.mockImplementation(() => Promise.resolve())
    await drawn.press(row('Ana'))
    expect(drawn.text()).not.toContain('Oops!')
  })

  it('FE-180 a short label has two lines, FE-178 markdown as text with its marks', async () => {
    await open({
      items: [
        { id: 'a', label: 'Ana Lima, Ironline', shortLabel: 'Ana Lima\nIronline' },
        { id: 'b', label: 'Ben', markdown: 'Ben **Carter**' },
      ],
    })
    const [name, company] = row('Ana Lima').querySelectorAll('span > span, span > small')
    expect([name?.textContent, company?.textContent]).toEqual(['Ana Lima', 'Ironline'])
    expect(company?.tagName).toBe('SMALL')
    await drawn.until(() => row('Ben').querySelector('strong')?.textContent === 'Carter')
  })
})

describe('a hierarchy', () => {
  it('FE-178 FE-179 is spelled by the labels, and a pick knows its place', async () => {
    await open({ title: 'Location', items: places })
    expect(shown()).toEqual(['Tower', 'Level 1', 'Stair A', 'Stair B', 'Level 2', 'Stair A', 'Garage', 'Ramp'])
    expect(rows().map((each) => each.getAttribute('aria-level'))).toEqual(['1', '2', '3', '3', '2', '3', '1', '2'])
    await drawn.press(row('Stair B'))
    expect(last()).toMatchObject([
      { id: 'l1', depth: 2, leaf: true, isParent: false, parentLabel: 'Level 1', parents: ['Tower', 'Level 1'] },
    ])
    await drawn.press(row('Garage'))
    expect(last()).toMatchObject([{ id: 'l3', depth: 0, leaf: false, isParent: true, parents: [] }])
  })

  it('FE-246 closing a group closes the groups below it, opening it opens only itself', async () => {
    await open({ title: 'Location', items: places })
    await drawn.press(row('Tower'))
    expect(shown()).toEqual(['Tower', 'Garage', 'Ramp'])
    expect(row('Tower').getAttribute('aria-expanded')).toBe('false')
    await drawn.press(row('Tower'))
    expect(shown()).toEqual(['Tower', 'Level 1', 'Level 2', 'Garage', 'Ramp'])
    await drawn.press(row('Level 1'))
    expect(shown()).toEqual(['Tower', 'Level 1', 'Stair A', 'Stair B', 'Level 2', 'Garage', 'Ramp'])
    expect(picked).not.toHaveBeenCalled()
  })

  it('FE-245 groups open and close only without a search; each found item shows its group', async () => {
    await open({ title: 'Location', items: places })
    await search('stair a')
    expect(shown()).toEqual(['Stair ATower > Level 1', 'Stair ATower > Level 2'])
    expect(document.querySelector('[aria-expanded]:not(input)')).toBeNull()
    await search('garage')
    await key('ArrowLeft')
    await key('Enter')
    expect(last()).toMatchObject([{ id: 'l3' }])
  })

  it('arrow keys walk, open and close', async () => {
    await open({ title: 'Location', items: places })
    const at = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent
    await key('ArrowDown')
    await key('ArrowDown')
    expect(at()).toBe('Stair A')
    await key('ArrowLeft')
    expect(at()).toBe('Level 1')
    await key('ArrowLeft')
    expect(shown()).toEqual(['Tower', 'Level 1', 'Level 2', 'Stair A', 'Garage', 'Ramp'])
    await key('ArrowRight')
    expect(shown()).toContain('Stair B')
  })
})

describe('beside the list', () => {
  it('FE-090 RV-067 has a button of its own where the picker has an action', async () => {
    const onPress = vi.fn<() => void>()
    await open({ customAction: { label: 'Scan badge', onPress } })
    await drawn.press(drawn.button('Scan badge'))
    expect(onPress).toHaveBeenCalledTimes(1)
  })

  it('FE-411 says when this browser has no contacts to pick from', async () => {
    await open({ contacts: true })
    await drawn.press(drawn.button('From Contacts'))
    await drawn.until(() => drawn.text().includes('Contact Picker Not Supported'))
    expect(picked).not.toHaveBeenCalled()
  })

  it('FE-394 takes a person from the phone’s contacts', async () => {
    const select = vi.fn<() => Promise<unknown>>(() => Promise.resolve([{ name: ['Zoe Park'], tel: ['+1 (202) 555-0199'], email: [] }]))
    Object.defineProperty(navigator, 'contacts', { value: { select }, configurable: true })
    await open({ contacts: true })
    await drawn.press(drawn.button('From Contacts'))
    await drawn.until(() => picked.mock.calls.length > 0)
    expect(last()).toEqual([{ id: '+12025550199', label: 'Zoe Park', create: true, login: '+12025550199' }])
  })

  it('RV-380 a star puts a person first, and this device remembers it', async () => {
    await open({ favourites: 'people' })
    await drawn.press(document.querySelector('[aria-label="Favourite: Carla Nuñez"]') as Element)
    expect(shown()).toEqual(['Carla Nuñez', 'Ana Lima', 'Ben Carter', 'David Okafor'])
    expect(Object.values(localStorage).some((value) => String(value).includes('p2'))).toBe(true)
    await drawn.remove()
    await open({ favourites: 'people' })
    expect(shown()[0]).toBe('Carla Nuñez')
    await search('c')
    expect(shown()).toEqual(['Carla Nuñez', 'Ben Carter'])
    await drawn.press(document.querySelector('[aria-label="Favourite: Carla Nuñez"]') as Element)
    await search('')
    expect(shown()[0]).toBe('Ana Lima')
  })

  it('FE-452 the bot catalogue is 670 px wide, and its list at most 40 % of the window', async () => {
    await open({ size: 'catalogue' })
    expect(document.querySelector('dialog')?.style.width).toBe('670px')
    expect(document.querySelector('[role=listbox]')?.parentElement?.style.height).toContain('40vh')
  })
})

describe('a new site', () => {
  const withForm = (reloadList: () => Promise<readonly PickItem[]>, more: Partial<PickConfig> = {}): Partial<PickConfig> => ({
    title: 'Site',
    reloadList,
    newForm: ({ saved, cancel }: { saved(item: NewItem): void; cancel(): void }) => (
      <div>
        <button type="button" onClick={() => saved({ id: 'new' })}>{`Save site`}</button>
        <button type="button" onClick={cancel}>{`Leave`}</button>
      </div>
    ),
    ...more,
  })

  it('FE-091 RV-068 "New Site" opens the creation form', async () => {
    await open({})
    expect(drawn.hasButton('New Site')).toBe(false)
    await drawn.remove()
    await open(withForm(() => Promise.resolve([])))
    expect(drawn.hasButton('Save site')).toBe(false)
    await drawn.press(drawn.button('New Site'))
    expect(drawn.hasButton('Save site')).toBe(true)
    await drawn.press(drawn.button('Leave'))
    expect(drawn.hasButton('Save site')).toBe(false)
  })

  it('RV-364 once saved the list is asked again, a second apart, until the new site is in it, and that one is picked', async () => {
    vi.useFakeTimers()
    const found = { id: 'new', label: 'North Yard' }
    let asked = 0
    const reload = vi.fn<() => Promise<readonly PickItem[]>>(() => Promise.resolve(++asked < 3 ? people : [...people, found]))
    await open(withForm(reload))
    await drawn.press(drawn.button('New Site'))
    await drawn.press(drawn.button('Save site'))
    expect(reload).toHaveBeenCalledTimes(1)
    await act(() => vi.advanceTimersByTimeAsync(999).then(() => undefined))
    expect(reload).toHaveBeenCalledTimes(1)
    await act(() => vi.advanceTimersByTimeAsync(1).then(() => undefined))
    expect(reload).toHaveBeenCalledTimes(2)
    expect(picked).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(1000).then(() => undefined))
    expect(last()).toMatchObject([found])
  })

  it('RV-364 after ten tries it says that the list does not show it yet', async () => {
    vi.useFakeTimers()
    const reload = vi.fn<() => Promise<readonly PickItem[]>>(() => Promise.reject(new Error('no connection')))
    await open(withForm(reload))
    await drawn.press(drawn.button('New Site'))
    await drawn.press(drawn.button('Save site'))
    await act(() => vi.advanceTimersByTimeAsync(60_000).then(() => undefined))
    expect(reload).toHaveBeenCalledTimes(10)
    expect(drawn.text()).toContain('Oops!')
    expect(picked).not.toHaveBeenCalled()
  })
})
