import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import example from './sub-form.form.json'

const person = vi.hoisted(() => ({ asked: [] as string[], yes: true }))
vi.mock('../../ui/overlays/confirmDialog.tsx', () => ({
  confirmDialog: ({ text }: { text: string }) => {
    person.asked.push(text)
    return Promise.resolve(person.yes)
  },
}))
vi.mock('../../store/outbox/queue.ts', () => ({ useOutbox: () => [] }))

beforeEach(() => {
  Object.assign(person, { asked: [], yes: true })
  Element.prototype.scrollIntoView = () => undefined
})
type Drawn = Awaited<ReturnType<typeof drawForm>>
const open: Drawn[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.remove()
})

const name: NodeSetting = { type: 'text', attribute: 'name', label: 'Name', required: true }
const company: NodeSetting = { type: 'text', attribute: 'company', label: 'Company' }
const complete: NodeSetting = { type: 'calculated', attribute: 'complete', value: "name != ''", visible: false }
const crew = {
  type: 'subForm',
  attribute: 'crew',
  label: 'Crew',
  addLabel: 'Add person',
  subform: [name, company],
} as const satisfies NodeSetting
const withCheck = { ...crew, subform: [name, company, complete], subformValidationAttribute: 'complete' }

async function draw(...[children, options]: Parameters<typeof drawForm>) {
  const page = await drawForm(children, options)
  open.push(page)
  await page.until(() => document.querySelector('.m-arrays-items'))
  return {
    ...page,
    list: (attribute = 'crew') => (page.form.value(attribute) ?? []) as Record<string, unknown>[],
    dialog: () => document.querySelector('dialog'),
    rows: () => [...document.querySelectorAll('.m-arrays-itemList .m-arrays-itemOpen')].map((row) => page.text(row)),
    row: (index: number) => document.querySelector(`[data-row="${index}"] .m-arrays-itemOpen`) as HTMLElement,
  }
}
const ana = { name: 'Ana Silva', company: 'Acme' }
const bo = { name: 'Bo Lee', company: 'Bolt' }

