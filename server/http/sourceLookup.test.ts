import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sourceLookup } from './sourceLookup.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'muster-maps-'))
  // Lines 1 and 2 of the bundle are line 11 and 21 of the source.
  const map = { version: 3, sources: ['../../server/save.ts'], names: [], mappings: 'AAUA;AAUA' }
  writeFileSync(path.join(folder, 'main.js.map'), JSON.stringify(map))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('leaves a line without a source as it is, and reads no map after ten within a minute', () => {
  writeFileSync(
    path.join(folder, 'odd.js.map'),
    JSON.stringify({ version: 3, sources: ['../../server/odd.ts'], names: [], mappings: 'A,CAAC' }),
  )
  const inSources = sourceLookup(folder)
  const own = pathToFileURL(path.join(folder, 'odd.js')).href
  expect(inSources([`at ${own}:1:1`])).toEqual([`at ${own}:1:1`])
  const lines = Array.from({ length: 12 }, (_, n) => `at ${own}:1:${n + 2}`)
  const named = lines.map((line) => inSources([line])[0])
  expect(named).toEqual([...Array.from({ length: 9 }, () => 'at server/odd.ts:1:2'), ...lines.slice(9)])
})

it('names the lines of the sources in a stack of the bundle, and leaves other lines as they are', () => {
  const inSources = sourceLookup(folder)
  const own = pathToFileURL(path.join(folder, 'main.js')).href
  const lines = [
    `at save (${own}:1:1)`,
    `at ${own}:2:8`,
    `at lost (${own}:9:1)`.replace('main.js', 'other.js'),
    'at fastify (file:///muster/node_modules/fastify/reply.js:1:1)',
    'at node:internal/timers:581:17',
    'Error: cannot read file://elsewhere/%zz.js:1:1',
  ]
  const expected = ['at save (server/save.ts:11:1)', 'at server/save.ts:21:1', ...lines.slice(2)]
  expect(inSources(lines)).toEqual(expected)
  rmSync(path.join(folder, 'main.js.map'))
  expect(inSources(lines)).toEqual(expected)
})
