import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fieldBase, nodeBase } from '../../contract/forms/fieldBase.ts'
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

interface Shape {
  readonly shape?: object
}
interface Options {
  readonly type: string
  /** A function where fields can be inside. */
  readonly shape: Shape | ((inside: unknown) => Shape)
}
const modules = import.meta.glob<{ readonly settings: readonly Options[] }>('../../src/fields/*/settings.ts', { eager: true })

/** The code of a folder that can have an effect. */
const codeOf = (folder: string) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !declares.test(file))
    .map((file) => read(file).replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''))
    .join('\n')

it('the folder of a field type reads each option of the type', () => {
  // The contract puts the options of a set into the field (withOptionSets.ts).
  const shared = new Set(['type', 'optionSet', ...Object.keys(nodeBase), ...Object.keys(fieldBase)])
  let count = 0
  const open = Object.entries(modules).flatMap(([file, { settings }]) => {
    const folder = file.replace(/^(?:\.\.\/)+|\/settings\.ts$/g, '')
    const own = codeOf(folder)
    return settings.flatMap(({ type, shape }) => {
      // The form saves: its options are those of each save (fields/saveSetting.ts).
      const code = type === 'save' ? `${own}\n${read('src/fields/saveSetting.ts')}\n${codeOf('src/features/forms')}` : own
      const options = Object.keys((typeof shape === 'function' ? shape(z.any()) : shape).shape ?? {}).filter((key) => !shared.has(key))
      count += options.length
      return options.filter((key) => !new RegExp(`\\b${key}\\b`).test(code)).map((key) => `${type}.${key}`)
    })
  })
  expect(count).toBeGreaterThan(100)
  expect(open).toEqual([])
})
