import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import example from './checkout.form.json'

const person = vi.hoisted(() => ({ asked: [] as string[] }))
vi.mock('../../ui/overlays/confirmDialog.tsx', () => ({
  confirmDialog: ({ text }: { text: string }) => {
    person.asked.push(text)
    return Promise.resolve(true)
  },
}))

const now = new Date(2026, 10, 20, 15, 31)
beforeEach(() => {
  person.asked = []
  vi.useFakeTimers({ toFake: ['Date'], now })
})
type Drawn = Awaited<ReturnType<typeof drawForm>>
const open: Drawn[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.remove()
  vi.useRealTimers()
})

const people = { type: 'checkout', attribute: 'people', label: 'Who is here' } as const satisfies NodeSetting
const at = (hour: number, minute: number, day = 20) => new Date(2026, 10, day, hour, minute).toISOString()
const ana = { name: 'Ana', checkinTime: at(6, 45) }
const bo = { name: 'Bo', checkinTime: at(22, 5, 19) }
const gone = { name: 'Cy', checkinTime: '06:50', checkoutTime: at(12, 0) }

async function draw(setting: NodeSetting, model = {}) {
  const page = await drawForm([setting], { model })
  open.push(page)
  await page.until(() => document.querySelector('.m-arrays-items'))
  return {
    ...page,
    list: () => (page.form.value('people') ?? []) as Record<string, unknown>[],
    parts: () => [...document.querySelectorAll('.m-arrays-stamps')].map((part) => page.text(part)),
  }
}

describe('checking out', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })

  it('FE-175 FE-204 each row has the time of the check-in, and a button that stamps the time of now', async () => {
    const { button, hasButton, press, list, parts } = await draw(people, { people: [ana, bo, gone] })
    expect(parts()).toEqual(['In 6:45 AM', 'In Nov 19, 2026 · 10:05 PM', 'In 6:50 AMOut 12:00 PM'])
    expect(hasButton('Check Out Cy')).toBe(false)
    await press(button('Check Out Ana'))
    expect(list()).toEqual([{ ...ana, checkoutTime: now.toISOString() }, bo, gone])
    expect(parts()[0]).toBe('In 6:45 AMOut 3:31 PM')
  })

  it('FE-205 the time out can be cleared only where there was none when the form was loaded', async () => {
    const { button, hasButton, press, list } = await draw(people, { people: [ana, gone] })
    expect(hasButton('Clear the check-out of Cy')).toBe(false)
    await press(button('Check Out Ana'))
    await press(button('Clear the check-out of Ana'))
    expect(list()).toEqual([{ ...ana, checkoutTime: null }, gone])
    expect(hasButton('Check Out Ana')).toBe(true)
  })

  it('FE-205 a time out that the record had cannot be cleared, also where the list is inside of another object', async () => {
    const { button, hasButton, press } = await draw({ ...people, attribute: 'model.people' }, { model: { people: [ana, gone] } })
    expect(hasButton('Clear the check-out of Cy')).toBe(false)
    await press(button('Check Out Ana'))
    expect(hasButton('Clear the check-out of Ana')).toBe(true)
  })

  it('FE-205 rows that come and go change nothing about that', async () => {
    const { button, hasButton, press, list, until } = await draw(people, { people: [ana, gone, bo] })
    await press(button('Remove Ana'))
    await until(() => list().length === 2)
    expect(hasButton('Clear the check-out of Cy')).toBe(false)
    await press(button('Check Out Bo'))
    expect(hasButton('Clear the check-out of Bo')).toBe(true)
  })

  it('who is put on the list is here from now on', async () => {
    const { button, press, control, type, list, until } = await draw(people)
    await press(button('Add Staff'))
    await until(() => document.querySelector('dialog [data-attribute=name]'))
    await type(control('Name'), 'Di')
    await press(document.querySelector('dialog .m-controls-choice input') as Element)
    await press(button('OK'))
    expect(list()).toEqual([{ name: 'Di', role: 'Worker', checkinTime: now.toISOString() }])
  })

  it('checkOutAll: everybody who is still here, after a question', async () => {
    const { button, press, list, until, hasButton } = await draw({ ...people, checkOutAll: true }, { people: [ana, bo, gone] })
    await press(button('Check Out All (2)'))
    await until(() => list()[0]?.['checkoutTime'])
    expect(person.asked).toEqual(['Check out 2 people now?'])
    expect(list()).toEqual([{ ...ana, checkoutTime: now.toISOString() }, { ...bo, checkoutTime: now.toISOString() }, gone])
    expect(hasButton('Check Out All')).toBe(false)
  })

  it('allowSelection: those who are ticked', async () => {
    const { button, press, list, until, control } = await draw({ ...people, allowSelection: true }, { people: [ana, bo, gone] })
    await press(control('Select Bo'))
    await press(button('Check Out Selected (1)'))
    await until(() => list()[1]?.['checkoutTime'])
    expect(list()[0]).toEqual(ana)
  })

  it('enterTimes: the time in and out can be entered, and neither is in the future nor the wrong way round', async () => {
    const { button, hasButton, press, control, type, list, parts, text } = await draw(
      { ...people, enterTimes: true },
      { people: [ana, bo, gone] },
    )
    expect(hasButton('Times of Cy')).toBe(false)
    await press(button('Times of Ana'))
    const errors = () => [...document.querySelectorAll('dialog .m-controls-error')].map((each) => text(each))
    const enter = async (from: string, out: string) => {
      await type(control('Time in'), from)
      await type(control('Time out'), out)
      await press(button('OK'))
    }
    await enter('', '')
    expect(errors()).toEqual(['Enter the time in'])
    await enter('15:40', '')
    expect(errors()).toEqual(['This time is in the future'])
    await enter('07:00', '15:32')
    expect(errors()).toEqual(['This time is in the future'])
    await enter('07:00', '06:50')
    expect(errors()).toEqual(['The time out must be after the time in'])
    expect(list()[0]).toEqual(ana)
    await enter('07:00', '15:15')
    expect(list()[0]).toEqual({ name: 'Ana', checkinTime: at(7, 0), checkoutTime: at(15, 15) })
    expect(parts()[0]).toBe('In 7:00 AMOut 3:15 PM')
    // A shift over midnight: the day of the time in, and the morning after it.
    await press(button('Times of Bo'))
    await enter('22:05', '06:10')
    expect(list()[1]).toEqual({ ...bo, checkoutTime: at(6, 10) })
    await press(button('Times of Bo'))
    await enter('22:05', '')
    expect(list()[1]).toEqual({ ...bo, checkoutTime: null })
  })

  it('FE-175 without enterTimes there is only the time of now', async () => {
    const { hasButton } = await draw(people, { people: [ana] })
    expect([hasButton('Check Out Ana'), hasButton('Times of Ana')]).toEqual([true, false])
  })

  it('read-only: the times, and no buttons', async () => {
    const page = await drawForm([{ ...people, checkOutAll: true }], { model: { people: [ana] }, readOnly: true })
    open.push(page)
    await page.until(() => document.querySelector('.m-arrays-stamps'))
    expect([page.hasButton('Check Out'), page.hasButton('Add Staff')]).toEqual([false, false])
  })
})
