import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { FieldSetting, NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { foundForm } from './foundForm.ts'
import example from './search.form.json'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const setting = example.children[0] as FieldSetting<'search'>
const ui = {
  children: [
    { type: 'info', text: 'Ana Silva' },
    { type: 'text', attribute: 'room', label: 'Room', required: true },
  ],
}

interface Waiting {
  answer(what: unknown): Promise<void>
  fail(error: unknown): Promise<void>
}

const draw = async (options: Parameters<typeof drawForm>[1] = {}, more: NodeSetting[] = []) => {
  const asked: unknown[] = []
  const waiting: Waiting[] = []
  drawn = await drawForm([setting, ...more], {
    ...options,
    host: {
      options: (url, body) => {
        asked.push([url, body])
        return new Promise((resolve, reject) => {
          waiting.push({ answer: (what) => act(async () => resolve(what)), fail: (error) => act(async () => reject(error as Error)) })
        })
      },
    },
  })
  const { control, button, press, type, until } = drawn
  await until(() => document.querySelector('input[type=search]'))
  const input = control('Badge number')
  return { ...drawn, input, asked, waiting, find: () => press(button('Search')), write: (text: string) => type(input, text) }
}

describe('a search field', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })
  it('FE-142 RV-118 RV-298 posts the text under its parameter and shows the form that comes back beneath', async () => {
    const { write, find, asked, waiting, text, form } = await draw()
    await write(' 4711 ')
    await find()
    expect(asked).toEqual([['/api/forms/search/search/employees', { number: '4711' }]])
    await waiting[0]?.answer({ ui })
    expect(text()).toContain('Ana Silva')
    expect(document.querySelector('[data-attribute=badge]')?.contains(document.querySelector('[data-attribute=room]'))).toBe(true)
    expect(form.value('badge')).toBe(' 4711 ')
  })
  it('RV-271 does nothing while it is searching already', async () => {
    const { write, find, asked, input, waiting } = await draw()
    await write('1')
    await find()
    await write('2')
    await act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    expect(asked).toHaveLength(1)
    await waiting[0]?.answer({ ui })
    await find()
    expect(asked).toHaveLength(2)
  })
  it('RV-272 does nothing when the text is unchanged', async () => {
    const { write, find, asked, waiting } = await draw()
    await write('1')
    await find()
    await waiting[0]?.answer({ ui })
    await find()
    await write('12')
    await write('1 ')
    await find()
    expect(asked).toHaveLength(1)
  })
  it('RV-273 an empty text clears what was found', async () => {
    const { write, find, asked, waiting, text, form } = await draw()
    await write('1')
    await find()
    await waiting[0]?.answer({ ui })
    await write('')
    expect(text()).not.toContain('Ana Silva')
    expect(form.value('badgeAnswers')).toBeNull()
    await find()
    expect(asked).toHaveLength(1)
  })
  it('RV-270 does nothing when disabled', async () => {
    const { button, input, asked } = await draw({ model: { badge: '1' }, readOnly: true })
    expect([button('Search').disabled, input.readOnly]).toEqual([true, true])
    await act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    expect(asked).toEqual([])
  })
  it('keeps what is entered in the found form, and lets no save pass over what is missing there', async () => {
    const { write, find, waiting, control, type, form, text } = await draw()
    await write('1')
    await find()
    await waiting[0]?.answer({ ui })
    await act(async () => void form.validate())
    expect(text()).toContain('The form that was found lacks answers')
    expect(text()).toContain('Room Required')
    await type(control('Room'), '204')
    expect(form.value('badgeAnswers')).toEqual({ room: '204' })
    expect(form.problems()).toEqual([])
  })
  it('what was found before shows again at once, with what was entered; without a connection as soon as there is one', async () => {
    const { asked, waiting, control, text, form } = await draw({ model: { badge: '1', badgeAnswers: { room: '204' } } })
    expect(asked).toEqual([['/api/forms/search/search/employees', { number: '1' }]])
    await waiting[0]?.fail(Object.assign(new Error(''), { kind: 'offline' }))
    expect(text()).toContain('The search needs a connection')
    await act(async () => void dispatchEvent(new Event('online')))
    await waiting[1]?.answer({ ui })
    expect(text()).toContain('Ana Silva')
    expect((control('Room') as HTMLInputElement).value).toBe('204')
    expect(form.value('badgeAnswers')).toEqual({ room: '204' })
    await act(async () => void dispatchEvent(new Event('online')))
    expect(asked).toHaveLength(2)
  })
  it('a text that was typed and never looked for is not looked for by itself', async () => {
    const { asked } = await draw({ model: { badge: '1' } })
    expect(asked).toEqual([])
  })
  it('says that nothing was found, that there is no signal, and what the server says', async () => {
    const { write, find, waiting, text } = await draw()
    await write('1')
    await find()
    await waiting[0]?.answer({ ui: null })
    expect(text()).toContain('Nothing found')
    await write('2')
    await find()
    await waiting[1]?.fail(Object.assign(new Error(''), { kind: 'offline' }))
    expect(text()).toContain('The search needs a connection')
    await find()
    await waiting[2]?.fail(Object.assign(new Error('No such badge.'), { kind: 'refused' }))
    expect(text()).toContain('No such badge.')
  })
  it('takes a form, a list of fields or one field', () => {
    const field = { type: 'info', text: 'x' }
    expect(foundForm({ ui: [field, 3] })).toEqual({ children: [field], model: {} })
    expect(foundForm({ ui: field })).toEqual({ children: [field], model: {} })
    expect(foundForm({ ui: { children: [field], model: { a: 1 } } })).toEqual({ children: [field], model: { a: 1 } })
    expect([foundForm(undefined), foundForm({ ui: { children: [] } }), foundForm('x')]).toEqual([undefined, undefined, undefined])
  })
})
