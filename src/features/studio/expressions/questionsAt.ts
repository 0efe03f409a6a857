import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { settingsOf } from '../../../../contract/forms/fieldShapes.ts'
import { isRaw, type Raw } from '../../../../contract/forms/isRaw.ts'
import { childOf, type JsonNode, nodeAt, type Path, valueOf } from '../../../../contract/forms/check/readJson.ts'

/** What kind of answer a question has: decides which comparisons and values the menus offer. */
export type AnswerKind = 'text' | 'number' | 'date' | 'time' | 'choice' | 'several' | 'yesNo' | 'list' | 'other'

export interface QuestionOption {
  readonly value: string | number | boolean
  readonly name: string
}

/** A question that conditions, calculations and texts can refer to. */
export interface Question {
  readonly name: string
  readonly label: string
  readonly kind: AnswerKind
  readonly options: readonly QuestionOption[]
  /** The questions of an entry, for a list. */
  readonly columns: readonly Question[]
}

function optionOf(option: unknown): QuestionOption[] {
  if (typeof option === 'string') return [{ value: option, name: option }]
  if (!isRaw(option) || typeof option['name'] !== 'string') return []
  const { name, value } = option
  return [{ name, value: typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : name }]
}

function sampleOf(node: Raw): unknown {
  const definition = settingsOf(node['type'])
  try {
    return definition?.sample?.(node, () => undefined) ?? definition?.possible?.(node)?.find((answer) => answer !== undefined)
  } catch {
    // The settings are not complete yet.
    return undefined
  }
}

function kindOf(node: Raw, options: readonly QuestionOption[]): AnswerKind {
  const definition = settingsOf(node['type'])
  if (definition?.list || definition?.entry) return 'list'
  const sample = sampleOf(node)
  if (Array.isArray(sample)) return sample.some(isRaw) ? 'list' : 'several'
  if (options.length > 0) return 'choice'
  if (typeof sample === 'boolean') return 'yesNo'
  if (typeof sample === 'number' || definition?.isDerived) return 'number'
  if (typeof sample !== 'string') return 'other'
  if (/^\d{4}-\d{2}-\d{2}$/.test(sample)) return 'date'
  return /^\d{2}:\d{2}$/.test(sample) ? 'time' : 'text'
}

/** Lists of options that questions name (`optionSet`). */
type Sets = Raw | undefined

function questionOf(node: Raw, sets: Sets): Question | undefined {
  const { attribute, label, type, optionSet, subform } = node
  const listed = node['options'] ?? (typeof optionSet === 'string' && sets && Object.hasOwn(sets, optionSet) ? sets[optionSet] : undefined)
  if (typeof attribute !== 'string' || attribute === '') return undefined
  const options = Array.isArray(listed) ? listed.flatMap(optionOf) : []
  const own = Array.isArray(subform) ? questionsIn(subform, sets) : []
  const entry = settingsOf(type)?.entry ?? []
  const columns = own.length > 0 ? own : entry.map((name): Question => ({ name, label: name, kind: 'other', options: [], columns: [] }))
  return { name: attribute, label: String(label ?? attribute), kind: kindOf(node, options), options, columns }
}

/** What follows from an answer, by the ending of its name: authors choose it as an answer of its own. */
const endings: Readonly<Record<string, { readonly words: MessageDescriptor; readonly kind: AnswerKind }>> = {
  _score: { words: msg`score in %`, kind: 'number' },
  _fails: { words: msg`number of failed rows`, kind: 'number' },
  _failed: { words: msg`names of the failed rows`, kind: 'several' },
}

function followingFrom(node: Raw, { name, label }: Question): Question[] {
  return Object.keys(settingsOf(node['type'])?.derived?.(node) ?? {}).flatMap((derived): Question[] => {
    const ending = endings[derived.slice(name.length)]
    return ending ? [{ name: derived, label: `${label}: ${i18n._(ending.words)}`, kind: ending.kind, options: [], columns: [] }] : []
  })
}

function questionsIn(nodes: readonly unknown[], sets: Sets): Question[] {
  return nodes.flatMap((node) => {
    if (!isRaw(node)) return []
    const question = questionOf(node, sets)
    const { children } = node
    return [
      ...(question ? [question, ...followingFrom(node, question)] : []),
      ...(Array.isArray(children) ? questionsIn(children, sets) : []),
    ]
  })
}

function setsOf(root: JsonNode): Sets {
  const node = childOf(root, 'optionSets')
  const sets = node && valueOf(node)
  return isRaw(sets) ? sets : undefined
}

/** The questions that a node can refer to: those of its list first, then those of the form; without its own. */
export function questionsAt(root: JsonNode, path: Path): readonly Question[] {
  const own = childOf(nodeAt(root, path), 'attribute')?.value
  const found: Question[] = []
  const room = path.lastIndexOf('subform')
  const sets = setsOf(root)
  const lists = [room < 0 ? undefined : nodeAt(root, path.slice(0, room + 1)), childOf(root, 'children')]
  for (const list of lists) {
    const nodes = list && valueOf(list)
    for (const question of Array.isArray(nodes) ? questionsIn(nodes, sets) : [])
      if (question.name !== own && !found.some(({ name }) => name === question.name)) found.push(question)
  }
  return found
}

/** The questions of the entries of a list, for settings that name one of them. */
export function columnsAt(root: JsonNode, path: Path): readonly Question[] {
  const node = valueOf(nodeAt(root, path) ?? root)
  return isRaw(node) ? (questionOf(node, setsOf(root))?.columns ?? []) : []
}
