import { describe, expect, it } from 'vitest'
import { addressOf } from './endpoint.ts'
import { preferredLanguage, supportedLanguage } from './reference/languages.ts'
import { pageDataAddress } from './endpoints/pages.ts'
import { may } from './rules/permissions.ts'
import { cancelOp, idPattern, reconcileOutbox, recordPathPattern, saveRecord } from './endpoints/records.ts'

describe('addresses of calls', () => {
  it('fills names and the rest of a path, and keeps a colon that is part of the address', () => {
    expect(addressOf(saveRecord, { '*': 'forms/hazard report/1' })).toBe('/api/data/forms/hazard%20report/1')
    expect(addressOf(reconcileOutbox)).toBe('/api/outbox:reconcile')
    expect(addressOf(cancelOp, { opId: 'a/b' })).toBe('/api/outbox/a%2Fb:cancel')
  })

  it('leaves out what is not asked, and encodes the rest', () => {
    expect(addressOf({ path: '/api/x' }, {}, { a: 'á&b', b: undefined, c: '' })).toBe('/api/x?a=%C3%A1%26b&c=')
  })

  it('says which name is missing instead of calling a wrong address', () => {
    expect(() => addressOf({ path: '/api/files/:id' })).toThrow('/api/files/:id needs a value for id')
  })
})

describe('where a screen finds its description', () => {
  it('FE-029 the same address with /frontend/ replaced by /api/ and .json appended', () => {
    expect(pageDataAddress('/frontend/forms/hazard-report', '')).toBe('/api/forms/hazard-report.json')
    expect(pageDataAddress('/frontend/a/frontend/b', '')).toBe('/api/a/frontend/b.json')
  })

  it('FE-030 FE-031 keeps the query string, adds lang when a language is chosen and none otherwise', () => {
    expect(pageDataAddress('/frontend/x', '?date=2026-05-01&a=b%20c')).toBe('/api/x.json?date=2026-05-01&a=b%20c')
    expect(pageDataAddress('/frontend/x', '?a=1', 'es')).toBe('/api/x.json?a=1&lang=es')
    expect(pageDataAddress('/frontend/x', '?lang=pt&a=1', 'es')).toBe('/api/x.json?a=1&lang=es')
    expect(pageDataAddress('/frontend/x', '?lang=pt')).toBe('/api/x.json?lang=pt')
  })
})

describe('languages', () => {
  it('accepts the four languages and takes English for anything else', () => {
    expect(['en', 'en-au', 'es', 'pt'].map(supportedLanguage)).toEqual(['en', 'en-au', 'es', 'pt'])
    expect(['fr', '', undefined, 'toString', 'EN'].map(supportedLanguage)).toEqual(['en', 'en', 'en', 'en', 'en'])
  })

  it("takes the browser's first language that we speak", () => {
    expect(preferredLanguage(['fr-FR', 'es-MX', 'en'])).toBe('es')
    expect(preferredLanguage(['en-AU'])).toBe('en-au')
    expect(preferredLanguage(['en-GB'])).toBe('en')
    expect(preferredLanguage([])).toBe('en')
  })
})

describe('identifiers', () => {
  it('refuses record paths that climb or hide something', () => {
    for (const path of ['', '/a', 'a/', '..', 'a/../b', './a', 'a/.', 'a//b', 'a b', 'a/?x', 'a\n'])
      expect(recordPathPattern.test(path), path).toBe(false)
    expect(recordPathPattern.test('people/ana@example.com')).toBe(true)
    expect(recordPathPattern.test('forms/v1.2/.well-known')).toBe(true)
  })

  it('an id is 20 letters and digits', () => {
    expect(idPattern.test('a1B2c3D4e5F6g7H8i9J0')).toBe(true)
    for (const id of ['', 'a1B2c3D4e5F6g7H8i9J', 'a1B2c3D4e5F6g7H8i9J01', 'a1B2c3D4e5F6g7H8i9J-'])
      expect(idPattern.test(id), id).toBe(false)
  })
})

describe('permissions', () => {
  it('a worker fills forms and reads their own records, and never those of others', () => {
    expect(may('Worker', 'form.fill')).toBe(true)
    expect(may('Worker', 'record.readOwn')).toBe(true)
    expect(may('Worker', 'record.readAll')).toBe(false)
    expect(may(undefined, 'form.fill')).toBe(false)
  })
})
