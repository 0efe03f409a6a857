import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { missingPackages } from '../../scripts/steps/install.mjs'
import { sourcesPrint } from '../../scripts/steps/newer.mjs'

let folder: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'muster-install-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('installs in a fresh clone, and again when a version of the lock changed, but not for a platform build of others', () => {
  const lock = (zod: string) =>
    JSON.stringify({
      packages: { '': {}, 'node_modules/zod': { version: zod }, 'node_modules/x-darwin': { version: '1.0.0', optional: true } },
    })
  write('package-lock.json', lock('4.0.0'))
  expect(missingPackages(folder)).toEqual(['zod'])
  write('node_modules/.package-lock.json', lock('4.0.0'))
  expect(missingPackages(folder)).toEqual([])
  write('package-lock.json', lock('4.0.1'))
  expect(missingPackages(folder)).toEqual(['zod'])
})

it('builds again when a source is added, changed or removed, but not for a test', () => {
  write('src/a.ts', 'a')
  const print = sourcesPrint(folder)
  write('src/a.test.ts', 'a test')
  expect(sourcesPrint(folder)).toBe(print)
  write('src/b.ts', 'b')
  const added = sourcesPrint(folder)
  expect(added).not.toBe(print)
  write('src/b.ts', 'more')
  expect(sourcesPrint(folder)).not.toBe(added)
  rmSync(path.join(folder, 'src/b.ts'))
  expect(sourcesPrint(folder)).toBe(print)
})
