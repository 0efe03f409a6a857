import { describe, expect, it } from 'vitest'
import { folded, sorted } from '../../../contract/rules/rows/searchedText.ts'
import { type Column, RowIndex, tableCsv } from './RowIndex.ts'

interface Person {
  readonly name: string
  readonly hours?: number
}
const name: Column<Person> = { key: 'name', label: 'Name', text: (row) => row.name }
const hours: Column<Person> = { key: 'hours', label: 'Hours', text: (row) => String(row.hours ?? ''), value: (row) => row.hours }
const people: Person[] = [{ name: 'Núñez, Ana', hours: 10 }, { name: 'Bo 2', hours: 9 }, { name: 'Bo 10' }]
const names = (rows: readonly Person[]) => rows.map((row) => row.name)

describe('the rows of a table', () => {
  it('FE-079 are found by every word, in any case, without accents', () => {
    const index = new RowIndex(people, [name, hours])
    expect(names(index.find('nunez ANA'))).toEqual(['Núñez, Ana'])
    expect(names(index.find('bo'))).toEqual(['Bo 2', 'Bo 10'])
    expect(index.find('  ')).toBe(people)
    expect(index.find('ana 9')).toEqual([])
    expect(folded('ÀÉ')).toBe('ae')
  })
  it('are searched while they are still being read through', () => {
    const many = Array.from({ length: 1200 }, (_, at) => ({ name: `Person ${at}` }))
    const index = new RowIndex(many, [name])
    expect(index.work(0)).toBe(true)
    expect(names(index.find('1199'))).toEqual(['Person 1199'])
    expect(index.work(0)).toBe(false)
  })
  it('sort by language and number; empty values are last both ways', () => {
    expect(names(sorted(people, name, false, 'en'))).toEqual(['Bo 2', 'Bo 10', 'Núñez, Ana'])
    expect(names(sorted(people, hours, false, 'en'))).toEqual(['Bo 2', 'Núñez, Ana', 'Bo 10'])
    expect(names(sorted(people, hours, true, 'en'))).toEqual(['Núñez, Ana', 'Bo 2', 'Bo 10'])
    expect(sorted(people, undefined, false, 'en')).toBe(people)
  })
  it('FE-081 leave as CSV with the labels of their columns', () => {
    expect(tableCsv(people, [hours, name])).toBe('\ufeffHours,Name\r\n10,"Núñez, Ana"\r\n9,Bo 2\r\n,Bo 10\r\n')
  })
})
