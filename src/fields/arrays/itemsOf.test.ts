import { describe, expect, it } from 'vitest'
import { attributesOf, duplicateOf, itemsOf, replaced, summaryOf, without } from './itemsOf.ts'

describe('duplicates', () => {
  const items = [
    { name: 'Ana Silva', company: 'Acme' },
    { name: 'Bo Lee', company: 'Bolt' },
  ]

  it('FE-286 are found by all the attributes together, ignoring case and spaces', () => {
    expect(duplicateOf(items, 2, { name: ' ana silva ', company: 'ACME' }, ['name', 'company'])).toBe(0)
    expect(duplicateOf(items, 2, { name: 'Ana Silva', company: 'Bolt' }, ['name', 'company'])).toBe(-1)
    expect(duplicateOf(items, 2, { name: 'Bo Lee' }, ['name'])).toBe(1)
  })

  it('an item is no duplicate of itself, and nothing is none of nothing', () => {
    expect(duplicateOf(items, 0, items[0] ?? {}, ['name'])).toBe(-1)
    expect(duplicateOf([{ name: '' }], 1, { name: ' ' }, ['name'])).toBe(-1)
    expect(duplicateOf(items, 2, items[0] ?? {})).toBe(-1)
    expect(duplicateOf(items, 2, items[0] ?? {}, [])).toBe(-1)
  })
})

it('a list that is none counts as empty, and an item that is none as one without answers', () => {
  expect(itemsOf('x')).toEqual([])
  expect(itemsOf([null, { a: 1 }])).toEqual([{}, { a: 1 }])
})

it('changes make a new list and leave the old one alone', () => {
  const list = [{ a: 1 }, { a: 2 }]
  expect(replaced(list, 1, { a: 3 })).toEqual([{ a: 1 }, { a: 3 }])
  expect(replaced(list, 2, { a: 3 })).toHaveLength(3)
  expect(without(list, 0)).toEqual([{ a: 2 }])
  expect(list).toEqual([{ a: 1 }, { a: 2 }])
})

it('a row tells the first answers that its title does not', () => {
  const attributes = attributesOf([
    { type: 'text', attribute: 'name' },
    {
      type: 'group',
      children: [
        { type: 'text', attribute: 'model.company' },
        { type: 'password', attribute: 'pin' },
      ],
    },
    { type: 'text', attribute: 'hours' },
    { type: 'attachments', attribute: 'photos' },
  ])
  expect(attributes).toEqual(['name', 'model.company', 'hours', 'photos'])
  expect(summaryOf({ name: 'Ana', model: { company: 'Acme' }, hours: 8, photos: [{}] }, attributes, 'Ana')).toBe('Acme · 8')
  expect(summaryOf({ name: 'Person 18', hours: 8 }, attributes, 'Person 18')).toBe('8')
})
