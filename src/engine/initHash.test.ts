import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, initHash } from './initHash.ts'

const visit = {
  path: 'forms/hazard/6Yb2',
  component: 'automationForm',
  model: { what: 'Hole', count: 2, crew: [{ name: 'Ana', hours: 8 }] },
}
const hashWith = (model: object) => initHash({ ...visit, model: { ...visit.model, ...model } })

describe('the init hash of a visit', () => {
  it('FE-215 is the same for the same data, for every order in which the server wrote it', async () => {
    const other = {
      model: { crew: [{ hours: 8, name: 'Ana' }], count: 2, what: 'Hole' },
      component: 'automationForm',
      path: 'forms/hazard/6Yb2',
    }
    expect(await initHash(other)).toBe(await initHash(visit))
  })

  it('FE-215 differs as soon as the record, its path or its screen differs', async () => {
    const hashes = await Promise.all([
      initHash(visit),
      initHash({ ...visit, path: 'forms/hazard/6Yb3' }),
      initHash({ ...visit, component: 'manpowerCollection' }),
      hashWith({ count: 3 }),
      hashWith({ count: '2' }),
      hashWith({ crew: [{ name: 'Ana', hours: 7 }] }),
      hashWith({ crew: [] }),
      hashWith({ added: null }),
      hashWith({ titleStatus: 'Finalized' }),
    ])
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it('FE-215 does not see what changes by itself: a draft survives a reload and the server at work', async () => {
    const volatile = { timestamp: 17, key: 'k', lang: 'es', titleStatus: 'Processing', tags: ['Processing'], loadCount: 4, gone: undefined }
    expect(await hashWith(volatile)).toBe(await initHash(visit))
  })

  it('is SHA-256 in base64url', async () => {
    expect(await initHash({ path: 'a', component: 'b', model: {} })).toBe('YT_SiA1MPB-EMvpiQLUVefNg8sxo2oI7-uUYMXiwH9I')
  })
})

describe('canonical JSON', () => {
  it('writes the example of RFC 8785', () => {
    const value = {
      numbers: [1e9 / 3, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
    expect(canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 })).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    )
  })

  it('reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
