import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import example from './date.form.json'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const expires = { type: 'date', attribute: 'expires', label: 'Expires', allowNA: true } as const

describe('a date', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })
  it('RV-379 has an N/A option where the setting allows it, which stores nothing', async () => {
    drawn = await drawForm([expires, { type: 'date', attribute: 'on', label: 'On' }], { model: { expires: '2026-10-20' } })
    const { control, press, form, type } = drawn
    expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(1)
    await press(control('N/A'))
    expect(form.value('expires')).toBeNull()
    expect(control('Expires').disabled).toBe(true)
    await press(control('N/A'))
    expect(control('Expires').disabled).toBe(false)
    await type(control('Expires'), '2026-10-21')
    expect(form.value('expires')).toBe('2026-10-21')
  })
  it('RV-377 RV-378 RV-379 is stored as yyyy-MM-dd and read as MMM d, yyyy, or as N/A', async () => {
    const on = { type: 'date', attribute: 'on', label: 'On' } as const
    drawn = await drawForm([on, expires], { model: { on: '2026-10-20', expires: null }, readOnly: true })
    expect(drawn.text()).toBe('OnOct 20, 2026ExpiresN/A')
    expect(drawn.form.model()).toMatchObject({ on: '2026-10-20' })
  })
})
