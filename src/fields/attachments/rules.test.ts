import { describe, expect, it } from 'vitest'
import { rules, fileAttachmentsRules, noteSending } from './rules.ts'

const read = () => undefined
const item = { id: 'F2345678901234567890', name: 'a.jpg', filename: 'a.jpg', type: 'image/jpeg', url: '/api/files/F2345678901234567890' }

describe.each([
  ['attachments', rules],
  ['file-attachments', fileAttachmentsRules],
])('%s', (type, rules) => {
  const setting = { type, attribute: 'files' } as never

  it('no list, an empty one, and what is no list are no answer', () => {
    for (const value of [undefined, null, [], '', 7, {}, [null, 3]]) expect(rules.empty(value, setting, read)).toBe(true)
    expect(rules.empty([item], setting, read)).toBe(false)
  })

  it('a file that is still being prepared stops the save', () => {
    expect(rules.message?.([item, { ...item, url: '' }], setting, read)).toContain('still being prepared')
    expect(rules.message?.([item], setting, read)).toBeUndefined()
  })
})

it('a file that is on its way by itself answers a required field, as long as it is', () => {
  const setting = { type: 'file-attachments', attribute: 'files' } as const
  const other = { ...setting }
  expect(noteSending(setting, true)).toBe(true)
  expect(noteSending(setting, true)).toBe(false)
  expect(fileAttachmentsRules.empty([], setting, read)).toBe(false)
  expect(fileAttachmentsRules.empty([], other, read)).toBe(true)
  expect(noteSending(setting, false)).toBe(true)
  expect(fileAttachmentsRules.empty([], setting, read)).toBe(true)
})