describe('a list of items', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })

  it('FE-104 FE-256 FE-171 an item is added through the sub-form', async () => {
    const { button, press, control, type, list, dialog, rows } = await draw([crew])
    await press(button('Add person'))
    expect(dialog()?.querySelector('h2')?.textContent).toBe('Add person')
    await type(control('Name'), 'Ana Silva')
    await type(control('Company'), 'Acme')
    await press(button('OK'))
    expect(dialog()).toBeNull()
    expect(list()).toEqual([ana])
    expect(rows()).toEqual(['Ana SilvaAcme'])
  })

  it('FE-105 FE-257 an item is edited in a dialog that holds what it has, and keeps what the sub-form does not ask', async () => {
    const { button, press, control, type, list, row } = await draw([crew], { model: { crew: [{ ...ana, key: 'k1' }, bo] } })
    await press(row(0))
    expect(control('Name').value).toBe('Ana Silva')
    await type(control('Name'), 'Ana Souza')
    await press(button('OK'))
    expect(list()).toEqual([{ name: 'Ana Souza', company: 'Acme', key: 'k1' }, bo])
  })

  it('FE-258 Cancel and Escape give back what was there before', async () => {
    const { button, press, control, type, list, row, form } = await draw([crew], { model: { crew: [ana, bo] } })
    await press(row(1))
    await type(control('Name'), 'Somebody')
    // Typed text is in the draft at once, in case the phone dies now.
    expect(form.draft()).toEqual({ crew: [ana, { ...bo, name: 'Somebody' }] })
    await press(button('Cancel'))
    expect(list()).toEqual([ana, bo])
    expect(form.dirty()).toBe(false)
    await press(row(0))
    await type(control('Name'), 'Somebody')
    await act(() => void control('Name').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
    expect(list()).toEqual([ana, bo])
  })

  it('FE-259 Cancel takes a new item out again when the sub-form has a validation', async () => {
    const { button, press, control, type, list, form } = await draw([withCheck], { model: { crew: [ana] } })
    await press(button('Add person'))
    await type(control('Name'), 'Somebody')
    expect(form.draft()).toMatchObject({ crew: [ana, { name: 'Somebody' }] })
    await press(button('Cancel'))
    expect(list()).toEqual([ana])
  })

  it('a new item that is cancelled leaves nothing behind without a validation, too', async () => {
    const { button, press, control, type, list } = await draw([crew])
    await press(button('Add person'))
    await press(button('Cancel'))
    expect(list()).toEqual([])
    await press(button('Add person'))
    await type(control('Name'), 'Somebody')
    await press(button('Cancel'))
    expect(list()).toEqual([])
  })

  it('FE-261 OK waits until the validation attribute of the item is true', async () => {
    const { button, press, control, type } = await draw([withCheck])
    await press(button('Add person'))
    expect(button('OK').disabled).toBe(true)
    await type(control('Name'), 'Ana')
    expect(button('OK').disabled).toBe(false)
    await type(control('Name'), '')
    expect(button('OK').disabled).toBe(true)
  })

  it('without one, OK checks the item and shows what is missing', async () => {
    const { button, press, control, type, list, dialog, text } = await draw([crew])
    await press(button('Add person'))
    expect(button('OK').disabled).toBe(false)
    await press(button('OK'))
    expect(text(dialog())).toContain('Name Required')
    expect(document.activeElement).toBe(control('Name'))
    expect(list()).toEqual([])
    await type(control('Name'), 'Ana')
    await press(button('OK'))
    expect(list()).toEqual([{ name: 'Ana' }])
  })

  it('FE-284 FE-285 hides Add at the limit and says why', async () => {
    const { hasButton, text, button, press, until } = await draw([{ ...crew, limit: 2 }], { model: { crew: [ana, bo] } })
    expect(hasButton('Add person')).toBe(false)
    expect(text()).toContain('2 of 2: the list is full.')
    await press(button('Remove Bo Lee'))
    await until(() => hasButton('Add person'))
  })

  it('FE-286 shows the item that is there instead of a second one', async () => {
    const { button, press, control, type, list, dialog, text } = await draw([{ ...crew, preventDuplicates: ['name'] }], {
      model: { crew: [bo, ana] },
    })
    await press(button('Add person'))
    await type(control('Name'), ' ANA silva')
    await press(button('OK'))
    expect(list()).toEqual([bo, ana])
    expect(text(dialog())).toContain('This one is already in the list. Here it is.')
    expect(control('Company').value).toBe('Acme')
    await type(control('Company'), 'Crane & Co')
    await press(button('OK'))
    expect(list()).toEqual([bo, { ...ana, company: 'Crane & Co' }])
  })

  it('FE-286 an edit can not make a duplicate either', async () => {
    const { button, press, control, type, row, text, dialog, list } = await draw([{ ...crew, preventDuplicates: ['name'] }], {
      model: { crew: [ana, bo] },
    })
    await press(row(1))
    await type(control('Name'), 'Ana Silva')
    await press(button('OK'))
    expect(text(dialog())).toContain('Ana Silva is already in the list.')
    await press(button('Cancel'))
    expect(list()).toEqual([ana, bo])
  })

  it.each([
    [{ title: 'Night shift', name: 'x' }, 'Night shift'],
    [{ name: 'Ana' }, 'Ana'],
    [{ vendor: 'Acme' }, 'Acme'],
    [{}, 'Item 2'],
  ])('FE-106 FE-260 FE-310 asks before it removes %j', async (item, title) => {
    const { button, press, list, until, row } = await draw([crew], { model: { crew: [bo, item] } })
    person.yes = false
    await press(button(`Remove ${title}`))
    expect(person.asked).toEqual([`Are you sure you want to remove ${title}?`])
    expect(list()).toHaveLength(2)
    person.yes = true
    await press(button(`Remove ${title}`))
    await until(() => list().length === 1)
    expect(list()).toEqual([bo])
    await until(() => document.activeElement === row(0))
  })

  it('is required like any other question', async () => {
    const { form } = await draw([{ ...crew, required: true }])
    expect(form.validate().map(({ message }) => message)).toEqual(['Crew Required'])
  })

  it('a form inside an item is a list of its own', async () => {
    const certificates: NodeSetting = {
      type: 'subForm',
      attribute: 'certificates',
      label: 'Certificates',
      addLabel: 'Add certificate',
      subform: [{ type: 'text', attribute: 'title', label: 'Paper' }],
    }
    const { button, press, control, type, list, until, row } = await draw([{ ...crew, subform: [name, certificates] }], {
      model: { crew: [ana] },
    })
    await press(row(0))
    await until(() => document.querySelector('dialog .m-arrays-items'))
    await press(button('Add certificate'))
    await type(control('Paper'), 'First aid')
    expect(document.querySelectorAll('dialog')).toHaveLength(2)
    await press(document.querySelector('dialog dialog button:last-of-type') as Element)
    await until(() => document.querySelectorAll('dialog').length === 1)
    await press(button('OK'))
    expect(list()).toEqual([{ ...ana, certificates: [{ title: 'First aid' }] }])
  })

  it('read-only: items can be looked at, nothing changed', async () => {
    const { hasButton, press, row, control, list, button } = await draw([crew], { model: { crew: [ana] }, readOnly: true })
    expect(hasButton('Add person')).toBe(false)
    expect(hasButton('Remove Ana Silva')).toBe(false)
    await press(row(0))
    expect(control('Name').readOnly).toBe(true)
    expect(hasButton('OK')).toBe(false)
    await press(button('Close'))
    expect(list()).toEqual([ana])
  })
})

