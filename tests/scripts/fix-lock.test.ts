import { expect, it } from 'vitest'
import { fixLock } from '../../scripts/fix-lock.mjs'

it('adds an entry that installs nowhere else for each platform build that the lock lacks', () => {
  const lock = {
    packages: {
      '': { optionalDependencies: { mine: '1.0.0' } },
      'node_modules/tool': {
        optionalDependencies: { '@tool/darwin-arm64': '^2.1.0', '@tool/linux-x64-musl': '2.1.0', '@tool/linux-x64-gnu': '2.1.0' },
      },
      'node_modules/tool/node_modules/@tool/linux-x64-gnu': { version: '2.1.0', optional: true },
    },
  }
  expect(fixLock(lock)).toEqual(['@tool/darwin-arm64', '@tool/linux-x64-musl'])
  expect(lock.packages).toMatchObject({
    'node_modules/@tool/darwin-arm64': { version: '2.1.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/@tool/linux-x64-musl': { version: '2.1.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  })
  expect(fixLock(lock)).toEqual([])
})
