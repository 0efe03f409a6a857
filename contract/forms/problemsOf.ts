import type * as z from 'zod/mini'
import { settingMeant, typeMeant, valueMeant } from './check/typeMeant.ts'
import { didYouMean } from './check/didYouMean.ts'
import { exampleFor, valueHint } from './check/exampleFor.ts'
import { ChoiceOption } from './fieldBase.ts'
import { controlGroupShape, fieldShapes, fieldTypeNames, groupShape } from './fieldShapes.ts'
import { shown } from './shown.ts'
import { Recipient, SaveMessage } from './SaveMessage.ts'
import { FormSettings, isFieldType, type SettingsProblem, translatedLanguages } from './FormSettings.ts'
import { columnOf } from './lists/columnOf.ts'
import { VideoUri } from './options/VideoUri.ts'

/** Turns the issues of zod into messages that the author of a settings file can act on. */

type Issue = z.core.$ZodIssue
export type Path = readonly PropertyKey[]

/** Maximum number of wrong keys to report for one object; more would not help the author. */
const mostKeys = 20

/** `children[3].options[0].name` */
export function pathText(path: Path): string {
  const part = (key: PropertyKey, index: number) => {
    if (typeof key === 'number') return `[${key}]`
    return index === 0 ? String(key) : `.${String(key)}`
  }
  return path.map(part).join('')
}

const expectations: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object { … }',
  record: 'an object { … }',
  null: 'null',
}

const listed = (names: readonly unknown[]) => names.map(String).join(', ')
const insteadOf = (value: unknown) => (value === undefined ? '; it is missing' : ` instead of ${shown(value)}`)

function at(input: unknown, path: Path): unknown {
  let part = input
  for (const key of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined
    part = (part as Record<PropertyKey, unknown>)[key]
  }
  return part
}

const keysOf = (shape: unknown): string[] => Object.keys((shape as { _zod: { def: { shape?: object } } })._zod.def.shape ?? {})

/** The allowed keys of the object at a path, when it is a node or the file itself. */
function keysAt(input: unknown, path: Path): { keys: string[]; whose: string } | undefined {
  if (path.length === 0) return { keys: keysOf(FormSettings), whose: 'a form' }
  if (path[0] === 'saved') return keysOfSaved(path)
  if (path[0] === 'translations') return { keys: [...translatedLanguages], whose: 'translations' }
  if (path.at(-1) === 'uri') return { keys: keysOf(VideoUri), whose: 'a uri' }
  if (path[0] === 'optionSets' || path.at(-2) === 'options') return { keys: keysOf(ChoiceOption), whose: 'an option' }
  const type = (at(input, path) as { type?: unknown } | undefined)?.type
  if (type === 'group') return { keys: keysOf(groupShape), whose: 'a group' }
  if (type === 'control-group') return { keys: keysOf(controlGroupShape._zod.def.in), whose: 'a control-group' }
  return isFieldType(type) ? { keys: keysOf(fieldShapes[type]), whose: `a field of type ${type}` } : undefined
}

/** The same for what a save tells: `saved`, its messages, and their recipients. */
function keysOfSaved(path: Path): { keys: string[]; whose: string } {
  const last = path.filter((key) => typeof key === 'string').at(-1)
  if (last === 'messages') return { keys: keysOf(SaveMessage), whose: 'a message' }
  if (last === 'recipients') return { keys: keysOf(Recipient), whose: 'a recipient' }
  return { keys: keysOf(FormSettings.shape.saved._zod.def.innerType), whose: 'saved' }
}

function extraKeys(input: unknown, path: Path, keys: readonly string[]): SettingsProblem[] {
  const known = keysAt(input, path)
  return keys.slice(0, mostKeys).map((key) => {
    return { path: pathText([...path, key]), message: `expected no "${key}" here${known ? hintFor(key, known) : ''}` }
  })
}

function hintFor(key: string, { keys, whose }: { keys: readonly string[]; whose: string }): string {
  if (whose === 'translations')
    return `; the languages are ${listed(keys)}, and the texts of the form itself are English, for example "es": { "Send": "Enviar" }`
  const near = settingMeant(key, keys) ?? didYouMean(key, keys)
  return near ? `; did you mean ${near}?` : `; ${whose} takes ${listed(keys)}`
}

