import { describe, expect, it } from 'vitest'
import { checkSettings } from './checkSettings.ts'
import { lookupsOfEntries } from './entryAttributes.ts'
import type { FormSettings } from './FormSettings.ts'
import { translateSettings } from './translateSettings.ts'

const form = (...children: unknown[]) => ({ name: 'Lists', children })
const problemsOf = (input: unknown) => {
  const checked = checkSettings(input)
  return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path}: ${message}`)
}

describe('lists of people and firms', () => {
  it('may name the attributes of an entry where they bring no fields of their own', () => {
    expect(problemsOf(form({ type: 'staffSmsContact', attribute: 'a', preventDuplicates: ['name', 'vendor'] }))).toEqual([])
    expect(problemsOf(form({ type: 'vendor', attribute: 'a', preventDuplicates: ['vendr'] }))).toEqual([
      'children[0].preventDuplicates[0]: expected an attribute of an entry instead of "vendr"; did you mean vendor?',
    ])
  })

  it('with fields of their own only those', () => {
    const subform = [{ type: 'text', attribute: 'plate' }]
    expect(problemsOf(form({ type: 'checkout', attribute: 'a', subform, preventDuplicates: ['plate'] }))).toEqual([])
    expect(problemsOf(form({ type: 'checkout', attribute: 'a', subform, preventDuplicates: ['name'] }))).toEqual([
      'children[0].preventDuplicates[0]: expected an attribute of the subform instead of "name"',
    ])
  })

  it('need the lists that their usual fields choose from, and the holidays for who is away', () => {
    expect(lookupsOfEntries({ type: 'staffSmsContact', availability: true })).toEqual(['vendors', 'locations', 'holidays'])
    expect(lookupsOfEntries({ type: 'vendor' })).toEqual(['trades', 'costCodes'])
    expect(lookupsOfEntries({ type: 'vendor', subform: [] })).toEqual([])
    expect(lookupsOfEntries({ type: 'enum', availability: true })).toEqual([])
  })

  it('show their roles in the language of the reader and store them as they are', () => {
    const settings = {
      ...form({ type: 'staffSmsContact', attribute: 'a', roles: ['Rigger'] }),
      translations: { es: { Rigger: 'Aparejador' } },
    } as FormSettings
    expect(translateSettings(settings, 'es').children).toMatchObject([{ roles: [{ name: 'Aparejador', value: 'Rigger' }] }])
  })
})

describe('checks', () => {
  it('are there, each with a name of its own', () => {
    expect(problemsOf(form({ type: 'preflight', attribute: 'a' }))).toEqual(['children[0]: expected checks, each with a name'])
    expect(problemsOf(form({ type: 'preflight', attribute: 'a', checks: [{ name: 'x' }, { name: 'x' }] }))).toEqual([
      'children[0].checks[1].name: expected a name of its own; "x" is already checks[0]',
    ])
  })

  it('are read in the language of the reader and stored by their name', () => {
    const settings = {
      ...form({ type: 'preflight', attribute: 'a', checks: [{ name: 'Clear?' }, { name: 'x', label: 'Wind?', description: 'Ask' }] }),
      translations: { es: { 'Clear?': '¿Libre?', 'Wind?': '¿Viento?', Ask: 'Pregunte' } },
    } as FormSettings
    expect(translateSettings(settings, 'es').children).toMatchObject([
      {
        checks: [
          { name: 'Clear?', label: '¿Libre?' },
          { name: 'x', label: '¿Viento?', description: 'Pregunte' },
        ],
      },
    ])
  })
})
