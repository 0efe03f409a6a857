import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { textHistory, type TextHistory } from './textHistory.ts'
import { Workbench } from './Workbench.tsx'

// The editor needs a browser with layout; the plain text box that replaces it if it can't be loaded does not.
vi.mock('./CodeEditor.tsx', () => import('./PlainEditor.tsx').then(({ PlainEditor }) => ({ CodeEditor: PlainEditor })))

let drawn: DrawnPage | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
  window.innerWidth = 1024
})

const file = (children: unknown[]) => JSON.stringify({ name: 'Gate', children }, undefined, 2)
const gate = { type: 'text', attribute: 'gate', label: 'Gate' }
const visitors = { type: 'group', label: 'Visitors', children: [{ type: 'date', attribute: 'day', label: 'Day' }] }

async function open(text: string): Promise<{ page: DrawnPage; history: TextHistory }> {
  window.innerWidth = 1600
  const history = textHistory(text)
  drawn = await drawPage(<Workbench title="Playground" history={history} />)
  const page = drawn
  await page.until(() => document.querySelector('[data-details]'))
  return { page, history }
}
const children = (history: TextHistory) =>
  (JSON.parse(history.text()) as { children: { attribute?: string; type: string; label?: string }[] }).children
const rows = () => [...document.querySelectorAll('[role=treeitem]')]
const row = (name: string) => {
  const found = rows().find((each) => each.getAttribute('aria-label')?.startsWith(name))
  if (!found)
    throw new Error(
      `no ${name} in the outline: ${rows()
        .map((each) => each.getAttribute('aria-label'))
        .join()}`,
    )
  return found
}
const key = (element: Element, name: string, more: KeyboardEventInit = {}) =>
  act(async () => void element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more })))
const code = () => document.querySelector('textarea[aria-label="Code of the form"]') as HTMLTextAreaElement
const openCode = async (page: DrawnPage) => {
  await page.press([...document.querySelectorAll('input[name=studio-part]')][1] as Element)
  await page.until(code)
}
const add = async (page: DrawnPage, word: string) => {
  await page.press(page.button('Add'))
  await page.type(page.control('Search for a part'), word)
  await page.press(document.querySelector('.m-studio-addList button') as Element)
}

