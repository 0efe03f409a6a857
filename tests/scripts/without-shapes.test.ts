import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { cutShapes } from '../../scripts/without-shapes.ts'

const endpoints = path.resolve(import.meta.dirname, '../../contract/endpoints')
const declaring = readdirSync(endpoints, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

it('keeps of a declared call what the device reads, on the same lines', () => {
  const code = [
    "import * as z from 'zod/mini'",
    'const Path = z.string().check(',
    '  z.refine((path) => path.length < limit),',
    ')',
    'export type Path = z.output<typeof Path>',
    'export const limit = 400',
    'export const save = endpoint({',
    "  method: 'POST', params: Path,",
    "  path: '/api/data/*',",
    '  body: z.object({',
    '    name: z.string(),',
    '  }),',
    "  access: 'link',",
    '  answer: Answer,',
    '})',
  ].join('\n')
  const cut = cutShapes(code).split('\n')
  expect(cut.length).toBe(code.split('\n').length)
  expect(cut.map((line) => line.trim()).filter(Boolean)).toEqual([
    "import * as z from 'zod/mini'",
    'const Path = z.shape',
    'export type Path = z.output<typeof Path>',
    'export const limit = 400',
    'export const save = /* @__PURE__ */ endpoint({',
    "method: 'POST',",
    "path: '/api/data/*',",
    "access: 'link',",
    '})',
  ])
})

it('keeps an import only for code that the device runs, as it makes a screen load the module', () => {
  const code = [
    "import * as z from 'zod/mini'",
    "import { endpoint } from '../endpoint.ts'",
    "import { Member, Row } from './projects.ts'",
    "import { roles, Shape } from './roles.ts'",
    "import './effect.ts'",
    'export type People = z.output<typeof Member>[]',
    'export const byName = (people: typeof Member) => people as unknown as typeof Row',
    'export const first = roles[0] as string',
    "export const read = endpoint({ method: 'GET', path: '/api/people', answer: z.array(Row), body: Shape })",
  ].join('\n')
  const cut = cutShapes(code).split('\n')
  expect(cut.slice(1, 5)).toEqual([
    "import { endpoint } from '../endpoint.ts'",
    '',
    "import { roles, Shape } from './roles.ts'",
    "import './effect.ts'",
  ])
})

it('leaves no shape in the calls of the contract', () => {
  const left = declaring.flatMap((name) =>
    cutShapes(readFileSync(path.join(endpoints, name), 'utf8'))
      .split('\n')
      .filter((line) => /\bz\.(?!shape\b|output\b|input\b|infer\b)\w/.test(line) || /\b[A-Z]\w+\.(?:check|options|shape)\b/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(declaring.length).toBeGreaterThan(30)
  expect(left).toEqual([])
})

it('the device code checks nothing against a shape: the build has none', () => {
  const src = path.resolve(import.meta.dirname, '../../src')
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => {
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) return false
    const code = readFileSync(path.join(src, name), 'utf8')
    return /contract\/endpoints\//.test(code) && /\b[A-Z]\w*\.safeParse\(|\b(?!JSON\b|Date\b|URL\b)[A-Z]\w*\.parse\(/.test(code)
  })
  expect(found).toEqual([])
})
