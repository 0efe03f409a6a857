import { describe, expect, it } from 'vitest'
import { numberKeyLength } from '../../../contract/endpoints/attendance.ts'
import { kioskFinder, mostAtKiosk, peopleFinder, personOfBadge } from './findPeople.ts'
import { numberKeyOf, numbersTyped } from './useNumberOwner.ts'

const people = [
  { name: 'José García', company: 'Acme', mobile: '+12025550111', person: 'E-0815' },
  { name: 'Ana Maria Lima', company: 'Bolt Electric', mobile: '+12025550122' },
  { name: 'Bo Chen', company: 'Acme' },
]
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

describe('finding a person at the gate', () => {
  const find = peopleFinder(people)

  it('two letters without accents are enough, in any order with the company', () => {
    expect(names(find('jo'))).toEqual(['José García'])
    expect(names(find('garcia jose'))).toEqual(['José García'])
    expect(names(find('acme'))).toEqual(['José García', 'Bo Chen'])
    expect(names(find('aml'))).toEqual(['Ana Maria Lima'])
    expect(find('  ')).toEqual([])
  })

  it('knows a mobile by some of its digits, however they are written', () => {
    expect(names(find('555-0122'))).toEqual(['Ana Maria Lima'])
    expect(names(find('(202) 555'))).toEqual(['José García', 'Ana Maria Lima'])
    expect(find('20')).toEqual([])
  })

  it('a public gate shows no person for less than three letters of a name, for a company, for some digits, or among many', () => {
    const many = Array.from({ length: mostAtKiosk + 1 }, (_, n) => ({ name: `Maria Lopez ${'abcdef'[n]}`, company: 'Acme' }))
    const search = kioskFinder([...people, ...many])
    expect(search('jo')).toEqual({ people: [], want: 'letters' })
    expect(search('j g a')).toEqual({ people: [], want: 'letters' })
    for (const typed of ['', 'acme', '555', '2025550111', 'xyz']) expect([typed, search(typed)]).toEqual([typed, { people: [] }])
    expect(search('mar')).toEqual({ people: [], want: 'more' })
    // A key that is held down, or characters that are not letters, match no one.
    expect(search('jjjj')).toEqual({ people: [] })
    expect(search('jo.')).toEqual({ people: [], want: 'letters' })
    // "Boo" is not "Bo".
    expect(search('boo')).toEqual({ people: [] })
    expect(names(find('jjjj'))).toEqual([])
    expect(names(search('jos').people)).toEqual(['José García'])
    expect(names(search('chen b').people)).toEqual(['Bo Chen'])
    expect(names(search('maria lopez c').people)).toEqual(['Maria Lopez c'])
  })

  it('reads a whole mobile number however it is typed, and no part of one', async () => {
    for (const typed of ['202 555 0111', '(202) 555-0111', '+1 202 555 0111', '12025550111'])
      expect(numbersTyped(typed)).toContain('+12025550111')
    expect(numbersTyped('0412 345 678')).toEqual(['+61412345678'])
    for (const typed of ['', '2025550', 'José 202 555 0111', '555-0111']) expect(numbersTyped(typed)).toEqual([])
    expect(await numberKeyOf('salt', '+12025550111')).toHaveLength(numberKeyLength)
  })

  it('knows a badge by the number on the list or by mobile, also inside a link, and finds no person for an unknown badge', () => {
    for (const badge of ['E-0815', 'e-0815', 'https://badges.example.com/p/E-0815?v=2', 'badge:E-0815', '+12025550111', '+1 202 555 0111'])
      expect([badge, personOfBadge(people, badge)?.name]).toEqual([badge, 'José García'])
    for (const badge of ['', 'E-0816', '555', 'https://badges.example.com/%zz']) expect(personOfBadge(people, badge)).toBe(undefined)
  })
})
