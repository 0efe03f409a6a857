import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act, drawPage } from '../../../tests/harness/page.tsx'
import { Toasts } from '../../ui/feedback/toast.tsx'
import { rules } from './rules.ts'
import example from './split-button.form.json'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const setting = example.children[1] as FieldSetting<'splitbutton'>
const many = example.children[2] as FieldSetting<'splitbutton'>
const draw = async (more: Partial<FieldSetting<'splitbutton'>> = {}, options: Parameters<typeof drawForm>[1] = {}) => {
  drawn = await drawForm([{ ...setting, ...more }], options)
  const { until, button } = drawn
  await until(() => document.querySelector('[aria-haspopup]'))
  return { ...drawn, more: button('More: Approve') }
}
const rows = () => [...document.querySelectorAll<HTMLButtonElement>('[role=menuitem]')]
const key = (name: string) =>
  act(async () => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })))
/** A focused button only says that it is disabled, so that it keeps the focus. */
const isOff = (button: HTMLButtonElement) => button.disabled || button.getAttribute('aria-disabled') === 'true'
const focused = () => document.activeElement?.textContent

describe('a split button', () => {
  it('the example form is right, and a button is no answer', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
    expect(rules.empty(undefined, {}, () => undefined)).toBe(false)
  })
  it('FE-153 runs its main action, and further ones from a menu', async () => {
    const { button, press, more, told } = await draw()
    await press(button('Approve'))
    await press(more)
    expect(rows().map((row) => row.textContent)).toEqual(['Send back', 'Copy the link', 'Tell the managers'])
    await press(rows()[0] as Element)
    expect(told.actions).toEqual(['rpc:complete', 'rpc:reopen'])
    expect(rows()).toEqual([])
    expect(document.activeElement).toBe(more)
  })
  it('FE-153 is worked by keyboard alone', async () => {
    const { more, told } = await draw()
    more.focus()
    await key('ArrowDown')
    expect(focused()).toBe('Send back')
    await key('ArrowDown')
    expect(focused()).toBe('Copy the link')
    await key('End')
    await key('ArrowDown')
    expect(focused()).toBe('Send back')
    await key('t')
    expect(focused()).toBe('Tell the managers')
    await key('Home')
    expect(focused()).toBe('Send back')
    await key('Escape')
    expect([rows().length, document.activeElement]).toEqual([0, more])
    expect(told.actions).toEqual([])
  })
  it('FE-153 asks first where the setting says so, in the menu too', async () => {
    const { press, more, told, button } = await draw({ confirm: true })
    await press(button('Approve'))
    expect(told.actions).toEqual([])
    await press(button('Confirm Approve'))
    await press(more)
    await press(rows()[2] as Element)
    expect(told.actions).toEqual(['rpc:complete'])
    expect(rows()[2]?.textContent).toBe('Confirm Tell the managers')
    await press(rows()[2] as Element)
    expect(told.actions).toEqual(['rpc:complete', 'rpc:notify-managers'])
  })
  it('FE-153 waits and shows its progress while it works', async () => {
    let finish = () => {}
    const run = () =>
      new Promise<void>((resolve) => {
        finish = resolve
      })
    const { press, more, button } = await draw({}, { run })
    await press(more)
    await press(rows()[0] as Element)
    expect([more, button('Approve')].map(isOff)).toEqual([true, true])
    expect(button('Approve').querySelector('[role=progressbar]')).toBeTruthy()
    await act(async () => finish())
    expect([more, button('Approve')].map(isOff)).toEqual([false, false])
  })
  it('FE-409 a short message reports a failure in the background, with what to do', async () => {
    const toasts = await drawPage(<Toasts />)
    const errors = [{ message: 'Try again when you have signal.' }, { code: 'LOCKED', message: 'The crane is locked.' }, undefined]
    const { press, button } = await draw({}, { run: async ({ done }) => done?.(errors.shift()) })
    await press(button('Approve'))
    await toasts.until(() => toasts.text().includes('Not done: Try again when you have signal.'))
    await press(button('Approve'))
    await toasts.until(() => toasts.text().includes('Not done: The crane is locked. If it happens again, tell the author of this form.'))
    const before = toasts.text()
    await press(button('Approve'))
    expect(toasts.text()).toBe(before)
    await toasts.remove()
  })
  it('a press elsewhere closes the menu', async () => {
    const { press, more } = await draw()
    await press(more)
    await act(async () => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))
    expect(rows()).toEqual([])
  })
  it('FE-060 RV-153 with 10 options or more opens a picker dialog instead', async () => {
    const { press, until, told } = await draw({ actions: many.actions, label: 'Approve' })
    await press(document.querySelector('[aria-haspopup]') as Element)
    const dialog = await until(() => document.querySelector('dialog'))
    expect(rows()).toEqual([])
    const scaffold = await until(() => [...dialog.querySelectorAll('button, [role=option]')].find((row) => row.textContent === 'Scaffold'))
    await press(scaffold)
    expect(told.actions).toEqual(['open:/frontend/forms/scaffold'])
    expect(document.querySelector('dialog')).toBeNull()
    await drawn?.remove()
    const nine = await draw({ actions: many.actions.slice(0, 9) })
    await nine.press(nine.more)
    expect(rows()).toHaveLength(9)
  })
})
