import type { I18n } from '@lingui/core'
import { nodeTypes } from '../offersAt.ts'
import { partEntries } from './partEntries.ts'
import { type PartEntry, type PartGroup, partGroups } from './PartEntry.ts'

/** An entry of the list of parts, in the language of the reader. */
export interface Part {
  readonly id: string
  readonly type: string
  readonly group: PartGroup
  readonly name: string
  readonly help: string
  /** Lower case: the words by which the search finds it. */
  readonly searched: string
  /** Its words by language, the most typical one first. */
  readonly words: readonly (readonly string[])[]
  /** The settings of a new part; `$1` and so on are texts to fill in. */
  readonly body: Readonly<Record<string, unknown>>
}

/** `file-attachments` → `File attachments`: the name of a type without an entry. */
const readable = (type: string) => {
  const words = type.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

const byType = new Map(partEntries.toReversed().map((entry) => [entry.type, entry]))

/** Settings that authors change at once; they do not tell one entry from another. */
const changed = new Set(['options', 'checks', 'lookup', 'valid', 'label'])
const fixedOf = ({ settings = {} }: PartEntry) => Object.entries(settings).filter(([key]) => !changed.has(key))

/** The entry of a node: the one with the most settings that the node has. */
function entryOf(node: Readonly<Record<string, unknown>>): PartEntry | undefined {
  const fitting = partEntries.filter(
    (entry) => entry.type === node['type'] && (entry.fits?.(node) ?? true) && fixedOf(entry).every(([key, value]) => node[key] === value),
  )
  const [best] = fitting.toSorted((a, b) => fixedOf(b).length - fixedOf(a).length)
  return best ?? byType.get(String(node['type']))
}

/** The everyday name of a node. */
export function partName(i18n: I18n, node: Readonly<Record<string, unknown>>): string {
  const entry = entryOf(node)
  return entry ? i18n._(entry.name) : readable(String(node['type'] ?? ''))
}

/** One sentence about a node; undefined for a type without an entry. */
export function partHelp(i18n: I18n, node: Readonly<Record<string, unknown>>): string | undefined {
  const entry = entryOf(node)
  return entry && i18n._(entry.help)
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** All parts that can be added, in the order of their groups. A type without an entry is under More parts. */
export function allParts(i18n: I18n): Part[] {
  const types = new Map(nodeTypes().map((one) => [one.type, one]))
  const named = partEntries.flatMap((entry, index): Part[] => {
    const own = types.get(entry.type)
    if (!own) return []
    return [
      {
        id: `${entry.type} ${index}`,
        type: entry.type,
        group: entry.group,
        name: i18n._(entry.name),
        help: i18n._(entry.help),
        searched: [i18n._(entry.name), i18n._(entry.help), ...Object.values(entry.words), entry.type].join(', ').toLowerCase(),
        words: Object.values(entry.words).map((list) => list.split(', ').map(plain)),
        body: { ...own.body, ...entry.settings },
      },
    ]
  })
  const rest = [...types.values()]
    .filter(({ type }) => !byType.has(type))
    .map(({ type, words, body }): Part => {
      const searched = `${type} ${readable(type)} ${words}`.toLowerCase()
      return { id: type, type, group: 'more', name: readable(type), help: words, searched, words: [], body }
    })
  const order = Object.keys(partGroups)
  return [...named, ...rest].toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
}

/** The parts that have each word of the text; a name that begins with the first word comes first. */
export function partsFor(parts: readonly Part[], wanted: string): readonly Part[] {
  const terms = plain(wanted)
    .split(/[\s,]+/)
    .filter(Boolean)
  if (terms.length === 0) return parts
  const found = parts.filter(({ searched }) => terms.every((term) => plain(searched).includes(term)))
  const [first = ''] = terms
  // First the part whose name begins with its most typical word, then a part with either; questions before texts.
  const rank = ({ name, words }: Part) => {
    const places = words.map((list) => list.indexOf(first)).filter((place) => place >= 0)
    const place = Math.min(...places, words.flat().length)
    if (!plain(name).startsWith(first)) return place
    return place === 0 ? -1 : 0
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}
