import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { freshDevice, keep } from '../../../tests/harness/device.tsx'
import type { PageHost, RootScreenProps } from '../../engine/PageHost.ts'
import { DialogPicker } from './DialogPicker.tsx'
import { PickerScreen } from './PickerScreen.tsx'

const names = ['Ana Lima', 'Ben Carter', 'Carla Nuñez', 'David Okafor']
const run = vi.fn<PageHost['run']>(() => Promise.resolve())
/** What the record gets. */
const picked = () => run.mock.calls.map(([action]) => (action as unknown as { body: { payload: { who: unknown } } }).body.payload.who)
const navigate = vi.fn<PageHost['navigate']>()
let drawn: DrawnPage
const width = window.innerWidth

/** With `path` the pick is saved in that record. */
const props = (config: PageData['componentConfig'], path?: string): RootScreenProps => ({
  data: {
    component: 'picker',
    componentConfig: {
      items: names.map((label, index) => ({ id: String(index), label })),
      ...(path !== undefined && { callback: { attribute: 'who' } }),
      ...config,
    },
    ...(path !== undefined && { url: `/api/data/${path}` }),
  },
  host: {
    embedded: false,
    busy: () => () => undefined,
    finish: () => undefined,
    fail: () => undefined,
    reload: () => undefined,
    dirty: () => undefined,
    run,
    navigate,
  },
  address: '/api/pick/people.json',
  owner: 'u:maria',
})

const rows = () => [...document.querySelectorAll<HTMLElement>('[role=option]')]
const shown = () => rows().map((row) => row.textContent)

afterEach(async () => {
  window.innerWidth = width
  run.mockReset()
  navigate.mockReset()
  run.mockImplementation(() => Promise.resolve())
  await drawn.remove()
})

