import type { Piece } from './Piece.ts'
import { type Role, rolesOf } from './rolesOf.ts'
import { numberWord } from './phrases.ts'

export type Kind = 'word' | 'number' | 'clock' | 'sign' | 'place' | 'span' | 'break' | 'hours' | 'allHours' | 'count' | 'doubt' | 'done'

/** A word, or a clause that the grammar has built from several. `from` and `to` are its place in the text. */
export interface Node {
  readonly kind: Kind
  readonly text: string
  readonly from: number
  readonly to: number
  /** Workers, hours, or for a time of day its minutes after midnight. */
  readonly value: number
  /** A time of day in a form that is nothing else, such as "7:30" or "7 am"; the sum in "12 in total". */
  readonly isMarked?: boolean
  /** Minutes after midnight at which a shift begins and ends. */
  readonly ends?: readonly [number, number]
  readonly isCapital?: boolean
}

const fractions: Readonly<Record<string, number>> = { '1/2': 0.5, '1/4': 0.25, '3/4': 0.75, '½': 0.5, '¼': 0.25, '¾': 0.75 }
const word = /~+|¬+|\d{1,6}(?:[.,:/h]\d{1,4})?(?![\d])|\d+|c\/u|[a-z]+(?:'[a-z]+)*|[^\s]/gu

/** Splits a text into words, numbers, times of day and signs. */
export function tokensOf(piece: Piece): Node[] {
  const nodes: Node[] = []
  for (const match of piece.text.matchAll(word)) nodes.push(...tokenOf(match[0], match.index, piece.original))
  return nodes
}

function tokenOf(text: string, from: number, original: string): Node[] {
  const base = { text, from, to: from + text.length, value: Number.NaN }
  if (text.startsWith('~')) return [{ ...base, kind: 'place' }]
  if (text.startsWith('¬')) return [{ ...base, kind: 'done' }]
  const fraction = fractions[text]
  if (fraction !== undefined) return [{ ...base, kind: 'number', value: fraction }]
  if (/^\d/u.test(text)) return digits(text, from)
  if (!/^[a-z]/u.test(text)) return [{ ...base, kind: 'sign' }]
  const value = numberWord(text)
  if (value !== undefined) return [{ ...base, kind: 'number', value }]
  const letter = original[from] ?? ''
  return [{ ...base, kind: 'word', isCapital: letter !== letter.toLowerCase() }]
}

function digits(text: string, from: number): Node[] {
  const base = { text, from, to: from + text.length }
  const [, first = '', mark = '', last = ''] = /^(\d+)([.,:/h])(\d+)$/u.exec(text) ?? []
  const isTime = (hour: string, minute: string) => minute.length === 2 && Number(hour) <= 24 && Number(minute) < 60
  if ((mark === ':' || mark === 'h') && isTime(first, last))
    return [{ ...base, kind: 'clock', value: Number(first) * 60 + Number(last), isMarked: true }]
  if (mark === '.' || mark === ',') return [{ ...base, kind: 'number', value: Number(`${first}.${last}`) }]
  if (mark !== '') {
    const middle = from + first.length
    return [
      { kind: 'number', text: first, from, to: middle, value: Number(first) },
      { kind: 'sign', text: mark, from: middle, to: middle + 1, value: Number.NaN },
      { kind: 'number', text: last, from: middle + 1, to: base.to, value: Number(last) },
    ]
  }
  if (/^0\d{3}$/u.test(text))
    return [{ ...base, kind: 'clock', value: Number(text.slice(0, 2)) * 60 + Number(text.slice(2)), isMarked: true }]
  return [{ ...base, kind: 'number', value: Number(text) }]
}

export const is = (node: Node | undefined, ...wanted: readonly Role[]): boolean =>
  node !== undefined &&
  (node.kind === 'word' || node.kind === 'sign' || node.text === 'zero') &&
  wanted.some((role) => rolesOf(node.text).has(role))

export const isKind = (node: Node | undefined, ...kinds: readonly Kind[]): boolean => node !== undefined && kinds.includes(node.kind)

/** Returns one node for several. */
export const join = (nodes: readonly Node[], kind: Kind, value: number, more: Partial<Node> = {}): Node => ({
  kind,
  value,
  text: nodes[0]?.text ?? '',
  from: nodes[0]?.from ?? 0,
  to: nodes.at(-1)?.to ?? 0,
  ...more,
})

/** What a rule found at a place: how many nodes it consumes, and what stands for them. */
export type Match = readonly [consumed: number, ...nodes: readonly Node[]]
export type Rule = (nodes: readonly Node[], at: number) => Match | undefined

/** Applies rules once from left to right. Every rule looks at a bounded number of nodes, so this is linear. */
export function reduce(nodes: readonly Node[], rules: readonly Rule[]): Node[] {
  const result: Node[] = []
  for (let at = 0; at < nodes.length; ) {
    const [consumed, ...made] = firstMatch(nodes, at, rules) ?? [1, nodes[at] as Node]
    result.push(...made)
    at += consumed
  }
  return result
}

function firstMatch(nodes: readonly Node[], at: number, rules: readonly Rule[]): Match | undefined {
  for (const rule of rules) {
    const match = rule(nodes, at)
    if (match) return match
  }
  return undefined
}
