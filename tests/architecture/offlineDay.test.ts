import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { tasks } from '../../e2e/offline-day/tasks.ts'

it('each of the 40 tasks without a connection is a browser test', () => {
  const folder = path.resolve(import.meta.dirname, '../../e2e/offline-day')
  const specs = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'))
  const text = specs.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n')
  const names = Object.values(tasks).flat()
  expect(names).toHaveLength(40)
  expect(names.filter((name) => !text.includes(`'${name}'`))).toEqual([])
})
