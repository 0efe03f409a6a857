import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const isThere = (file: string) => existsSync(new URL(`../../${file}`, import.meta.url))

const rows = read('docs/requirements-audit.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id = '', verdict = '', tests = ''] = line.split(',')
    return { id, verdict, tests: tests.split(' ').filter(Boolean) }
  })

/** A title that begins with ids, this one among them; a row of `it.each` may be its first part. */
const hasTitle = (text: string, id: string) => new RegExp(`['"\`](?:%s )?(?:(?:FE|RV|CO|OQ)-\\d{3} )*${id}\\b`).test(text)

it('each reviewed row names tests that are there and carry its id', () => {
  expect(rows.length).toBe(158)
  const decisions = read('docs/decisions-on-open-questions.md')
  const wrong = rows.flatMap(({ id, verdict, tests }) => {
    if (verdict === 'open') return tests.length > 0 ? [`${id} is open, and names tests`] : []
    const decision = /^decided (OQ-\d{3})$/.exec(verdict)?.[1]
    if (verdict !== 'works' && !(decision && decisions.includes(`**${decision}**`))) return [`${id}: ${verdict}`]
    if (tests.length === 0) return [`${id} names no test`]
    return tests.filter((file) => !isThere(file) || !hasTitle(read(file), id)).map((file) => `${id}: ${file}`)
  })
  expect(wrong).toEqual([])
})

it('the tests and files that close other findings are there', () => {
  const lines = read('docs/audit.md').match(/^\| [A-D]\d* .*$/gm) ?? []
  expect(lines.length).toBe(38)
  const missing = lines.flatMap((line) => {
    const files = [...line.matchAll(/`([\w./-]+\/[\w.-]+)`/g)].map(([, file = '']) => file)
    return files.length === 0 && !line.endsWith(' | open |') ? [line] : files.filter((file) => !isThere(file))
  })
  expect(missing).toEqual([])
})