describe('FE-185 the options of a list', () => {
  it('emptyMessage, addLabel and editLabel say what they say', async () => {
    const { text, press, button, row, dialog } = await draw([{ ...crew, emptyMessage: 'Nobody yet', editLabel: 'Change' }], { model: {} })
    expect(text()).toContain('Nobody yet')
    await press(button('Add person'))
    await press(button('Cancel'))
    await open.pop()?.remove()
    const filled = await draw([{ ...crew, editLabel: 'Change' }], { model: { crew: [ana] } })
    expect(filled.text(row(0))).toContain('Change')
    await filled.press(filled.row(0))
    expect(dialog()?.querySelector('h2')?.textContent).toBe('Change')
  })

  it('compact and suppressChildrenRender: one line a row', async () => {
    const { rows } = await draw(
      [
        { ...crew, compact: true },
        { ...crew, attribute: 'others', suppressChildrenRender: true },
      ],
      { model: { crew: [ana], others: [bo] } },
    )
    expect(rows()).toEqual(['Ana Silva', 'Bo Lee'])
    expect(document.querySelectorAll('.m-arrays-items[data-compact]')).toHaveLength(1)
  })

  it('itemTitle names the rows', async () => {
    const { rows, hasButton } = await draw([{ ...crew, compact: true, itemTitle: '{{name}} ({{company}})' }], { model: { crew: [ana] } })
    expect(rows()).toEqual(['Ana Silva (Acme)'])
    expect(hasButton('Remove Ana Silva (Acme)')).toBe(true)
  })

  it('canRemove: never, or as the item says', async () => {
    const { hasButton } = await draw(
      [
        { ...crew, canRemove: false },
        { ...crew, attribute: 'others', canRemove: "company != 'Bolt'" },
      ],
      { model: { crew: [ana], others: [{ ...ana, name: 'Free' }, bo] } },
    )
    expect([hasButton('Remove Ana Silva'), hasButton('Remove Free'), hasButton('Remove Bo Lee')]).toEqual([false, true, false])
  })

  it('allowSelection: check boxes, one for all', async () => {
    const { press, list, text } = await draw([{ ...crew, allowSelection: true }], { model: { crew: [ana, bo] } })
    const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
    await press(boxes()[2] as Element)
    expect(list()).toEqual([ana, { ...bo, selected: true }])
    expect(text()).toContain('1 of 2 selected')
    expect(boxes()[0]?.indeterminate).toBe(true)
    await press(boxes()[0] as Element)
    expect(list().map(({ selected }) => selected)).toEqual([true, true])
  })

  it('subformWidth is the width of the dialog', async () => {
    vi.stubGlobal('innerWidth', 1024)
    const { press, button, dialog } = await draw([{ ...crew, subformWidth: 480 }])
    await press(button('Add person'))
    expect(dialog()?.style.width).toBe('480px')
    vi.unstubAllGlobals()
  })

  it('inlineSave saves the record after each change', async () => {
    const { press, button, control, type, told } = await draw([{ ...crew, inlineSave: true }], { model: { crew: [ana] } })
    await press(button('Add person'))
    await type(control('Name'), 'Bo')
    expect(told.saves).toEqual([])
    await press(button('OK'))
    expect(told.saves).toEqual([{ type: 'save', returnUrl: 'nop' }])
    await press(button('Remove Bo'))
    expect(told.saves).toHaveLength(2)
  })

  it('selfRender: items are filled where they stand, and an unfinished one stops the save', async () => {
    const { press, button, control, type, list, form, text, until } = await draw([{ ...crew, selfRender: true }])
    await press(button('Add person'))
    expect(document.querySelector('dialog')).toBeNull()
    expect(list()).toEqual([{}])
    await act(() => void form.validate())
    expect(form.problems().map(({ message }) => message)).toEqual(['1 item needs an answer'])
    expect(text()).toContain('Name Required')
    await type(control('Name'), 'Ana')
    expect(list()).toEqual([{ name: 'Ana' }])
    await until(() => form.problems().length === 0)
  })

  it('selfRender: an item that goes takes nothing of the others along', async () => {
    const { press, button, control, type, list } = await draw([{ ...crew, selfRender: true }], { model: { crew: [ana, bo] } })
    const second = [...document.querySelectorAll<HTMLInputElement>('[data-attribute=name] input')][1] as HTMLInputElement
    await type(second, 'Bo Berg')
    await press(button('Remove Ana Silva'))
    expect(list()).toEqual([{ ...bo, name: 'Bo Berg' }])
    expect(control('Name')).toBe(second)
  })
})