describe('writing a form', () => {
  it('walks, moves, copies and removes in the outline with the keyboard alone, and takes all of it back', async () => {
    const start = file([gate, visitors, { type: 'save' }])
    const { page, history } = await open(start)
    await page.press(row('Gate').querySelector('.m-studio-outlineRow') as Element)
    await key(row('Gate'), 'ArrowDown', { altKey: true })
    expect(children(history).map(({ type }) => type)).toEqual(['group', 'text', 'save'])
    await key(row('Gate'), 'ArrowRight', { altKey: true })
    expect(children(history).map(({ type }) => type)).toEqual(['group', 'save'])
    await key(row('Gate'), 'd', { ctrlKey: true })
    expect(JSON.stringify(children(history)[0])).toContain('gate_2')
    await key(row('Gate'), 'Delete')
    await key(row('Visitors'), 'ArrowLeft')
    for (let step = 0; step < 4; step++) await page.press(page.button('Undo'))
    expect(history.text()).toBe(start)
  })

  it('adds a part by an everyday word before the button that saves, named after its question', async () => {
    const { page, history } = await open(file([gate, { type: 'save' }]))
    await add(page, 'signature')
    expect(children(history).map(({ type }) => type)).toEqual(['text', 'signature', 'save'])
    await page.until(() => page.text().includes('This form can be published'))
    await page.type(page.control('Question or heading'), 'Who has checked it?')
    expect(children(history)[1]).toMatchObject({ type: 'signature', label: 'Who has checked it?', attribute: 'who_has_checked_it' })
    // The next part comes after the selected one.
    await page.press(row('Gate').querySelector('.m-studio-outlineRow') as Element)
    await add(page, 'yes')
    expect(children(history).map(({ type }) => type)).toEqual(['text', 'enum', 'signature', 'save'])
    expect(row('Yes or no').getAttribute('aria-label')).toBe('Yes or no, Yes or no')
  })

  it('keeps the name of a published question, and takes the translation along when its text changes', async () => {
    const translations = { es: { Gate: 'Puerta' } }
    const text = JSON.stringify({ name: 'x', children: [gate], translations }, undefined, 2)
    window.innerWidth = 1600
    const history = textHistory(text)
    drawn = await drawPage(<Workbench title="Playground" history={history} published={text} />)
    const page = drawn
    await page.until(() => document.querySelector('[role=treeitem]'))
    await page.press(row('Gate').querySelector('.m-studio-outlineRow') as Element)
    await page.type(page.control('Question or heading'), 'Which door?')
    expect(children(history)[0]).toMatchObject({ attribute: 'gate', label: 'Which door?' })
    expect(JSON.parse(history.text())).toMatchObject({ translations: { es: { 'Which door?': 'Puerta' } } })
  })

  it('shows a question only when another one has an answer, by menus alone', async () => {
    const safe = { type: 'enum', attribute: 'safe', label: 'Is it safe?', options: ['Yes', 'No'] }
    const { page, history } = await open(file([safe, gate]))
    await page.press(row('Gate').querySelector('.m-studio-outlineRow') as Element)
    await page.choose(page.control('When is it shown?'), 'Only when …')
    await page.press(page.button('Add a condition'))
    await page.choose(page.control('Value'), 'No')
    expect(children(history)[1]).toMatchObject({ visible: "safe = 'No'" })
    await page.choose(page.control('When is it shown?'), 'Always')
    expect(children(history)[1]).toEqual(gate)
  })

  it('writes nothing for visible and required before they have a condition', async () => {
    const safe = { type: 'enum', attribute: 'safe', label: 'Is it safe?', options: ['Yes', 'No'] }
    const { page, history } = await open(file([safe, gate]))
    await page.press(row('Gate').querySelector('.m-studio-outlineRow') as Element)
    await page.choose(page.control('When is it shown?'), 'Only when …')
    await page.choose(page.control('Must it be answered?'), 'Only when …')
    expect(children(history)[1]).toEqual(gate)
    await page.choose(page.control('When is it shown?'), 'Always')
    await page.press(page.button('Add a condition'))
    await page.choose(page.control('Value'), 'No')
    expect(children(history)[1]).toEqual({ ...gate, required: "safe = 'No'" })
    await page.choose(page.control('Must it be answered?'), 'Yes, always')
    expect(children(history)[1]).toEqual({ ...gate, required: true })
    await page.until(() => page.text().includes('This form can be published'))
  })

  it('suggests the columns of the chosen list of the project', async () => {
    const { page, history } = await open(
      file([
        { ...gate, attribute: 'foreman' },
        { type: 'calculated', attribute: 'mobile', label: 'Mobile', value: '0' },
      ]),
    )
    await page.press(row('Mobile').querySelector('.m-studio-outlineRow') as Element)
    await page.choose(page.control('Calculation'), 'What a list of the project knows of an answer')
    const column = () => page.control('Column of the list')
    expect(column().list).toBeNull()
    await page.choose(page.control('List of the project'), 'employees')
    await page.choose(page.control('Answer to look for'), 'Gate')
    expect([...(column().list?.options ?? [])].map(({ value }) => value)).toEqual(['name', 'mobile', 'role'])
    await page.type(column(), 'mobile')
    expect(children(history)[1]).toMatchObject({ value: "lookup('employees', foreman, 'mobile')" })
  })

  it.each([
    ['date-time', '{{now()}}'],
    ['time-picker', '{{timeText(now())}}'],
    ['date', undefined],
  ])('begins an answer of type %s with the present time, from the menu below the setting', async (type, value) => {
    const { page, history } = await open(file([{ type, attribute: 'when', label: 'When' }]))
    await page.press(row('When').querySelector('.m-studio-outlineRow') as Element)
    const setting = document.querySelector('[data-setting=default]') as HTMLElement
    const isMenu = (select: HTMLSelectElement) => (setting.compareDocumentPosition(select) & 4) !== 0
    const menu = [...document.querySelectorAll('select')].find(isMenu) as HTMLSelectElement
    const offers = [...menu.options].some(({ text }) => text.startsWith('Now '))
    expect(offers).toBe(value !== undefined)
    if (offers) await page.choose(menu, 'Now')
    expect((children(history)[0] as { default?: string }).default).toBe(value)
  })

  it('turns the text message to the sender off, and gives it other words', async () => {
    const { page, history } = await open(file([gate, { type: 'save', label: 'Save' }]))
    await page.press(row('Save').querySelector('.m-studio-outlineRow') as Element)
    await page.choose(page.control('Text message to the sender'), 'None')
    expect(children(history)[1]).toMatchObject({ feed: false })
    await page.choose(page.control('Text message to the sender'), 'Own text')
    await page.type(page.control('Own text'), 'Gate {{gate}}')
    expect(children(history)[1]).toMatchObject({ feed: 'Gate {{gate}}' })
    await page.choose(page.control('Text message to the sender'), 'The usual text')
    expect(children(history)[1]).not.toHaveProperty('feed')
  })

  it('adds, moves, pastes and removes choices with the keyboard', async () => {
    const { page, history } = await open(file([{ type: 'enum', attribute: 'a', label: 'Area', options: ['North'] }]))
    const options = () => (children(history)[0] as unknown as { options: unknown[] }).options
    await page.press(row('Area').querySelector('.m-studio-outlineRow') as Element)
    await key(page.control('Choice 1'), 'Enter')
    await page.type(page.control('Choice 2'), 'South')
    await key(page.control('Choice 2'), 'ArrowUp', { altKey: true })
    expect(options()).toEqual(['South', 'North'])
    const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => 'East\te\nWest\tw\n' },
    })
    await act(async () => void page.control('Choice 1').dispatchEvent(paste))
    expect(options()).toEqual([{ name: 'East', value: 'e' }, { name: 'West', value: 'w' }, 'North'])
    await page.press(page.button('Remove choice 3'))
    expect(options()).toHaveLength(2)
  })

  it('leaves the focus in the list after each removed choice: on the choice before it, then on what adds one', async () => {
    const { page, history } = await open(file([{ type: 'enum', attribute: 'a', label: 'Area', options: ['North', 'South'] }]))
    await page.press(row('Area').querySelector('.m-studio-outlineRow') as Element)
    for (const [removed, focused] of [
      ['Remove choice 2', 'Remove choice 1'],
      ['Remove choice 1', 'Add a choice'],
    ] as const) {
      page.button(removed).focus()
      await page.press(page.button(removed))
      await page.until(() => document.activeElement === page.button(focused))
    }
    expect((children(history)[0] as { options?: unknown[] }).options ?? []).toEqual([])
  })

  it('keeps a colon and a comma while the attributes of a choice are typed, and its empty value', async () => {
    const { page, history } = await open(file([{ type: 'enum', attribute: 'a', label: 'Area', options: [{ name: 'None', value: '' }] }]))
    await page.press(row('Area').querySelector('.m-studio-outlineRow') as Element)
    await page.press(page.button('Values, status and translations'))
    const cell = () => page.control('More about it: None') as HTMLInputElement
    await page.type(cell(), 'trade:')
    expect(cell().value).toBe('trade:')
    await page.type(cell(), 'trade: Steel, level: 2')
    expect(children(history)[0]).toMatchObject({ options: [{ name: 'None', value: '', attributes: { trade: 'Steel', level: 2 } }] })
  })

  it('says where the file is wrong, goes there, and keeps the text and the last good form', async () => {
    const { page, history } = await open(file([gate]))
    await openCode(page)
    await page.type(code(), history.text().replace('"text"', '"txet"'))
    await page.until(() => page.text().includes('children[0].type'))
    expect(page.text()).toContain('did you mean text?')
    expect(page.text()).toContain('You see the last valid form')
    await page.press([...document.querySelectorAll('.m-studio-findings button')][0] as Element)
    await page.until(() => code().value.slice(code().selectionStart, code().selectionEnd) === '"txet"')
    await page.type(code(), '{ "name": "Gate", ')
    await page.until(() => page.text().includes('1:19'))
    expect(history.text()).toBe('{ "name": "Gate", ')
  })

  it('points at the character of an expression, at unknown names and at what no user will see', async () => {
    const { page } = await open(
      file([
        { ...gate, required: "visitr = 'x' " },
        { ...gate, attribute: 'b', visible: false },
      ]),
    )
    await page.until(() => page.text().includes('No field of this form has the attribute visitr'))
    expect(page.text()).toContain('Nobody will ever see this')
    await openCode(page)
    await page.type(code(), file([{ ...gate, visible: 'gate >' }]))
    await page.until(() => page.text().includes('children[0].visible'))
    await page.press([...document.querySelectorAll('.m-studio-findings button')][0] as Element)
    await page.until(() => code().selectionStart === code().value.indexOf('gate >') + 'gate >'.length)
  })

  it('opens every form of the product without a word of complaint', async () => {
    const { page, history } = await open(readFileSync('server/domain/bots/forms/manpower.form.json', 'utf8'))
    await page.until(() => page.text(document.querySelector('.m-studio-findings')).includes('This form can be published'))
    expect(document.querySelectorAll('.m-studio-findings li')).toHaveLength(0)
    expect(rows().length).toBeGreaterThan(5)
    expect(history.canUndo()).toBe(false)
  })
})
