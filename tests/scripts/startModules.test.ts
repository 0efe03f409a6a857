// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { modulesIn, tooEarly } from '../../scripts/steps/startModules.mjs'

const app = mkdtempSync(path.join(tmpdir(), 'muster-start-'))
afterEach(() => rmSync(app, { recursive: true, force: true }))

test('the modules of a chunk are listed with their bytes, and one that a form does not need is named', () => {
  writeFileSync(path.join(app, 'first.js'), 'form();startSync()')
  // From column 0 the first source, from column 7 the second.
  const map = { version: 3, sources: ['../../src/engine/form.ts', '../../src/sync/startSync.ts'], names: [], mappings: 'AAAA,OCAA' }
  writeFileSync(path.join(app, 'first.js.map'), JSON.stringify(map))
  const modules = modulesIn(app, ['first.js', 'withoutMap.js'])
  expect(modules).toEqual([
    { name: 'src/sync/startSync.ts', bytes: 11 },
    { name: 'src/engine/form.ts', bytes: 7 },
  ])
  expect(tooEarly(modules)).toEqual([{ name: 'src/sync/startSync.ts', bytes: 11 }])
})
