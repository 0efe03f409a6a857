import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { GroupSetting, NodeSetting } from '../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../tests/harness/drawForm.tsx'
import { act } from '../../tests/harness/page.tsx'
import { dateOfPage, withDate } from './GroupDate.tsx'
import { goToNode } from './reveal.ts'
import { endOfSlice } from './useIncrementalRender.ts'

const asked = vi.hoisted(() => vi.fn<(question: { text: string }) => Promise<boolean>>(() => Promise.resolve(false)))
vi.mock('../ui/overlays/confirmDialog.tsx', () => ({ confirmDialog: asked }))

type Drawn = Awaited<ReturnType<typeof drawForm>>
const open: Drawn[] = []
async function draw(...parameters: Parameters<typeof drawForm>): Promise<Drawn> {
  const drawn = await drawForm(...parameters)
  open.push(drawn)
  return drawn
}
async function removeAll() {
  for (const drawn of open.splice(0)) await drawn.remove()
}
// A lazy chunk in the product; here it is loaded in advance.
beforeAll(async () => void (await import('./ExpandableGroup.tsx')))
afterEach(async () => {
  await removeAll()
  localStorage.clear()
  history.replaceState(null, '', '/')
})

/** Preferences are cached in memory; a new page path per test keeps tests independent. */
let visit = 0
const newPage = () => `forms/test${++visit}/:new`

