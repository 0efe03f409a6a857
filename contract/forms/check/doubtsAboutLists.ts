import { lookupIn, lookupNames } from '../../endpoints/lists/lists.ts'
import { didYouMean } from './didYouMean.ts'
import { settingsOf } from '../fieldShapes.ts'
import { isRaw, type Raw } from '../isRaw.ts'
import type { Path } from '../problemsOf.ts'

/** The own lists of the project by name, with the columns of each. */
export type OwnLists = ReadonlyMap<string, readonly string[]>

interface ListDoubt {
  readonly path: Path
  readonly message: string
}

/** `lookup('machines', machine, 'serial')`; the attribute is found where the key is a plain name or text. */
const calls = /\blookup\(\s*(['"])([\w-]+)\1(?:\s*,[^,()]{1,200},\s*(['"])([^'"]{1,100})\3)?/g
const mostShown = 20
const always: ReadonlySet<string> = new Set(['id', 'label'])

function unknownList(name: string, own: OwnLists | undefined): string | undefined {
  if ((lookupNames as readonly string[]).includes(name) || own?.has(name)) return undefined
  const near = didYouMean(name, [...lookupNames, ...(own?.keys() ?? [])])
  if (near) return `No project has a list with the name ${name}; did you mean ${near}?`
  // Without the lists of the project, the name may be one of them.
  if (!own) return undefined
  const lists = [...own.keys(), ...lookupNames].slice(0, mostShown).join(', ')
  return `No list has the name ${name}. There are ${lists}. An own list is a file beside the forms: lists/${name}.csv.`
}

function unknownColumn(name: string, column: string | undefined, own: OwnLists | undefined): string | undefined {
  const columns = own?.get(name)
  if (!columns || column === undefined || always.has(column) || columns.includes(column)) return undefined
  const near = didYouMean(column, columns) ?? columns.find((other) => other.startsWith(column))
  return `The list ${name} has no column ${column}${near ? `; did you mean ${near}?` : `; it has ${columns.slice(0, mostShown).join(', ')}.`}`
}

/** Strings of a setting, without those of parts inside. */
function* stringsIn(value: unknown, path: Path): Generator<[Path, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* stringsIn(item, [...path, index])
  else if (isRaw(value)) for (const [key, item] of Object.entries(value)) yield* stringsIn(item, [...path, key])
}

/** An address of the own server that names no list, or another form. */
function doubtAboutAddress(address: string, form: string | undefined): string | undefined {
  if (!address.startsWith('/api/forms/')) return undefined
  const key = address.split('/')[3] ?? ''
  if (lookupIn(address) === undefined)
    return `This address finds no list: expected /api/forms/${form ?? 'name-of-this-form'}/search/employees, or /options/ in place of /search/.`
  return form !== undefined && key !== form
    ? `This address reads the lists of the form ${key}: write /api/forms/${form}/ for this form.`
    : undefined
}

function doubtsOfNode(node: Raw, path: Path, own: OwnLists | undefined, form: string | undefined): ListDoubt[] {
  const found: ListDoubt[] = []
  const say = (at: Path, message: string | undefined) => {
    if (message !== undefined) found.push({ path: at, message })
  }
  const definition = settingsOf(node['type'])
  const readsLists = (definition?.lookups ?? definition?.readLists) !== undefined
  if (typeof node['lookup'] === 'string') say([...path, 'lookup'], unknownList(node['lookup'], own))
  for (const [key, value] of Object.entries(node)) {
    if (key === 'children' || key === 'subform') continue
    for (const [at, text] of stringsIn(value, [...path, key])) {
      for (const [, , list = '', , column] of text.matchAll(calls)) say(at, unknownList(list, own) ?? unknownColumn(list, column, own))
      if (at.at(-1) === 'url' && readsLists) say(at, doubtAboutAddress(text, form) ?? unknownListAt(text, own))
    }
  }
  return found
}

function unknownListAt(address: string, own: OwnLists | undefined): string | undefined {
  const list = lookupIn(address)
  return list === undefined ? undefined : unknownList(list, own)
}

/**
 * Lists that a form names and that do not exist. `own`: the own lists of its project; undefined when they are not
 * known. `form`: the key of the form, when it has one.
 */
export function doubtsAboutLists(nodes: readonly unknown[], own: OwnLists | undefined, form?: string): ListDoubt[] {
  const walk = (list: readonly unknown[], path: Path): ListDoubt[] =>
    list.flatMap((node, index) => {
      if (!isRaw(node)) return []
      const at = [...path, index]
      const inside = (['children', 'subform'] as const).flatMap((key) => (Array.isArray(node[key]) ? walk(node[key], [...at, key]) : []))
      return [...doubtsOfNode(node, at, own, form), ...inside]
    })
  return walk(nodes, ['children'])
}
