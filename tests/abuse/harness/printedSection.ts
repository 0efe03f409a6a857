import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'vitest'

const file = resolve(import.meta.dirname, '../../../docs/security.md')

/**
 * Asserts that a section of docs/security.md equals this text. With PRINT=1 it first writes the text to the
 * file.
 */
export function expectPrinted(section: string, text: string): void {
  const [begin, end] = [`<!-- ${section}: printed -->\n`, `<!-- ${section}: end -->`]
  const printed = () => {
    const whole = readFileSync(file, 'utf8')
    const [from, to] = [whole.indexOf(begin) + begin.length, whole.indexOf(end)]
    if (from < begin.length || to < from) throw new Error(`docs/security.md has no section ${section}`)
    return { before: whole.slice(0, from), text: whole.slice(from, to), after: whole.slice(to) }
  }
  const wanted = `\n${text.trim()}\n\n`
  if (process.env['PRINT']) {
    const { before, after } = printed()
    writeFileSync(file, before + wanted + after)
  }
  expect(printed().text, 'PRINT=1 npx vitest run tests/abuse writes docs/security.md again').toBe(wanted)
}
