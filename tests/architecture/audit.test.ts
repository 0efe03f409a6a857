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

const texts = new Map<string, string>()
const textOf = (file: string) => {
  const text = texts.get(file) ?? read(file)
  texts.set(file, text)
  return text
}

/** A line with a quoted text that has the id, such as a title or a row of `it.each`; no comment. */
const hasTitle = (text: string, id: string) =>
  text.split('\n').some((line) => line.includes(id) && /['"`]/.test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line))

it('each row names tests that are there and carry its id', () => {
  const ids = read('docs/requirements.csv').match(/^(?:FE|RV|CO)-\d{3}(?=,)/gm) ?? []
  expect(ids).toHaveLength(1352)
  expect(rows.map(({ id }) => id)).toEqual(ids)
  const decisions = read('docs/decisions-on-open-questions.md')
  const wrong = rows.flatMap(({ id, verdict, tests }) => {
    if (verdict === 'open') return tests.length > 0 ? [`${id} is open, and names tests`] : []
    const decision = /^decided (OQ-\d{3})$/.exec(verdict)?.[1]
    if (verdict !== 'works' && !(decision && decisions.includes(`**${decision}**`))) return [`${id}: ${verdict}`]
    if (tests.length === 0) return [`${id} names no test`]
    return tests.filter((file) => !isThere(file) || !hasTitle(textOf(file), id)).map((file) => `${id}: ${file}`)
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