it('a thousand items draw a screenful of rows, and tell a screen reader where it is', async () => {
  const model = { crew: Array.from({ length: 1000 }, (_, n) => ({ name: `Person ${n + 1}` })) }
  const { rows, press, row, dialog } = await draw([crew], { model })
  expect(rows().length).toBeLessThan(60)
  const [first] = document.querySelectorAll('.m-arrays-item')
  expect([first?.getAttribute('aria-setsize'), first?.getAttribute('aria-posinset')]).toEqual(['1000', '1'])
  // Scrolled until row 500 is at the top of the window.
  vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockReturnValue({ top: -500 * 56 } as DOMRect)
  await act(async () => {
    document.dispatchEvent(new Event('scroll'))
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  expect(rows()).toContain('Person 501')
  expect(rows()).not.toContain('Person 1')
  expect(rows().length).toBeLessThan(60)
  await press(row(500))
  expect(dialog()?.querySelector('h2')?.textContent).toBe('Person 501')
  vi.restoreAllMocks()
})

it('in a list of a thousand a key in the dialog of an item draws that item and nothing else', async () => {
  const model = { crew: Array.from({ length: 1000 }, (_, n) => ({ name: `Person ${n + 1}` })) }
  const { press, row, control, type, rows, dialog } = await draw([crew], { model })
  await press(row(3))
  const touched = new Set<number>()
  const seen = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      if (!dialog()?.contains(element)) touched.add(Number(element?.closest('[data-row]')?.getAttribute('data-row') ?? Number.NaN))
    }
  })
  seen.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  await type(control('Name'), 'Somebody')
  seen.disconnect()
  expect([...touched]).toEqual([3])
  expect(rows()[3]).toBe('Somebody')
})

it('two hundred items that are filled where they stand: only those near the window are drawn, and a save passes over none', async () => {
  const arrivals: ((entries: { isIntersecting: boolean; target: Element }[]) => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (typeof arrivals)[number]) {
        arrivals.push(tell)
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  const model = { crew: [...Array.from({ length: 199 }, (_, n) => ({ name: `Person ${n + 1}` })), {}] }
  const { form, control, type, list } = await draw([{ ...crew, selfRender: true }], { model })
  const items = document.querySelectorAll('.m-arrays-openItem')
  expect([items.length, document.querySelectorAll('.m-arrays-openItem input').length]).toEqual([200, 0])
  await act(() => {
    for (const tell of arrivals) tell([{ isIntersecting: true, target: items[7] as Element }])
  })
  expect(document.querySelectorAll('.m-arrays-openItem input')).toHaveLength(2)
  await type(control('Name'), 'Somebody')
  expect(list()[7]).toEqual({ name: 'Somebody' })
  expect(form.validate().map(({ message }) => message)).toEqual(['1 item needs an answer'])
  vi.unstubAllGlobals()
})
