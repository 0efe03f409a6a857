import { expect, it } from 'vitest'
import { houseMeasures } from '../../scripts/steps/houseMeasures.mjs'

const measured = (files: Record<string, string>, dependencies: string[] = []) => {
  const measures = houseMeasures(Object.entries(files), dependencies)
  return (name: string) => {
    const found = measures.find((measure) => measure.name.includes(name))
    return [found?.value, found?.where]
  }
}

it('finds folders of the domain that import each other, and takes no import of types for one', () => {
  const files = {
    'server/domain/bots/bot.ts': "import { send } from '../texts/send.ts'\nexport const bot = send",
    'server/domain/texts/send.ts': "import { bot } from '../bots/bot.ts'\nexport const send = bot",
    'server/domain/forms/form.ts':
      "import { send } from '../texts/send.ts'\nimport type { Bot } from '../bots/bot.ts'\nexport const form = send",
  }
  expect(measured(files)('cycle')).toEqual([2, ['bots', 'texts']])
  const typeOnly = { ...files, 'server/domain/texts/send.ts': "import type { bot } from '../bots/bot.ts'\nexport const send = 1 as bot" }
  expect(measured(typeOnly)('cycle')).toEqual([0, []])
})

it('counts files beside each other, and files that are named after none of their exports', () => {
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`src/lib/part${n}.ts`, `export const part${n} = ${n}`]))
  expect(measured(many)('flat folder')).toEqual([41, ['src/lib 41']])
  const files = {
    'src/ui/drag-handle.tsx': 'export function DragHandle() { return null }',
    'src/ui/given.ts': 'export const prefill = 1',
    'src/ui/index.ts': "export { prefill } from './given.ts'",
    'src/ui/given.test.ts': 'export const other = 1',
  }
  expect(measured(files)('named after')).toEqual([50, ['src/ui/given.ts']])
})

it('counts vague words in comments and documents, not in code', () => {
  const files = {
    'sw/a.ts': '/** Whoever asks is told. */\nexport const nobody = "anew"',
    'README.md': 'The worker retries a failed upload.',
  }
  expect(measured(files)('vague')).toEqual([2000, ['sw/a.ts 2']])
})

it('counts titles of tests with vague words, also of groups and tables, and no other text', () => {
  const files = {
    'src/a.test.ts': [
      "describe('a form that nobody fills', () => {",
      "  it.each([1])('shows %s anew', () => expect(said('nobody')).toBe('anew'))",
      '  it(`asks ${who} what it is told`, run)',
      "  it('shows the form', run)",
      '})',
    ].join('\n'),
    'e2e/b.spec.ts': "test('hears nothing', run)",
    'src/c.ts': "export const c = test('nobody')",
  }
  const where = [
    'src/a.test.ts: a form that nobody fills',
    'src/a.test.ts: shows %s anew',
    'src/a.test.ts: asks … what it is told',
    'e2e/b.spec.ts: hears nothing',
  ]
  expect(measured(files)('test titles')).toEqual([4, where])
})

it('counts classes that every screen sees, row casts outside of storage and packages without an import', () => {
  const files = {
    'src/ui/a.css': '.m-a > .m-b:hover { margin: 0.5rem }\n/* .m-old {} */ @media (max-width: 10rem) { .m-a { color: red } }',
    'src/ui/b.module.css': '.c { margin: 0 }',
    'src/ui/pdfjs.css': '.textLayer > .markedContent, .xfaLayer { margin: 0 }',
    'server/domain/a.ts': "import { rows } from '../storage/database.ts'\nexport const a = rows<{ id: string }>(db, sql``)",
    'server/storage/b.ts': 'export const b = rows<{ id: string }>(db, sql``)',
    'src/app/c.ts': "import { format } from 'date-fns/format'\nimport '@fontsource/inter'",
  }
  const of = measured(files, ['date-fns', 'date', '@fontsource/inter'])
  expect(of('classes')).toEqual([2, ['src/ui/a.css']])
  expect(of('row casts')).toEqual([1, ['server/domain/a.ts 1']])
  expect(of('without an import')).toEqual([1, ['date']])
})
