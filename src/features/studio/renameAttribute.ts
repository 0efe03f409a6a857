import { trimEnd, trimStart } from '../../../contract/rules/trimEnds.ts'
import { attributesAround, freeAttribute, setValue } from './Edited.ts'
import { keyFor } from './keyFor.ts'
import { childOf, type JsonNode, nodeAt, type Path, readJson } from '../../../contract/forms/check/readJson.ts'

/** Gives a question the name that follows from its text, and writes the new name wherever the form uses the old one. */

const longestName = 40

/** `Is the ladder safe?` → `is_the_ladder_safe`; undefined for a text without Latin letters. */
export function attributeFor(label: string): string | undefined {
  const whole = keyFor(label).replaceAll('-', '_')
  const short = whole.length > longestName ? whole.slice(0, longestName).replace(/_[^_]*$/, '') : whole
  const name = trimEnd(trimStart(short, /_/), /_/)
  if (name === '') return undefined
  return /^\d/.test(name) ? `q_${name}` : name
}

/** True while the name is the one that the text gives, or a numbered one of it. */
export function followsLabel(attribute: string, label: string): boolean {
  const name = attributeFor(label)
  return name !== undefined && (attribute === name || (attribute.startsWith(`${name}_`) && /^\d+$/.test(attribute.slice(name.length + 1))))
}

/**
 * Texts, names and, with its bracket, the call of a function: `hours(` is no use of the question `hours`. A text that
 * does not end takes the rest, so that the search is linear.
 */
const parts = /'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|[A-Za-z_]\w*(?:\.\w+)*(?:\s*\()?/g

const renamedIn = (expression: string, from: string, to: string): string =>
  expression.replaceAll(parts, (part) => {
    for (const prefix of ['', 'parent.']) {
      if (part === prefix + from) return prefix + to
      if (part.startsWith(`${prefix + from}.`) && !part.endsWith('(')) return prefix + to + part.slice(prefix.length + from.length)
    }
    return part
  })

/** Names of columns are texts in expressions: `sum(crew, 'hours')`. */
const columnIn = (expression: string, from: string, to: string): string =>
  expression.replaceAll(parts, (part) => (part.slice(1, -1) === from && /^(['"]).*\1$/.test(part) ? part[0] + to + part[0] : part))

const placeholders = /\{\{(?:[^{}]|\{[^{}]*\})*\}\}/g

/** Settings that are never expressions, though their texts may have the same words. */
const texts = new Set(['label', 'description', 'placeholder', 'type', 'name', 'value', 'attribute', 'lookup', 'url', 'style', 'status'])
const expressions = new Set([
  'visible',
  'required',
  'readOnly',
  'valid',
  'canRemove',
  'canDelete',
  'optionFilter',
  'checkOutAll',
  'filter',
  'when',
])
const names = new Set(['field', 'start', 'preventDuplicates', 'subformValidationAttribute', 'allowedAttributes', 'statusAttribute'])

interface Rename {
  readonly from: string
  readonly to: string
  /** The question is part of a list: other parts name it as a column. */
  readonly isColumn: boolean
}

function next(key: string, text: string, isCalculated: boolean, { from, to, isColumn }: Rename): string {
  if (names.has(key)) return text === from ? to : text
  const rename = (expression: string) => (isColumn ? columnIn(renamedIn(expression, from, to), from, to) : renamedIn(expression, from, to))
  if (expressions.has(key) || (key === 'value' && isCalculated)) return rename(text)
  return texts.has(key) ? text : text.replaceAll(placeholders, rename)
}

/** Returns the text of the file with all uses of a name renamed, the question itself included. */
export function renameAttribute(text: string, path: Path, to: string): string {
  const { root, fault } = readJson(text)
  const own = childOf(nodeAt(root, path), 'attribute')
  if (fault || own?.kind !== 'string') return text
  const rename: Rename = { from: String(own.value), to, isColumn: path.includes('subform') }
  const edits: { from: number; to: number; text: string }[] = [{ from: own.from, to: own.to, text: JSON.stringify(to) }]
  const walk = (node: JsonNode, key: string, isCalculated: boolean) => {
    if (node.kind === 'string' && node !== own) {
      const changed = next(key, String(node.value), isCalculated, rename)
      if (changed !== node.value) edits.push({ from: node.from, to: node.to, text: JSON.stringify(changed) })
    }
    for (const item of node.items) walk(item, key, isCalculated)
    // An option has a name and a value, too; only a part with a type calculates.
    const isPart = node.entries.some((entry) => entry.key === 'type')
    for (const entry of node.entries) {
      if (key === 'fills' && entry.key === rename.from) edits.push({ from: entry.from, to: entry.to, text: JSON.stringify(to) })
      else if (entry.key !== 'translations') walk(entry.node, entry.key, isPart)
    }
  }
  walk(root, '', false)
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((edited, edit) => edited.slice(0, edit.from) + edit.text + edited.slice(edit.to), text)
}

/** How many questions of the form, inside of lists too, have a name. */
const countNamed = (node: JsonNode, name: unknown): number =>
  (childOf(node, 'attribute')?.value === name ? 1 : 0) +
  [...node.items, ...node.entries.map((entry) => entry.node)].reduce((sum, inner) => sum + countNamed(inner, name), 0)

/**
 * The free name for a question with this text, among the names around it. Undefined while another list of the form has
 * a question of the same name: an expression does not say which one it means.
 */
export function freeNameFor(root: JsonNode, path: Path, label: string): string | undefined {
  const name = attributeFor(label)
  const own = childOf(nodeAt(root, path), 'attribute')?.value
  if (name === undefined || countNamed(root, own) > 1) return undefined
  const taken = attributesAround(root, path.slice(0, -1))
  if (typeof own === 'string') taken.delete(own)
  return freeAttribute(name, taken)
}

/** Moves the translations of a text to its new wording, while no other part of the form has the old one. */
export function renameText(text: string, from: string, to: string): string {
  const { root, fault } = readJson(text)
  const translations = childOf(root, 'translations')
  if (fault || !translations || from === '' || to === '' || from === to) return text
  const isUsed = (node: JsonNode): boolean =>
    (node.kind === 'string' && node.value === from) ||
    node.items.some(isUsed) ||
    node.entries.some((entry) => entry.key !== 'translations' && isUsed(entry.node))
  if (isUsed(root)) return text
  return translations.entries.reduce((edited, { key: language }) => {
    const held = childOf(childOf(childOf(readJson(edited).root, 'translations'), language), from)
    if (held?.kind !== 'string' || childOf(childOf(translations, language), to)) return edited
    const added = setValue(edited, ['translations', language, to], held.value)?.text ?? edited
    return setValue(added, ['translations', language, from], undefined)?.text ?? added
  }, text)
}