function oneOf(value: unknown, values: readonly unknown[]): string {
  const known = values.map(String)
  const near = typeof value === 'string' ? (valueMeant(value, known) ?? didYouMean(value, known)) : undefined
  const which = values.length === 1 ? shown(values[0]) : `one of ${listed(values)}`
  return `expected ${which}${insteadOf(value)}${near ? `; did you mean ${near}?` : ''}`
}

/** What most forms are made of. */
const commonTypes = ['text', 'valueenum', 'checklist', 'toggle', 'date', 'attachments', 'signature', 'info', 'calculated', 'group', 'save']

const flags: ReadonlySet<unknown> = new Set(['visible', 'required', 'readOnly', 'canRemove'])

function fromUnion(input: unknown, issue: Issue & { code: 'invalid_union' }, path: Path): SettingsProblem[] {
  const value = at(input, path)
  if ('discriminator' in issue && issue.discriminator !== undefined) {
    const known = [...((issue as { options?: readonly unknown[] }).options ?? ['group', ...fieldTypeNames, 'control-group'])].map(String)
    const near = typeMeant(value) ?? (typeof value === 'string' ? didYouMean(value, known) : undefined)
    const example = value === undefined ? exampleFor(path) : ''
    const hint = near ? `; did you mean ${near}?` : `; common ones are ${listed(commonTypes)}, and the guide shows all ${known.length}`
    return [{ path: pathText(path), message: `expected a type that this version knows${insteadOf(value)}${example}${hint}` }]
  }
  if (flags.has(path.at(-1))) {
    return [{ path: pathText(path), message: `expected true, false or an expression such as worker_count > 0${insteadOf(value)}` }]
  }
  // Of a union, report the alternative of the same type as the value: its issues explain best what is wrong
  // inside.
  const inside = issue.errors.find((alternative) => alternative.every((one) => one.path.length > 0 || one.code !== 'invalid_type'))
  if (inside) return inside.flatMap((one) => problemsOf(input, { ...one, path: [...path, ...one.path] }))
  const kinds = issue.errors.flatMap((alternative) =>
    alternative.flatMap((one) =>
      one.code === 'invalid_type' && one.path.length === 0 ? [expectations[one.expected] ?? one.expected] : [],
    ),
  )
  return [{ path: pathText(path), message: `expected ${[...new Set(kinds)].join(' or ')}${insteadOf(value)}${exampleFor(path)}` }]
}

/** A name for the words that an author took as one: `Ladder number` → `ladder_number`. */
function nameHint(value: unknown, path: Path): string {
  const key = path.at(-1)
  if (typeof value !== 'string' || (key !== 'attribute' && key !== 'statusAttribute' && key !== 'field')) return ''
  const name = columnOf(value.slice(0, 100))
  return /^[A-Za-z_]/.test(name) ? `; did you mean ${name}?` : ''
}

const unitOf: Readonly<Record<string, string>> = { string: ' characters', array: ' items' }

function tooSmall({ minimum, origin, inclusive }: Issue & { code: 'too_small' }, path: Path): string {
  if (minimum === 1 && origin === 'string') return `expected text; it is empty${exampleFor(path)}`
  return `expected ${inclusive === false ? 'more than' : 'at least'} ${minimum}${unitOf[origin] ?? ''}`
}

/** The problems of one issue: one issue with several unknown keys is several problems. */
export function problemsOf(input: unknown, issue: Issue): SettingsProblem[] {
  const { path } = issue
  const value = at(input, path)
  const one = (message: string): SettingsProblem[] => [{ path: pathText(path), message }]
  switch (issue.code) {
    case 'invalid_type':
      return one(
        `expected ${expectations[issue.expected] ?? issue.expected}${insteadOf(value)}${valueHint(value, issue.expected, path.at(-1)) || exampleFor(path)}`,
      )
    case 'unrecognized_keys':
      return extraKeys(input, path, issue.keys)
    case 'invalid_union':
      return fromUnion(input, issue, path)
    case 'invalid_value':
      return one(oneOf(value, issue.values))
    case 'too_small':
      return one(tooSmall(issue, path))
    case 'too_big': {
      const { maximum, origin, inclusive } = issue
      return one(`expected ${inclusive === false ? 'less than' : 'at most'} ${maximum}${unitOf[origin] ?? ''}`)
    }
    case 'invalid_format':
      return one(`${issue.message}${insteadOf(value)}${nameHint(value, path)}`)
    default:
      return one(issue.message)
  }
}
