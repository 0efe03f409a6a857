import { expect, it } from 'vitest'
import { checkPatterns, patternsIn } from '../../scripts/regex.mjs'

it('finds every pattern of a file, also inside of objects and calls', () => {
  const code =
    "const a = { value: /x+/g }\nconst [b] = /(y)/.exec(s) ?? []\nnew RegExp('z+', 'u')\nconst c = <div title={t.replace(/q/, '')} />"
  expect(patternsIn('a.tsx', code).map(({ source, flags, line }) => [source, flags, line])).toEqual([
    ['x+', 'g', 1],
    ['(y)', '', 2],
    ['z+', 'u', 3],
    ['q', '', 4],
  ])
})

it('tells a slow pattern with its place and a text that makes it slow', async () => {
  const { wrong } = await checkPatterns({
    'a.ts': "\nexport const end = (text: string) => text.replace(/[ .]+$/, '')\nconst fine = /^[ .]+/",
  })
  expect(wrong).toHaveLength(1)
  expect(wrong[0]).toMatch(/^a\.ts:2: \/\[ \.\]\+\$\/ 2nd degree polynomial, slow on .+repeat/)
})

it('refuses a pattern of unknown parts, unless a comment names the bound of its text', async () => {
  const { wrong } = await checkPatterns({
    'a.ts': 'new RegExp(parts)\n\n// regex: at most 60 characters, of one word\nnew RegExp(parts)\n\nnew RegExp(`^${a}`)',
  })
  expect(wrong.map((line) => line.split(' ')[0])).toEqual(['a.ts:1:', 'a.ts:6:'])
})
