import { expect, it } from 'vitest'
import { extractServerTexts } from '../../scripts/extractServerTexts.ts'

const found = (code: string) => {
  const texts: (readonly [string | undefined, string | undefined])[] = []
  const source = `import { type Text, text } from '../../i18n/text.ts'\n${code}`
  void extractServerTexts.extract('server/domain/a/b.ts', source, ({ message, context }) => texts.push([message, context]))
  return texts
}

it('finds the marked texts of the server with their contexts', () => {
  expect(found(`const a: readonly Text[] = [text('Hello {name}'), text('Company', 'lookup')]; other('x')`)).toEqual([
    ['Hello {name}', undefined],
    ['Company', 'lookup'],
  ])
})

it('refuses a text that is made at run time, because no catalogue could contain it', () => {
  expect(() => found('const a = text(`Hello ${name}`)')).toThrow('text() takes literals only')
  expect(() => found(`const a = text('Company', kind)`)).toThrow('text() takes literals only')
})

it('looks only at files of the server', () => {
  expect(extractServerTexts.match('/x/server/domain/a.ts')).toBe(true)
  expect(extractServerTexts.match('/x/src/features/a.ts')).toBe(false)
})
