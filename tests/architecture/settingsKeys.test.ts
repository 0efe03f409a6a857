import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formJsonSchema } from '../../contract/forms/formJsonSchema.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

/** What declares, explains or edits settings is not an effect. */
const declares =
  /(?:\/settings\.ts|^contract\/forms\/(?:action|fieldBase|FormSettings|PdfConfig|fieldShapes|formJsonSchema)\.ts|^src\/features\/studio\/)/
const code = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'contract', 'server/domain', 'lib'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !declares.test(file))
  .map((file) => read(file).replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''))
  .join('\n')

/** Reads the key: `x.key`, `{ key }`, `{ key: y }`, `'key' in x`. Not `readonly key?: type`. */
const isRead = (key: string) =>
  new RegExp(`(?:\\?\\.|(?<!\\.)\\.)${key}\\b|(?<!readonly )\\b${key}(?=[ ,:}=]).*\\}.*=|['"]${key}['"]`).test(code)

type Definition = { readonly properties?: Readonly<Record<string, unknown>> }
const schema = formJsonSchema() as Definition & { readonly definitions: Readonly<Record<string, Definition>> }
const keys = new Set([schema, ...Object.values(schema.definitions)].flatMap(({ properties = {} }) => Object.keys(properties)))

it('each key that a form can have is read by the product', () => {
  expect(keys.size).toBeGreaterThan(100)
  // `$schema` helps editors of the file.
  expect([...keys].filter((key) => key !== '$schema' && !isRead(key))).toEqual([])
})
