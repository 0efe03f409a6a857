import { type Role, rolesOf } from './rolesOf.ts'

export type Kind =
  | 'word'
  | 'number'
  | 'clock'
  | 'sign'
  | 'place'
  | 'span'
  | 'break'
  | 'begin'
  | 'finish'
  | 'hours'
  | 'allHours'
  | 'count'
  | 'part'
  | 'doubt'
  | 'done'

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
  /** Workers with the trade before their number: "masons 4". */
  readonly isAfterNoun?: boolean
  /** Hours of those who left before the end of the shift. */
  readonly hours?: number
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

/** What a rule found at a place: how many nodes it consumes, and the nodes that replace them. */
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

export const isNumber = (node: Node | undefined): node is Node => node?.kind === 'number'
export const isWhole = (node: Node | undefined): node is Node => isNumber(node) && Number.isInteger(node.value)
export const isSign = (node: Node | undefined, signs: string) => node?.kind === 'sign' && signs.includes(node.text)
/** Returns whether a node is one of these words or signs. A clause, such as the number "a dozen", is no word. */
export const isWord = (node: Node | undefined, ...words: readonly string[]) =>
  node !== undefined && (node.kind === 'word' || node.kind === 'sign' || node.kind === 'number') && words.includes(node.text)
export const isFraction = (node: Node | undefined): node is Node => isNumber(node) && node.value < 1 && node.value > 0
export const isPlain = (node: Node | undefined) => node?.kind === 'word'

/** Returns the first place from `at` that is none of these little words. At most three are passed over. */
export function past(nodes: readonly Node[], at: number, test: (node: Node | undefined) => boolean): number {
  let next = at
  while (next < at + 3 && test(nodes[next])) next++
  return next
}
export const round = (value: number) => Math.round(value * 100) / 100
