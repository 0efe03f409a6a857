import { checkSettings } from '../checkSettings.ts'
import type { FormSettings, SettingsProblem } from '../FormSettings.ts'
import { type FormSurroundings, lintSettings } from '../lintSettings.ts'
import { pathText } from '../problemsOf.ts'
import { childOf, entryOf, type JsonNode, nearestAt, pathOf, type Path, readJson, spotAt, valueOf } from './readJson.ts'

/** One thing to say about a form file, with its place for a person who edits the text. */
export interface FileFinding {
  /** An error prevents publishing. */
  readonly level: 'error' | 'warning' | 'info'
  /** From 1. */
  readonly line: number
  readonly column: number
  /** What people read at this place of the form: the label or attribute of the field around it. */
  readonly label: string | undefined
  /** `children[3].visible`; empty for the text itself. */
  readonly place: string
  readonly message: string
}

export interface FileCheck {
  /** Undefined when the text is not JSON. */
  readonly value: unknown
  /** Undefined while it cannot be published. */
  readonly form: FormSettings | undefined
  readonly findings: readonly FileFinding[]
}

/** Characters of a form file. The largest form has about a million. */
export const longestFile = 10_000_000
const mostTwins = 20

/** Finds line and column, counted from 1 as editors do. */
function linesOf(text: string): (at: number) => { line: number; column: number } {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (at) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 }
  }
}

function labelAt(root: JsonNode, path: Path): string | undefined {
  for (let end = path.length; end > 0; end--) {
    const list = path[end - 2]
    if (typeof path[end - 1] !== 'number' || (list !== 'children' && list !== 'subform')) continue
    const node = nearestAt(root, path.slice(0, end))
    for (const key of ['label', 'attribute', 'field', 'text']) {
      const words = childOf(node, key)?.value
      if (typeof words === 'string' && words.trim() !== '') return words.length > 60 ? `${words.slice(0, 60)}…` : words
    }
  }
  return undefined
}

type Around = Partial<Pick<FileFinding, 'label' | 'place'>>

/** Label and place of what is at a position of the text. */
function around(root: JsonNode, at: number): { label: string | undefined; place: string } {
  const { path, inKey } = spotAt(root, at)
  const whole = inKey ? [...path, inKey.key] : path
  return { label: labelAt(root, whole), place: pathText(whole) }
}

function positionOf(root: JsonNode, path: Path): number {
  const parent = nearestAt(root, path.slice(0, -1))
  const key = path.at(-1)
  return (key === undefined ? undefined : (entryOf(parent, key)?.from ?? childOf(parent, key)?.from)) ?? nearestAt(root, path).from
}

const curly = /[“”„‟«»‘’‚]/
const quotesHint = 'these are curly quotes; write straight ones: "'
/** What a reader of UTF-8 shows for a letter that is none in UTF-8. */
const lost = '\uFFFD'
const otherKind = 'expected a text file in UTF-8; this looks like another kind of file, or UTF-16: choose UTF-8 when you save it'

/** Names that an object has twice: JSON takes the last one, and the first one is lost without a word. */
function twinsIn(root: JsonNode): { at: number; key: string }[] {
  const found: { at: number; key: string }[] = []
  const open = [root]
  for (let node = open.pop(); node && found.length < mostTwins; node = open.pop()) {
    const seen = new Set<string>()
    for (const { key, to, node: inner } of node.entries) {
      if (seen.has(key)) found.push({ at: to - 1, key })
      seen.add(key)
      open.push(inner)
    }
    open.push(...node.items)
  }
  return found.sort((one, other) => one.at - other.at)
}

/**
 * Checks the text of a form file: JSON, settings, and what an author probably did not mean. The terminal, the form's
 * address and `npm run check-form` show the same findings. `more` finds further problems of a form, such as actions
 * that a server does not have.
 */
export function checkFormFile(
  given: string,
  more: (form: FormSettings) => readonly SettingsProblem[] = () => [],
  surroundings: FormSurroundings = {},
): FileCheck {
  const text = given.replace(/^\uFEFF/, '')
  const single = (message: string, at = 0, around: Around = {}): FileCheck => ({
    value: undefined,
    form: undefined,
    findings: [{ level: 'error', ...linesOf(text)(at), label: undefined, place: '', ...around, message }],
  })
  if (text.length > longestFile) return single(`expected a form of at most ${longestFile / 1_000_000} MB`)
  if (text.includes('\u0000')) return single(otherKind)
  if (text.trim() === '') return single('expected a form, such as { "name": "Permit", "children": [] }; the file is empty')
  const { root, fault } = readJson(text)
  if (fault) return single(curly.test(text.slice(fault.at, fault.at + 2)) ? quotesHint : fault.message, fault.at, around(root, fault.at))
  const value = valueOf(root)
  const lines = linesOf(text)
  const findingAt = (level: FileFinding['level'], place: string, message: string): FileFinding => {
    const path = pathOf(root, place)
    return { level, ...lines(positionOf(root, path)), label: labelAt(root, path), place, message }
  }
  const twins = twinsIn(root).map(
    ({ at, key }): FileFinding => ({
      level: 'warning',
      ...lines(at),
      ...around(root, at),
      message: `"${key}" is here twice, and the last one counts: remove one`,
    }),
  )
  const lostAt = text.indexOf(lost)
  if (lostAt >= 0)
    twins.push({
      level: 'warning',
      ...lines(lostAt),
      ...around(root, lostAt),
      message: `${lost} is in place of a letter such as é or ñ: save the file again as UTF-8`,
    })
  const checked = checkSettings(value)
  const problems = checked.ok ? more(checked.form) : checked.problems
  const hints = checked.ok && problems.length === 0 ? lintSettings(checked.form, surroundings) : []
  return {
    value,
    form: checked.ok && problems.length === 0 ? checked.form : undefined,
    findings: [
      ...problems.map(({ path, message }) => findingAt('error', path, message)),
      ...twins,
      ...hints.map(({ kind, place, message }) => findingAt(kind === 'translation' ? 'info' : 'warning', place, message)),
    ],
  }
}

const words = { error: 'error', warning: 'check', info: 'note' } as const

/** `permit.form.json:12: error: "Valid until" (children[3].value): expected …` */
export function findingLine(file: string, { level, line, label, place, message }: FileFinding): string {
  const where = place && `(${place})`
  const at = [label === undefined ? '' : `"${label}"`, where].filter((part) => part !== '').join(' ')
  return `${file}:${line}: ${words[level]}: ${at === '' ? '' : `${at}: `}${message}`
}
