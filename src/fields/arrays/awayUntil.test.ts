import { describe, expect, it } from 'vitest'
import { available, availabilityWords, awayUntil, holidaysOf, modeOf, unavailable, untilOf } from './awayUntil.ts'

const none: ReadonlySet<string> = new Set()
/** A Friday. */
const friday = { today: '2026-11-20', holidays: none }
const words = (item: Record<string, unknown>) => availabilityWords(item, friday.today, 'en')

describe('availability', () => {
  it('FE-193 is there, or away until something', () => {
    expect(awayUntil({}, friday.today)).toBeUndefined()
    expect(awayUntil({ disabled: false, disabledUntil: '2026-12-01' }, friday.today)).toBeUndefined()
    expect(awayUntil(unavailable({}, '2026-12-01'), friday.today)).toBe('2026-12-01')
    expect(available(unavailable({ name: 'Ana' }, 'today', 'ill'))).toEqual({
      name: 'Ana',
      disabled: false,
      disabledUntil: null,
      disabledReason: null,
    })
  })

  it('FE-194 FE-195 FE-196 is away permanently, today or until a date, with the reason', () => {
    expect(unavailable({ name: 'Ana' }, 'permanently')).toEqual({
      name: 'Ana',
      disabled: true,
      disabledUntil: 'permanently',
      disabledReason: null,
    })
    expect(unavailable({}, 'today', 'ill')).toMatchObject({ disabledUntil: 'today', disabledReason: 'ill' })
    const forTheDay = unavailable({}, 'today', 'ill', friday.today)
    expect(awayUntil(forTheDay, friday.today)).toBe('today')
    expect(awayUntil(forTheDay, '2026-11-21')).toBeUndefined()
    expect(available(forTheDay)).toMatchObject({ disabled: false, disabledOn: null })
    expect(unavailable({}, '2026-12-01')).toMatchObject({ disabledUntil: '2026-12-01' })
  })

  it('FE-196 comes back by itself on the first day back', () => {
    expect(awayUntil(unavailable({}, '2026-11-21'), friday.today)).toBe('2026-11-21')
    expect(awayUntil(unavailable({}, '2026-11-20'), friday.today)).toBeUndefined()
  })

  it.each([
    ['RV-248', { disabled: true, disabledUntil: 'permanently' }, 'Unavailable Permanently'],
    ['RV-249', { disabled: true, disabledUntil: 'selfmanaged' }, 'Self Managed'],
    ['RV-250', { disabled: true, disabledUntil: 'today' }, 'Unavailable for Today'],
    ['RV-251', { disabled: true, disabledUntil: '2026-12-01' }, 'Unavailable til Dec 1, 2026'],
    ['RV-252', { disabled: false, disabledUntil: 'today' }, 'Available'],
    ['nobody said until when', { disabled: true }, 'Unavailable Permanently'],
  ])('%s: %j reads "%s"', (_, item, said) => expect(words(item)).toBe(said))
})

describe('the modes of the dialog', () => {
  it('FE-197 Tomorrow is the next day, or the next working day', () => {
    expect(untilOf('Tomorrow', undefined, { today: '2026-11-18', holidays: none })).toBe('2026-11-19')
    expect(untilOf('Tomorrow', undefined, friday)).toBe('2026-11-23')
    expect(untilOf('Tomorrow', undefined, { ...friday, holidays: new Set(['2026-11-23']) })).toBe('2026-11-24')
  })
  it('FE-198 Next Week is the Monday after', () => {
    expect(untilOf('Next Week', undefined, friday)).toBe('2026-11-23')
    expect(untilOf('Next Week', undefined, { ...friday, today: '2026-11-16' })).toBe('2026-11-23')
  })
  it('FE-199 FE-201 Later is a chosen date that is still to come, and nothing without one', () => {
    expect(untilOf('Later', '2026-12-24', friday)).toBe('2026-12-24')
    for (const date of [undefined, '', 'soon', '2026-11-20', '2026-02-30']) expect(untilOf('Later', date, friday)).toBeUndefined()
  })
  it('FE-200 Never/Unsure is permanent', () => {
    expect(untilOf('Never/Unsure', undefined, friday)).toBe('permanently')
  })
  it('finds the answer again that an entry came from', () => {
    for (const mode of ['Today', 'Tomorrow', 'Never/Unsure'] as const)
      expect(modeOf(untilOf(mode, undefined, friday) ?? '', friday)).toEqual({ mode })
    expect(modeOf('2026-11-23', { ...friday, today: '2026-11-17' })).toEqual({ mode: 'Next Week' })
    expect(modeOf('2026-12-24', friday)).toEqual({ mode: 'Later', date: '2026-12-24' })
  })
})

it('holidays are the days of the list, some of them several days long, but for those that the project ignores', () => {
  const days = holidaysOf([
    { id: '2026-11-26', label: 'Thanksgiving' },
    { id: 'xmas', label: 'Christmas', attributes: { date: '2026-12-24', dateEnd: '2026-12-26' } },
    { id: 'swapped', label: 'Swapped', attributes: { date: '2027-01-02', dateEnd: '2027-01-01' } },
    { id: 'off', label: 'Not ours', attributes: { date: '2026-12-01', active: false } },
    { id: 'nonsense', label: 'No date' },
  ])
  expect([...days].sort()).toEqual(['2026-11-26', '2026-12-24', '2026-12-25', '2026-12-26', '2027-01-01', '2027-01-02'])
  expect(holidaysOf()).toEqual(new Set())
})
