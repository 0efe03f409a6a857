import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import example from './position.form.json'
import { rules } from './rules.ts'
import { settings } from './settings.ts'

type Found = (place: { coords: { latitude: number; longitude: number; accuracy: number } }) => void
type Failed = (error: { code: number }) => void
let answer: { found: Found; failed: Failed } | undefined

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
  answer = undefined
  Reflect.deleteProperty(navigator, 'geolocation')
})
const device = () =>
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: (found: Found, failed: Failed) => void (answer = { found, failed }) },
  })
async function draw(options: Parameters<typeof drawForm>[1] = {}) {
  drawn = await drawForm(example.children as readonly NodeSetting[], options)
  await drawn.until(() => document.querySelector('input[maxlength="80"]'))
  return drawn
}

describe('a position', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })
  it('asks the device only when the person presses the button, and stores what it tells', async () => {
    device()
    const { form, press, button, until } = await draw()
    expect(answer).toBeUndefined()
    await press(button('Use my position'))
    await until(() => answer)
    await act(async () => answer?.found({ coords: { latitude: 40.712338, longitude: -74.00512, accuracy: 7.2 } }))
    expect(form.value('where')).toBe('40.71234, -74.00512 (±8 m)')
  })
  it('says what to do when the position is not allowed or not known, and keeps what was typed', async () => {
    device()
    const { form, press, button, control, type, text, until } = await draw()
    await type(control('Place of the hazard'), '1, 2')
    await press(button('Use my position'))
    await act(async () => answer?.failed({ code: 1 }))
    await until(() => text().includes('The position is not allowed.'))
    await press(button('Use my position'))
    await act(async () => answer?.failed({ code: 3 }))
    await until(() => text().includes('The device does not know where it is.'))
    expect(form.value('where')).toBe('1, 2')
  })
  it('says so on a device without it', async () => {
    const { press, button, text, until } = await draw()
    await press(button('Use my position'))
    await until(() => /The device does not know where it is|needs an address that begins with https/.test(text()))
  })
  it('refuses a text that is no position', () => {
    const setting = { type: 'position', attribute: 'where' } as const
    expect(rules.message?.('at the crane', setting, () => undefined)).toBe('Enter latitude and longitude, for example 40.71234, -74.00512')
    expect(rules.message?.('40.7, -74', setting, () => undefined)).toBeUndefined()
  })
  it('has a column for latitude, longitude and accuracy in exports', () => {
    const columns = settings[0].columns?.({}) ?? []
    expect(columns.map(({ words }) => words('40.71234, -74.00512 (±8 m)'))).toEqual(['40.71234', '-74.00512', '8'])
    expect(columns.map(({ words }) => words(undefined))).toEqual(['', '', ''])
  })
})
