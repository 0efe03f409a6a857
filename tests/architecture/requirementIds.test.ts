import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const idsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, id = '']) => id)

const requirements = idsIn(read('docs/requirements.csv'), /^((?:FE|RV|CO)-\d{3}),/gm)
const decisions = idsIn(read('docs/decisions-on-open-questions.md'), /^- \*\*(OQ-\d{3})\*\*/gm)

it('requirements and decisions each have one row per id, without gaps', () => {
  const counted = (prefix: string, ids: readonly string[]) => {
    const own = ids.filter((id) => id.startsWith(prefix))
    expect(own).toEqual(own.map((_, n) => `${prefix}-${String(n + 1).padStart(3, '0')}`))
    return own.length
  }
  expect(['FE', 'RV', 'CO'].map((prefix) => counted(prefix, requirements)).reduce((sum, count) => sum + count)).toBe(requirements.length)
  expect(counted('OQ', decisions)).toBe(decisions.length)
})

it('every id that a test, a comment or a document names is a row of one of them', () => {
  const known = new Set([...requirements, ...decisions])
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((file) => /\.(?:tsx?|mjs|md)$/.test(file) && !file.endsWith('requirementIds.test.ts'))
  const unknown = files.flatMap((file) =>
    idsIn(read(file), /\b((?:FE|RV|CO|OQ)-\d{3})\b/g)
      .filter((id) => !known.has(id))
      .map((id) => `${file}: ${id}`),
  )
  expect(unknown).toEqual([])
})