describe('picking from a list', () => {
  it('FE-024 FE-082 FE-083 RV-065 asks to pick a named thing, with the number of options, and offers to search', async () => {
    drawn = await drawPage(<PickerScreen {...props({ title: 'Person' })} />)
    expect(document.querySelector('h1')?.textContent).toBe('Pick a Person (4 options)')
    expect(document.querySelector<HTMLInputElement>('input')?.placeholder).toBe('Search...')
    expect(shown()).toEqual(names)
  })

  it('FE-089 RV-065 RV-066 without a name it is an item, with the number of options', async () => {
    drawn = await drawPage(<PickerScreen {...props({})} />)
    expect(document.querySelector('h1')?.textContent).toBe('Pick an Item (4 options)')
    await drawn.draw(<PickerScreen {...props({ items: [{ id: '1', label: 'One' }] })} />)
    expect(document.querySelector('h1')?.textContent).toBe('Pick an Item (1 option)')
  })

  it('FE-084 FE-311 shows what begins with the typed words, or No items', async () => {
    drawn = await drawPage(<PickerScreen {...props({ title: 'Person' })} />)
    const search = document.querySelector('input') as HTMLInputElement
    await drawn.type(search, 'nun')
    await drawn.until(() => shown().length === 1)
    expect(shown()).toEqual(['Carla Nuñez'])
    await drawn.type(search, 'zzz')
    await drawn.until(() => drawn.text().includes('No items'))
    expect(shown()).toEqual([])
  })

  it('FE-241 one press is the choice', async () => {
    drawn = await drawPage(<PickerScreen {...props({ title: 'Person' }, 'forms/x/A1')} />)
    await drawn.press(rows()[1] as HTMLElement)
    expect(picked()).toEqual(['1'])
  })

  it('FE-094 FE-244 RV-072 a list that only informs can be closed with OK and not picked from', async () => {
    drawn = await drawPage(<PickerScreen {...props({ title: 'Person' })} />)
    await drawn.press(rows()[1] as HTMLElement)
    expect(run).not.toHaveBeenCalled()
    await drawn.press(drawn.button('OK'))
    expect(navigate).toHaveBeenCalledWith('back')
  })

  it('FE-092 RV-069 Cancel leaves without a choice', async () => {
    drawn = await drawPage(<PickerScreen {...props({ title: 'Person' }, 'forms/x/A1')} />)
    await drawn.press(drawn.button('Cancel'))
    expect(navigate).toHaveBeenCalledWith('back')
    expect(run).not.toHaveBeenCalled()
  })

  it('FE-451 rows are 48 px high, and of 50,000 only those in sight are drawn', async () => {
    const items = Array.from({ length: 50_000 }, (_, index) => ({ id: String(index), label: `Worker ${index}` }))
    drawn = await drawPage(<PickerScreen {...props({ title: 'Person', items })} />)
    expect(
      rows()
        .map((row) => row.style.top)
        .slice(0, 3),
    ).toEqual(['0px', '48px', '96px'])
    expect(rows()[0]?.style.height).toBe('48px')
    expect(rows().length).toBeLessThan(60)
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('50000')
  })

  it('the keyboard alone is enough', async () => {
    drawn = await drawPage(<PickerScreen {...props({ title: 'Person' }, 'forms/x/A1')} />)
    const search = document.querySelector('input') as HTMLInputElement
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'])
      await act(() => void search.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
    expect(picked()).toEqual(['1'])
  })

  it('FE-181 a pick for a record is a change of that record, which can wait for a connection', async () => {
    const callback = { attribute: 'location', store: 'label' as const }
    drawn = await drawPage(<PickerScreen {...props({ title: 'Person', callback, allowClear: true }, 'forms/x/A1')} />)
    await drawn.press(rows()[2] as HTMLElement)
    expect(run.mock.lastCall?.[0]).toEqual({
      message: 'url.patch',
      url: '/api/data/forms/x/A1',
      body: { payload: { location: 'Ben Carter' } },
      returnUrl: 'back',
    })
    await drawn.press(rows()[0] as HTMLElement)
    expect(run.mock.lastCall?.[0]).toMatchObject({ body: { payload: { location: null } } })
  })

  it('FE-410 a pick that is not saved says Oops! and why, and can be tried again', async () => {
    run.mockImplementation(async (_action, { failed }) => failed?.({ message: 'This device is full.' }))
    drawn = await drawPage(<PickerScreen {...props({ title: 'Person' }, 'forms/x/A1')} />)
    await drawn.press(rows()[1] as HTMLElement)
    await drawn.until(() => drawn.text().includes('Oops!'))
    expect(drawn.text()).toContain('This device is full.')
    run.mockImplementation(() => Promise.resolve())
    await drawn.press(rows()[1] as HTMLElement)
    await drawn.until(() => !drawn.text().includes('Oops!'))
    expect(picked()).toEqual(['1', '1'])
  })

  it('FE-181 shows what is picked already, why to pick, and runs the actions of the list', async () => {
    const config = {
      title: 'Person',
      selected: ['2'],
      instructions: 'Who **leads** the crew?',
      customAction: { label: 'Scan badge', action: '/scan' },
      cancelCallback: { message: 'navigate', url: '/elsewhere' } as const,
    }
    drawn = await drawPage(<PickerScreen {...props(config, 'forms/x/A1')} />)
    expect(document.querySelector('[aria-selected=true]')?.textContent).toBe('Carla Nuñez')
    expect(drawn.text()).toContain('Who leads the crew?')
    await drawn.press(drawn.button('Scan badge'))
    expect(run.mock.lastCall?.[0]).toBe('/scan')
    await drawn.press(drawn.button('Cancel'))
    expect(run.mock.lastCall?.[0]).toEqual(config.cancelCallback)
    expect(navigate).not.toHaveBeenCalled()
  })

  it('keeps the entries of the field and the stored ones when the list comes from its own address', async () => {
    await freshDevice()
    await keep('/api/lists/tower/people', { items: [{ id: '7', label: 'Ana Lima' }] })
    const given = props(
      {
        items: [],
        ownItems: [
          { id: '7', label: 'Ana Lima' },
          { id: 'Typed by hand', label: 'Typed by hand' },
        ],
        selected: ['7', 'Typed by hand'],
        multiSelect: true,
        callback: { attribute: 'who', store: 'label' },
      },
      'forms/x/A1',
    )
    drawn = await drawPage(<PickerScreen {...given} data={{ ...given.data, lists: { people: '/api/lists/tower/people' } }} />)
    await drawn.until(() => shown().length === 2)
    expect(shown()).toEqual(['Ana Lima', 'Typed by hand'])
    await drawn.press(drawn.button('Select 2'))
    expect(picked()).toEqual([['Ana Lima', 'Typed by hand']])
  })

  it('FE-345 a location is set in the record’s model, with thanks to the person who set it', async () => {
    const callback = { attribute: 'model.location', store: 'label' as const }
    drawn = await drawPage(<PickerScreen {...props({ title: 'Location', callback }, 'forms/x/A1')} />)
    await drawn.press(rows()[1] as HTMLElement)
    expect(run.mock.lastCall?.[0]).toEqual({
      message: 'url.patch',
      url: '/api/data/forms/x/A1',
      body: {
        payload: { model: { location: 'Ben Carter' } },
        feed: { type: 'notification', input: 'http', sms: true, text: 'Thanks I have now set location to Ben Carter' },
      },
      returnUrl: 'back',
    })
  })

  it('FE-023 FE-095 RV-073 RV-074 RV-357 RV-358 as a dialog it is 60 % wide up to 500 px, and the whole screen under 500 px', async () => {
    window.innerWidth = 1200
    drawn = await drawPage(<DialogPicker {...props({ title: 'Person' })} />)
    const dialog = () => document.querySelector('dialog') as HTMLDialogElement
    expect(dialog().style.width).toContain('60vw')
    expect(dialog().style.width).toContain('500px')
    window.innerWidth = 499
    await act(() => void window.dispatchEvent(new Event('resize')))
    expect(dialog().style.width).toBe('')
    window.innerWidth = 500
    await act(() => void window.dispatchEvent(new Event('resize')))
    expect(dialog().style.width).not.toBe('')
  })
})
