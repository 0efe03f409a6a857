// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cookie, cookieDays, keep, keepList, kept, keptList, setCookie } from './storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  setCookie('place', '', 0)
})

describe('what a browser keeps', () => {
  it('is there again after the page was left', () => {
    keep('columns:crew', 'name')
    expect(localStorage.getItem('muster:columns:crew')).toBe('name')
    expect(kept('columns:crew')).toBe('name')
    keep('columns:crew', undefined)
    expect(kept('columns:crew')).toBeUndefined()
    keepList('hidden', ['a', 'b'])
    expect(keptList('hidden')).toEqual(['a', 'b'])
  })
  it('RV-382 lasts as long as the page where the browser keeps nothing', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    keep('note', 'still here')
    expect(kept('note')).toBe('still here')
    keep('note', undefined)
    expect(kept('note')).toBeUndefined()
  })
  it('that cannot be read is no list', () => {
    for (const text of ['{', '{"a":1}', '[1, null]']) {
      keep('list', text)
      expect(keptList('list')).toEqual([])
    }
  })
})

describe('cookies', () => {
  it('RV-381 live 365 days unless the caller sets another time', () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    setCookie('place', 'Gate 2; north')
    expect(cookieDays).toBe(365)
    expect(written).toHaveBeenLastCalledWith(expect.stringContaining(`; Max-Age=${365 * 24 * 60 * 60};`))
    expect(cookie('place')).toBe('Gate 2; north')
    setCookie('place', 'x', 1)
    expect(written).toHaveBeenLastCalledWith(expect.stringContaining('; Max-Age=86400;'))
    setCookie('place', '', 0)
    expect(cookie('place')).toBeUndefined()
  })
  it('with damaged content are none', () => {
    document.cookie = 'place=%E0%A4%A; Path=/'
    expect(cookie('place')).toBeUndefined()
  })
})
