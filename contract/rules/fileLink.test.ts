import { describe, expect, it } from 'vitest'
import { fileLink, withOwnFileLinks } from './fileLink.ts'

const id = 'A2345678901234567890'
const own = `/api/files/${id}`
const hostile = [
  'https://evil.example/x',
  'javascript:alert(1)',
  '//evil.example',
  'data:text/html,x',
  '/api/files/BBBBBBBBBBBBBBBBBBBB',
  'x',
]

describe('the address of a file in a record', () => {
  it('comes from the file’s id, not from the person that saved it', () => {
    for (const url of [...hostile, own, '', undefined, 7]) expect([url, fileLink({ id, url })]).toEqual([url, own])
    expect(fileLink({ id, url: 'data:image/png;base64,AAAA' })).toBe('data:image/png;base64,AAAA')
  })

  it('without an id stays on this site', () => {
    expect(fileLink({ url: '/media/rules.pdf' })).toBe('/media/rules.pdf')
    for (const url of ['https://evil.example/x', 'javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x', undefined])
      expect([url, fileLink({ url }), fileLink({ id: '../x', url })]).toEqual([url, undefined, undefined])
  })

  it('is corrected everywhere in a save, and the rest of the save stays the same', () => {
    const file = { id, filename: 'a.jpg', name: 'A', type: 'image/jpeg', size: 3 }
    for (const url of hostile) {
      const save = { photos: [{ ...file, url }], rows: [{ deep: { sign: [{ ...file, url }] } }], link: url, url, note: { url } }
      expect(withOwnFileLinks(save)).toEqual({
        photos: [{ ...file, url: own }],
        rows: [{ deep: { sign: [{ ...file, url: own }] } }],
        link: url,
        url,
        note: { url },
      })
    }
    const good = { photos: [{ ...file, url: own }], preparing: [{ ...file, url: '' }], __proto__: null }
    expect(withOwnFileLinks(good)).toBe(good)
    const foreign = { filename: 'a.pdf', url: 'https://partner.example/a.pdf' }
    expect(withOwnFileLinks([foreign, { ...foreign, url: 'javascript:alert(1)' }])).toEqual([foreign, { ...foreign, url: '' }])
  })
})
