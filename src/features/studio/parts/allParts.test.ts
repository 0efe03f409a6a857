import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { fieldTypeNames } from '../../../../contract/forms/fieldShapes.ts'
import { allParts, partName, partsFor } from './allParts.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
const parts = allParts(i18n)
const first = (word: string) => partsFor(parts, word)[0]?.name

describe('the parts of a form', () => {
  it.each([
    ['yes', 'Yes or no'],
    ['text', 'Short text'],
    ['page', 'Page'],
    ['warning', 'Text to read'],
    ['comment', 'Long text'],
    ['exact', 'Exact time'],
    ['minute', 'Exact time'],
    ['time', 'Time'],
    ['dropdown', 'One choice, list'],
    ['radio', 'One choice, buttons'],
    ['camera', 'Photos'],
    ['photo', 'Photos'],
    ['qr', 'Code to scan'],
    ['barcode', 'Code to scan'],
    ['gps', 'Position'],
    ['injury', 'Parts of the body'],
    ['score', 'Calculated value'],
    ['list', 'List with its own questions'],
    ['lista', 'List with its own questions'],
    ['section', 'Section'],
    ['heading', 'Section'],
    ['number', 'Number'],
    ['email', 'Email address'],
    ['phone', 'Mobile number'],
    ['checkbox', 'Checkbox'],
    ['firma', 'Signature'],
    ['câmera', 'Photos'],
    ['CAMARA', 'Photos'],
    ['desplegable', 'One choice, list'],
  ])('%s finds %s first', (word, name) => {
    expect(first(word)).toBe(name)
  })

  it('are all there: each type of field can be added', () => {
    expect(fieldTypeNames.filter((type) => !parts.some((part) => part.type === type))).toEqual([])
  })

  it('have the name of the entry that their settings fit', () => {
    expect(partName(i18n, { type: 'text', number: true, inputMode: 'decimal' })).toBe('Number')
    expect(partName(i18n, { type: 'text', multiline: true })).toBe('Long text')
    expect(partName(i18n, { type: 'enum', display: 'buttons', options: ['Yes', 'No'] })).toBe('Yes or no')
    expect(partName(i18n, { type: 'enum', display: 'buttons', options: ['Low', 'High'] })).toBe('One choice, buttons')
    expect(partName(i18n, { type: 'a-new-type' })).toBe('A new type')
  })
})
