import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { endTimes, minutesBetween } from './endTimes.ts'
import { endTimeRules, rules } from './rules.ts'
import example from './time-picker.form.json'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const draw = async (children: readonly NodeSetting[], options: Parameters<typeof drawForm>[1] = {}) => {
  drawn = await drawForm(children, options)
  await drawn.until(() => document.querySelector('input, select'))
  return drawn
}
const at: NodeSetting = { type: 'time-picker', attribute: 'at', label: 'At' }
const dialog = () => document.querySelector('dialog')
const choices = (legend: string) =>
  [...document.querySelectorAll('fieldset')].find((set) => set.querySelector('legend')?.textContent === legend)?.querySelectorAll('label')
const names = (legend: string) => [...(choices(legend) ?? [])].map((choice) => choice.textContent)
const choose = (legend: string, name: string) =>
  act(async () =>
    [...(choices(legend) ?? [])]
      .find((choice) => choice.textContent === name)
      ?.querySelector('input')
      ?.click(),
  )

describe('the time picker', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })
  it('FE-061 FE-140 FE-320 RV-113 RV-114 RV-115 RV-116 RV-117 RV-365 RV-366 asks for hour, minute and half of the day, and stores 24 hours', async () => {
    const { control, press, button, form } = await draw([at])
    await press(control('At'))
    expect(dialog()?.querySelector('h2')?.textContent).toBe('Fill the form')
    expect(names('Hour')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'])
    expect(names('Minute')).toEqual(['00', '15', '30', '45'])
    expect(names('AM or PM')).toEqual(['AM', 'PM'])
    await choose('Hour', '2')
    await choose('Minute', '45')
    await choose('AM or PM', 'PM')
    expect(button('Ok').textContent).toBe('Ok')
    await press(button('Ok'))
    expect(dialog()).toBeNull()
    expect(form.value('at')).toBe('14:45')
    expect(control('At').value).toBe('2:45 PM')
    for (const [hour, half, stored] of [
      ['12', 'AM', '00:45'],
      ['12', 'PM', '12:45'],
      ['9', 'AM', '09:45'],
    ] as const) {
      await press(control('At'))
      await choose('Hour', hour)
      await choose('AM or PM', half)
      await press(button('Ok'))
      expect(form.value('at')).toBe(stored)
    }
  })
  it('leaves a time from elsewhere as it is until another one is chosen', async () => {
    const { control, press, button, form } = await draw([at], { model: { at: '13:05' } })
    await press(control('At'))
    await press(button('Ok'))
    expect(form.value('at')).toBe('13:05')
    await press(control('At'))
    await press(button('Cancel'))
    expect(form.value('at')).toBe('13:05')
  })
  it('can be cleared unless it must be answered, and does nothing when read-only', async () => {
    const { press, button, form, hasButton } = await draw([at], { model: { at: '13:00' } })
    await press(button('Clear'))
    expect(form.value('at')).toBeNull()
    expect(hasButton('Clear')).toBe(false)
    await drawn?.remove()
    const fixed = await draw([at], { model: { at: '13:00' }, readOnly: true })
    await fixed.press(fixed.control('At'))
    expect([dialog(), fixed.control('At').value]).toEqual([null, '1:00 PM'])
  })
  it('knows a time from what is none', () => {
    const setting = { type: 'time-picker', attribute: 'at' } as const
    expect(rules.empty(null, setting, () => undefined)).toBe(true)
    expect(rules.message?.('25:00', setting, () => undefined)).toBe('Choose a time')
    expect(rules.message?.('07:15', setting, () => undefined)).toBeUndefined()
  })
})

describe('an end time', () => {
  const end = { type: 'endTime', attribute: 'end', label: 'End', start: 'start' } as const
  const start: NodeSetting = { type: 'alltime', attribute: 'start', label: 'Start' }

  it('FE-165 offers times later than its start, and shows the duration', async () => {
    const { control, choose: pick, form, text } = await draw([start, end], { model: { start: '15:00' } })
    const list = await drawn?.until(() => document.querySelectorAll('select')[1])
    const offered = [...(list?.options ?? [])].map(({ value }) => value).filter(Boolean)
    expect(offered[0]).toBe('15:15')
    expect(offered.at(-1)).toBe('23:45')
    await pick(control<HTMLSelectElement>('End'), '5:30 PM')
    expect(form.value('end')).toBe('17:30')
    expect(text()).toContain('2.5 hours')
    await act(async () => form.set('start', '18:00'))
    await act(async () => void form.validate())
    expect(text()).toContain('Choose a time after 6:00 PM')
    expect(text()).not.toContain('2.5 hours')
  })
  it('FE-165 goes over midnight for a night shift, where the setting says so', () => {
    expect(
      endTimes('22:00', true)
        .slice(0, 9)
        .map(({ time, nextDay }) => `${time}${nextDay ? '+' : ''}`),
    ).toEqual(['22:15', '22:30', '22:45', '23:00', '23:15', '23:30', '23:45', '00:00+', '00:15+'])
    expect(minutesBetween('22:00', '06:00', true)).toBe(480)
    expect(minutesBetween('22:00', '06:00', false)).toBeUndefined()
    expect(endTimeRules.message?.('06:00', { ...end, overnight: true }, () => '22:00')).toBeUndefined()
    expect(endTimeRules.message?.('06:00', end, () => '22:00')).toBe('Choose a time after 10:00 PM')
  })
  it('without a start offers the whole day', () => {
    expect(endTimes(undefined, false)).toHaveLength(96)
    expect(endTimeRules.message?.('06:00', end, () => null)).toBeUndefined()
  })
})
