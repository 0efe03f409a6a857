import { allFunctions } from '../functions/allFunctions.ts'
import { partsOf, type Tree } from '../functions/expressionTree.ts'
import { functionRecord } from '../functions/functionReference.ts'
import type { Doubt } from './doubtsAbout.ts'
import { type NameRoom, hasName } from './NameRoom.ts'

/** What is doubtful about the names and values of an expression, seen from the questions of its form. */

const mostShown = 8

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))
const listed = (values: readonly unknown[]) => {
  const shown = values.slice(0, mostShown).map(quoted)
  return values.length > mostShown ? `${shown.join(', ')} …` : shown.join(', ')
}

function answersOf(name: string, room: NameRoom | undefined): readonly unknown[] | undefined {
  return room && (room.answers.get(name) ?? answersOf(name, room.outer))
}

/** The stored value for a word that people read, or that differs in its case. */
function valueFor(name: string, word: unknown, room: NameRoom | undefined): unknown {
  if (!room) return undefined
  const wanted = String(word).toLowerCase()
  const values = room.values.get(name)
  return (
    values?.get(wanted) ??
    [...(values?.values() ?? [])].find((value) => String(value).toLowerCase() === wanted) ??
    valueFor(name, word, room.outer)
  )
}

/** A number equals a text that looks like it; true and false equal only themselves. */
const isAmong = (value: unknown, answers: readonly unknown[]) =>
  answers.some((answer) => answer === value || (typeof answer !== 'boolean' && String(answer) === String(value)))

function neverEqual(name: string, value: unknown, room: NameRoom): Doubt[] {
  const answers = answersOf(name, room)?.filter((answer) => answer !== undefined)
  if (!answers || answers.length === 0 || value === null || value === '') return []
  const isList = answers.every(Array.isArray)
  const known = isList ? answers.flat() : answers
  if (isList && isAmong(value, known))
    return [{ message: `${name} is a list of choices: write has(${name}, ${quoted(value)}) in place of a comparison.` }]
  if (isAmong(value, known)) return []
  const near = valueFor(name, value, room) ?? known.find((answer) => String(answer) === value)
  const hint = near === undefined ? '' : `; did you mean ${quoted(near)}?`
  return [{ message: `${name} is never ${quoted(value)}: its values are ${listed([...new Set(known)])}${hint}` }]
}

function doubtsAboutComparison({ sign, left, right }: Tree & { kind: 'comparison' }, room: NameRoom): Doubt[] {
  const [name, other] = left.kind === 'name' ? [left.name, right] : [right.kind === 'name' ? right.name : undefined, left]
  if (name === undefined) return []
  if ((sign === '=' || sign === '!=') && other.kind === 'value') return neverEqual(name, other.value, room)
  if ((sign !== 'in' && sign !== 'not in') || left.kind !== 'name' || other.kind !== 'list') return []
  return other.items.flatMap((item) => (item.kind === 'value' ? neverEqual(name, item.value, room) : []))
}

/** Where a function takes the attribute of an item, by the place of the argument from 0. */
const attributePlaces: Readonly<Record<string, readonly number[]>> = {
  count: [1],
  sum: [1],
  average: [1],
  min: [1],
  max: [1],
  some: [1],
  every: [1],
  countWhere: [1],
  sumWhere: [1, 3],
  item: [2],
  join: [2],
}

function listNamed(name: string, room: NameRoom | undefined): ReadonlySet<string> | undefined {
  return room && (room.lists.get(name) ?? listNamed(name, room.outer))
}

function doubtsAboutListCall({ name, values }: Tree & { kind: 'call' }, room: NameRoom): Doubt[] {
  const [list] = values
  const known = list?.kind === 'name' ? listNamed(list.name, room) : undefined
  if (list?.kind !== 'name' || !known || !Object.hasOwn(attributePlaces, name)) return []
  return (attributePlaces[name] ?? []).flatMap((place) => {
    const argument = values[place]
    if (argument?.kind !== 'value' || typeof argument.value !== 'string') return []
    const attribute = argument.value
    if (known.has(attribute) || known.has(attribute.split('.')[0] ?? '')) return []
    const [first = 'role'] = known
    const isCondition = /[=<>!]/.test(attribute)
    const hint = isCondition
      ? ` To count with a condition, write countWhere(${list.name}, '${first}', 'the answer').`
      : ` It has ${listed([...known])}.`
    return [{ message: `The list ${list.name} has no question ${quoted(attribute)}.${hint}` }]
  })
}

/** What is doubtful in an expression of this room. */
export function doubtsAboutNames(tree: Tree, room: NameRoom): Doubt[] {
  let own: Doubt[] = []
  if (tree.kind === 'comparison') own = doubtsAboutComparison(tree, room)
  if (tree.kind === 'call') own = doubtsAboutListCall(tree, room)
  if (tree.kind === 'name' && tree.name.endsWith('.length') && room.names.has(tree.name.slice(0, -7)))
    own = [{ message: `${tree.name} is always empty; did you mean len(${tree.name.slice(0, -7)})?` }]
  return [...own, ...partsOf(tree).flatMap((part) => doubtsAboutNames(part, room))]
}

/** The name that a comparison in the tree compares with `word`. */
function comparedWith(word: string, tree: Tree): string | undefined {
  if (tree.kind === 'comparison' && tree.left.kind === 'name' && tree.right.kind === 'name' && tree.right.name === word)
    return tree.left.name
  for (const part of partsOf(tree)) {
    const found = comparedWith(word, part)
    if (found !== undefined) return found
  }
  return undefined
}

function listWith(name: string, room: NameRoom | undefined): string | undefined {
  if (!room) return undefined
  for (const [list, names] of room.lists) if (names.has(name)) return list
  return listWith(name, room.outer)
}

const yes: ReadonlySet<string> = new Set(['yes', 'on', 'y'])
const no: ReadonlySet<string> = new Set(['no', 'off', 'n'])

/**
 * What an author probably meant by a name that no field has; starts with a separator. `tree`: the expression, where the
 * name is in one. Undefined without a guess.
 */
export function meantByName(name: string, room: NameRoom, tree: Tree | undefined): string | undefined {
  if (tree?.kind === 'name' && (yes.has(name.toLowerCase()) || no.has(name.toLowerCase())))
    return `; did you mean ${yes.has(name.toLowerCase())}, without quotes?`
  const record = Object.hasOwn(allFunctions, name) ? functionRecord(name) : undefined
  if (record?.parameters.length === 0) return `; did you mean ${name}()?`
  const question = tree && comparedWith(name, tree)
  if (question !== undefined && hasName(room, question))
    return `; a text needs quotes: ${question} = ${quoted(valueFor(question, name, room) ?? name)}`
  const list = listWith(name, room)
  return list === undefined
    ? undefined
    : `; it is a question of the list ${list}: sum(${list}, '${name}'), count(${list}, '${name}', value) or item(${list}, 1, '${name}') reads it`
}

/** `{ladder}` in a text, where `{{ladder}}` was meant. */
export function singleBraces(text: string, room: NameRoom): Doubt[] {
  return [...text.matchAll(/(?<!\{)\{([A-Za-z_]\w{0,99})\}(?!\})/g)].flatMap(([, name = '']) =>
    hasName(room, name) ? [{ message: `{${name}} is shown as it is; did you mean {{${name}}}?` }] : [],
  )
}
