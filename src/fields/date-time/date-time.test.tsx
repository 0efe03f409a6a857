import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import example from './date-time.form.json'
import { formatMoment } from '../../lib/formatMoment.ts'
import { rules } from './rules.ts'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const setting = { type: 'date-time', attribute: 'at' } as const
const message = (value: unknown, more: object = {}) => rules.message?.(value, { ...setting, ...more }, () => undefined)

describe('a date with time', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })
  it('is stored to the minute', async () => {
    drawn = await drawForm(example.children as readonly NodeSetting[])
    const { form, control, type, until } = drawn
    await until(() => document.querySelector('input[type=datetime-local]'))
    await type(control('Pour starts'), '2026-11-20T07:43')
    expect(form.value('pour_start')).toBe('2026-11-20T07:43')
    await until(() => document.querySelector('input[type=time]'))
    await type(control('Truck arrived'), '07:58')
    expect(form.value('truck_arrived')).toBe('07:58')
    expect(control('Volume (m³)')).toBeTruthy()
  })
  it('stays within its limits, and reads as people write it', () => {
    expect(message('2026-02-30T07:00')).toBe('Enter a date and a time')
    expect(message('2026-11-20')).toBe('Enter a date and a time')
    expect(message('2026-11-20T07:00', { min: '2026-11-20T07:30' })).toBe('Enter Nov 20, 2026, 7:30 AM or later')
    expect(message('2026-11-20T08:00', { max: '2026-11-20T07:30' })).toBe('Enter Nov 20, 2026, 7:30 AM or earlier')
    expect(message('2026-11-20T07:30', { min: '2026-11-20T07:30', max: '2026-11-20T07:30' })).toBeUndefined()
    expect(formatMoment('2026-11-20T13:05', 'en')).toBe('Nov 20, 2026, 1:05 PM')
  })
})
