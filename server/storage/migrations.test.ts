import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrations } from './migrations/migrations.ts'

const listed = migrations.map(({ id }) => id)
const numbers = listed.map((id) => id.slice(0, 4))

describe('the list of migrations', () => {
  it('is in the order of the numbers', () => {
    expect(listed).toEqual(listed.toSorted())
    expect(numbers.filter((number) => !/^\d{4}$/.test(number))).toEqual([])
  })

  it('uses no number twice', () => {
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  })

  it('has every file of the folder, by its name', () => {
    const all = readdirSync(path.join(import.meta.dirname, 'migrations'), { recursive: true, encoding: 'utf8' })
    const files = all.map((name) => path.basename(name)).filter((name) => /^\d/.test(name))
    expect(listed.toSorted()).toEqual(files.map((name) => name.replace(/\.ts$/, '')).toSorted())
  })
})
