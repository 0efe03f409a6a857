import { expect, it } from 'vitest'
import { entryFrom } from './entryFrom.ts'
import { rules } from './rules.ts'

const setting = { type: 'staff', attribute: 'lead' } as const
const empty = (value: unknown) => rules.empty(value, setting, () => undefined)

it('FE-143 a person with a name or a number is an answer', () => {
  for (const value of [undefined, null, {}, { name: ' ' }, []]) expect(empty(value)).toBe(true)
  for (const value of [{ name: 'Ana' }, { mobile: '+12025550103' }]) expect(empty(value)).toBe(false)
})

it('FE-143 who is picked brings along what the list knows', () => {
  const attributes = { company: 'Ironline', role: 'Foreman', mobile: '+12025550103', trade: 'Steel' }
  expect(entryFrom({ id: 'e1', label: 'Ana Lima', attributes })).toEqual({
    name: 'Ana Lima',
    vendor: 'Ironline',
    role: 'Foreman',
    mobile: '+12025550103',
    key: 'e1',
  })
})

it('FE-143 FE-109 nothing of a staff contact entry is lost by picking it', () => {
  const attributes = {
    mobile: '+12025550103',
    login: '+12025550104',
    vendor: 'Ironline',
    role: 'Visitor',
    location: 'Level 2',
    visitor: true,
    disabled: true,
    disabledUntil: '2026-12-01',
    disabledReason: 'Holiday',
    changePersonalDetailsLink: '/frontend/s/abcdef',
  }
  expect(entryFrom({ id: 'e1', label: 'Ana Lima', attributes })).toEqual({ ...attributes, name: 'Ana Lima', key: 'e1' })
})

it('who is typed or taken from the contacts is a visitor', () => {
  expect(entryFrom({ id: 'x', label: 'Zoe', create: true, login: '+12025550199' })).toEqual({
    name: 'Zoe',
    mobile: '+12025550199',
    role: 'Visitor',
    visitor: true,
  })
})
