import { afterEach, expect, it, vi } from 'vitest'
import { prefetchFonts } from './fetchedFont.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['Łukasz Ёжик שלום สวัสดี', []],
  ['Łukasz 李', ['cjk']],
  ['やまだ', ['cjk']],
  ['김민준 李', ['hangul', 'cjk']],
] as const)('prefetches for “%s” the large fonts that it needs, and no others', async (text, fonts) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    throw new TypeError('no connection')
  })
  await prefetchFonts(text)
  expect(asked).toEqual(fonts.map((name) => `/pdfjs/muster-1/fonts/${name}.ttf`))
})
