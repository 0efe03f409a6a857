import { describe, expect, it } from 'vitest'
import { isPhoto, itemsOf, jpegName, nameFor, timestampName } from './itemsOf.ts'
import { rules } from './rules.ts'

const at = new Date(2026, 2, 14, 9, 26, 53, 589)
const named = (...names: string[]) => names.map((filename) => ({ filename }))

describe('the name of a file', () => {
  it('stays as the person gave it', () => {
    expect(nameFor('stair.jpg', named('door.jpg'), at)).toBe('stair.jpg')
  })

  it('FE-288 is the time when the list has it already, in any case', () => {
    expect(nameFor('Stair.JPG', named('stair.jpg'), at)).toBe('2026-03-14 09.26.53.589.jpg')
    expect(nameFor('plan.pdf', named('plan.pdf'), at)).toBe('2026-03-14 09.26.53.589.pdf')
  })

  it('FE-289 is the time when a phone calls every photo image.jpg', () => {
    expect(nameFor('image.jpg', [], at)).toBe('2026-03-14 09.26.53.589.jpg')
    expect(nameFor('image.pdf', [], at)).toBe('image.pdf')
  })

  it('differs for two photos of the same moment', () => {
    const first = nameFor('image.jpg', [], at)
    expect(nameFor('image.jpg', named(first), at)).toBe('2026-03-14 09.26.53.590.jpg')
  })

  it('says what is inside after a photo was made smaller', () => {
    expect(jpegName('IMG_0042.HEIC')).toBe('IMG_0042.jpg')
    expect(jpegName('door 2.5 m.png')).toBe('door 2.5 m.jpg')
    expect(jpegName('')).toBe('image.jpg')
  })

  it('never holds a sign that a file system refuses', () => {
    expect(timestampName('a', at)).toMatch(/^[\d .-]+$/)
  })
})

it('photos are pictures of points; drawings and papers are files', () => {
  expect(isPhoto({ type: 'image/heic' })).toBe(true)
  expect(isPhoto({ type: 'image/svg+xml' })).toBe(false)
  expect(isPhoto({ type: 'application/pdf' })).toBe(false)
})

it('a list that is none counts as empty', () => {
  const setting = { type: 'attachments', attribute: 'photos' } as const
  const none = () => undefined
  expect(itemsOf('x')).toEqual([])
  expect([undefined, null, 'x', []].map((value) => rules.empty(value, setting, none))).toEqual([true, true, true, true])
  expect(rules.empty([{ id: 'a' }], setting, none)).toBe(false)
})