const text = (attribute: string): NodeSetting => ({ type: 'text', attribute, label: attribute })
const group = (more: Partial<GroupSetting>): GroupSetting => ({ type: 'group', label: 'Part', children: [text('inside')], ...more })
const section = (label: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button[aria-expanded]')].find((button) => button.textContent?.startsWith(label))
const isOpen = (label: string) => section(label)?.getAttribute('aria-expanded') === 'true'

describe('what holds nothing to see', () => {
  const cards = () => document.querySelectorAll('.m-fields-group').length

  it('draws no empty card, until an answer brings something', async () => {
    const hidden: NodeSetting = { type: 'text', attribute: 'why', label: 'Why', visible: 'late' }
    const { form } = await draw([{ type: 'toggle', attribute: 'late', label: 'Late' }, group({ label: 'Reasons', children: [hidden] })])
    expect(cards()).toBe(1)
    await act(async () => form.set('late', true))
    expect(cards()).toBe(2)
    expect(document.querySelector('[data-attribute=why]')).not.toBeNull()
    await act(async () => form.set('late', false))
    expect(cards()).toBe(1)
  })
  it('draws no card for a save button that a read-only form does not have', async () => {
    await draw([group({ label: 'Finish', children: [{ type: 'save', label: 'Send' }] }), { type: 'save' }], { readOnly: true })
    expect(cards()).toBe(0)
  })
  it('draws a card for a validation once it complains', async () => {
    const { form } = await draw([group({ label: 'Rule', children: [{ type: 'validation', valid: 'a > 5', message: 'More than 5' }] })])
    await act(async () => form.set('a', '4'))
    expect(cards()).toBe(0)
    await act(async () => void form.validate())
    expect(cards()).toBe(1)
    expect(document.querySelector('.m-controls-error')?.textContent).toBe('More than 5')
  })
})

describe('group styles', () => {
  it.each(['plain', 'borderless', 'fixed', 'panel', 'expandable', 'columns', 'header'] as const)(
    'draws a group as %s, with its name and its fields',
    async (style) => {
      const { control } = await draw([group({ style, expanded: 'open' })])
      const drawn = document.querySelector(`[data-group=${style}]`)
      expect(readFileSync('src/fields/fields.module.css', 'utf8')).toContain(
        style === 'expandable' ? '.groupExpandable {' : `[data-group="${style}"]`,
      )
      expect(drawn?.querySelector('.m-fields-legend')?.textContent).toContain('Part')
      expect(drawn?.contains(control('inside'))).toBe(true)
    },
  )
  it('FE-069 draws the BETA ribbon on a group and on a field', async () => {
    await draw([group({ beta: true }), { ...text('new'), beta: true }])
    expect([...document.querySelectorAll('.m-fields-beta > .m-fields-ribbon')].map((ribbon) => ribbon.textContent)).toEqual([
      'BETA',
      'BETA',
    ])
  })
  it('FE-067 lays fields out in as many columns as the setting says', async () => {
    await draw([group({ style: 'columns', columns: 3 })])
    expect(document.querySelector<HTMLElement>('[data-group=columns]')?.style.getPropertyValue('--m-columns')).toBe('3')
    expect(document.querySelector('.m-fields-columns')?.querySelector('input')).toBeTruthy()
  })
  it('FE-075 FE-160 stacks columns below 720 px of window width', () => {
    const css = readFileSync('src/fields/fields.module.css', 'utf8')
    const beside = [...css.matchAll(/grid-template-columns[^;]*--m-columns/g)].map(({ index }) => css.lastIndexOf('@media', index))
    expect(beside.map((at) => css.slice(at, css.indexOf('{', at)).trim())).toEqual(['@media (min-width: 720px)'])
  })
  it('draws nothing of a hidden group', async () => {
    const { form, root } = await draw([text('kind'), group({ visible: "kind == 'big'" })])
    expect(root.querySelector('[data-attribute=inside]')).toBeNull()
    await act(async () => form.set('kind', 'big'))
    expect(root.querySelector('[data-attribute=inside]')).toBeTruthy()
  })
})

describe('expandable groups', () => {
  it('FE-066 open and close', async () => {
    const { press } = await draw([group({ style: 'expandable' })])
    const content = () => document.querySelector<HTMLElement>('.m-fields-expandContent')
    expect(content()?.hidden).toBe(true)
    await press(section('Part') as Element)
    expect(content()?.hidden).toBe(false)
    await press(section('Part') as Element)
    expect(content()?.hidden).toBe(true)
  })
  it('FE-070 can be open by default', async () => {
    await draw([group({ style: 'expandable', expanded: 'open' }), group({ style: 'expandable', label: 'Other' })])
    expect([isOpen('Part'), isOpen('Other')]).toEqual([true, false])
  })
  it('FE-071 open when their content changed since it was last seen', async () => {
    const setting = [group({ style: 'expandable', expanded: 'changed' })]
    const pagePath = newPage()
    await draw(setting, { pagePath })
    expect(isOpen('Part')).toBe(false)
    await removeAll()
    await draw(setting, { pagePath, model: { inside: 'a' } })
    expect(isOpen('Part')).toBe(true)
    await removeAll()
    await draw(setting, { pagePath, model: { inside: 'a' } })
    expect(isOpen('Part')).toBe(false)
    await removeAll()
    await draw(setting, { pagePath, model: { inside: 'b' } })
    expect(isOpen('Part')).toBe(true)
  })
  it('FE-071 do not open for what the person typed there', async () => {
    const setting = [group({ style: 'expandable', expanded: 'changed' })]
    const pagePath = newPage()
    const { form, press } = await draw(setting, { pagePath })
    await press(section('Part') as Element)
    await act(async () => form.set('inside', 'mine'))
    await removeAll()
    await draw(setting, { pagePath, model: { inside: 'mine' } })
    expect(isOpen('Part')).toBe(false)
  })
  it('FE-072 stay as they were left, page by page', async () => {
    const setting = [group({ style: 'expandable', remember: true }), group({ style: 'expandable', label: 'Forgets' })]
    const pagePath = newPage()
    const { press } = await draw(setting, { pagePath })
    await press(section('Part') as Element)
    await press(section('Forgets') as Element)
    await removeAll()
    await draw(setting, { pagePath })
    expect([isOpen('Part'), isOpen('Forgets')]).toEqual([true, false])
    await removeAll()
    await draw(setting, { pagePath: newPage() })
    expect(isOpen('Part')).toBe(false)
  })
  it('FE-073 of one accordion set are open one at a time', async () => {
    const one = (label: string, expanded?: 'open') =>
      group({ style: 'expandable', accordion: 'set', label, expanded, children: [text(label)] })
    const { press } = await draw([one('A', 'open'), one('B', 'open'), group({ style: 'expandable', label: 'Alone', expanded: 'open' })])
    expect([isOpen('A'), isOpen('B'), isOpen('Alone')]).toEqual([true, false, true])
    await press(section('B') as Element)
    expect([isOpen('A'), isOpen('B'), isOpen('Alone')]).toEqual([false, true, true])
    await press(section('B') as Element)
    expect([isOpen('A'), isOpen('B')]).toEqual([false, false])
  })
  it('say how many red lines they hide, and open to lead to one', async () => {
    const required: NodeSetting = { type: 'text', attribute: 'deep', label: 'Deep', required: true }
    const { form, text: words } = await draw([group({ style: 'expandable', children: [group({ label: 'Inner', children: [required] })] })])
    await act(async () => void form.validate())
    expect(words(section('Part'))).toContain('1 to correct')
    await act(async () => goToNode(form, form.problems()[0]?.node as never))
    expect(isOpen('Part')).toBe(true)
    expect(document.activeElement?.closest('[data-attribute=deep]')).toBeTruthy()
  })
})

describe('the date of a group', () => {
  it('FE-074 reloads the page with date=yyyy-MM-dd, and keeps other options', async () => {
    history.replaceState(null, '', '/frontend/day?site=north&date=2026-10-19&lang=es')
    const { control, type, told, button, press } = await draw([group({ datePicker: true })])
    expect(control('Date').value).toBe('2026-10-19')
    // A person who types 2026-12-20 passes other dates on the way.
    for (const typed of ['0002-10-19', '2026-01-19', '2026-10-20']) await type(control('Date'), typed)
    expect(told.addresses).toEqual([])
    await press(button('Show this day'))
    expect(told.addresses).toEqual(['/frontend/day?site=north&lang=es&date=2026-10-20'])
  })
  it('FE-074 asks before it leaves unsaved answers', async () => {
    history.replaceState(null, '', '/frontend/day?date=2026-10-19')
    const { control, type, told, button, press, form, until } = await draw([group({ datePicker: true })])
    await type(control('inside'), 'half an answer')
    expect(form.dirty()).toBe(true)
    await type(control('Date'), '2026-10-20')
    await press(button('Show this day'))
    expect(asked.mock.calls).toEqual([[{ text: 'You may lose data. Do you wish to continue?' }]])
    expect(told.addresses).toEqual([])
    asked.mockResolvedValue(true)
    await press(button('Show this day'))
    await until(() => told.addresses.length === 1)
    expect(told.addresses).toEqual(['/frontend/day?date=2026-10-20'])
  })
  it('FE-074 keeps to the address after the # where that one is used', () => {
    const place = { pathname: '/', search: '', hash: '#/frontend/day?date=2026-01-01' }
    expect(dateOfPage(place)).toBe('2026-01-01')
    expect(withDate(place, '2026-01-02')).toBe('/#/frontend/day?date=2026-01-02')
    expect(dateOfPage({ pathname: '/frontend/day', search: '?date=soon', hash: '#top' })).toBeUndefined()
  })
})

describe('a large form', () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    group({ label: `Part ${index}`, children: Array.from({ length: 10 }, (__, at) => text(`a${index}_${at}`)) }),
  )

  it('draws the first screen at once and the rest in idle moments', async () => {
    const { root, until } = await draw(many)
    const drawn = () => root.querySelectorAll('input').length
    await until(() => drawn() === 300)
    expect(
      endOfSlice(Array.from({ length: 300 }, (_, index) => ({ kind: 'field', key: String(index), children: [] })) as never, 0, 24),
    ).toBe(24)
  })
  it('leads to a field that is not drawn yet', async () => {
    const last: NodeSetting = { type: 'text', attribute: 'last', label: 'Last', required: true }
    const { form } = await draw([...many, last])
    await act(async () => {
      form.validate()
      goToNode(form, form.problems()[0]?.node as never)
    })
    expect(document.activeElement?.closest('[data-attribute=last]')).toBeTruthy()
  })
  it('draws the first screen of a form that was drawn before the app, and then the rest', async () => {
    const page = document.createElement('div')
    page.id = 'drawn'
    page.innerHTML = '<section aria-labelledby="f9-1-label"></section><section aria-labelledby="f9-2-label"></section>'
    document.body.append(page)
    const parts = [0, 1, 2].map((index) => group({ label: `Part ${index}`, children: [text(`a${index}`)] }))
    const idle = vi.fn<(work: () => void) => number>(() => 0)
    vi.stubGlobal('requestIdleCallback', idle)
    vi.stubGlobal('cancelIdleCallback', () => undefined)
    const questions = (root: HTMLElement) => [...root.querySelectorAll('input')].map((input) => input.name || input.id)
    try {
      // A person has gone on: everything is built.
      const whole = await draw(parts)
      expect(questions(whole.root)).toHaveLength(3)
      const keys = whole.form.nodes.map(({ key }) => key)
      for (const [index, late] of [...page.querySelectorAll('section')].entries()) {
        late.setAttribute('aria-labelledby', `f9-${keys[index + 1]}-label`)
        late.style.minHeight = '464px'
      }
      const { root } = await draw(parts)
      expect([questions(root).length, root.querySelectorAll('.m-fields-rest').length]).toEqual([1, 1])
      page.remove()
      await act(async () => idle.mock.lastCall?.[0]())
      expect([questions(root).length, root.querySelectorAll('.m-fields-rest').length]).toEqual([3, 0])
    } finally {
      vi.unstubAllGlobals()
      page.remove()
    }
  })
  it('has space for the rest of a form that was drawn before the app, also if a person has scrolled it, and if it is long', async () => {
    const page = document.createElement('div')
    page.id = 'drawn'
    document.body.append(page)
    const idle = vi.fn<(work: () => void) => number>(() => 0)
    vi.stubGlobal('requestIdleCallback', idle)
    vi.stubGlobal('cancelIdleCallback', () => undefined)
    const rests = (root: HTMLElement) => root.querySelectorAll('.m-fields-rest').length
    try {
      for (const [length, isDrawn] of [[30, true] as const, [50, true] as const, [50, false] as const]) {
        if (!isDrawn) page.remove()
        const { root } = await draw(Array.from({ length }, (_, index) => text(`a${index}`)))
        expect([root.querySelectorAll('input').length, rests(root)]).toEqual([24, isDrawn ? 1 : 0])
        await act(async () => idle.mock.lastCall?.[0]())
        expect([root.querySelectorAll('input').length, rests(root)]).toEqual([length, 0])
      }
    } finally {
      vi.unstubAllGlobals()
      page.remove()
    }
  })
  it('draws a keystroke once, in one field', async () => {
    const { form, control, type } = await draw([text('a'), text('b')])
    const before = document.body.innerHTML
    await type(control('a'), 'x')
    expect(form.value('a')).toBe('x')
    expect(document.body.innerHTML).toBe(before)
  })
})
