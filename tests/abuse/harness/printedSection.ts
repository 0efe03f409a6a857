import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'vitest'

const file = resolve(import.meta.dirname, '../../../docs/security.md')

/** Expects a section of docs/security.md to be this text. With PRINT=1 it writes it there first. */
export function expectPrinted(section: string, text: string): void {
  const [begin, end] = [`<!-- ${section}: printed -->\n`, `<!-- ${section}: end -->`]
  const whole = readFileSync(file, 'utf8')
  const [from, to] = [whole.indexOf(begin) + begin.length, whole.indexOf(end)]
  if (from < begin.length || to < from) throw new Error(`docs/security.md has no section ${section}`)
  const wanted = `\n${text.trim()}\n\n`
  if (process.env['PRINT'] && whole.slice(from, to) !== wanted) writeFileSync(file, whole.slice(0, from) + wanted + whole.slice(to))
  expect(readFileSync(file, 'utf8').slice(from, to)).toBe(wanted)
}
