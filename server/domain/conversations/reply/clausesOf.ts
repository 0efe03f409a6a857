import { breakRules, laterBreakRules } from './breakRules.ts'
import { hourRules, productRule, resultRule } from './hourRules.ts'
import { labelRules } from './labelRules.ts'
import { is, isKind, isNumber, isSign, isWord, type Node, reduce, type Rule } from './Node.ts'
import { numberRules } from './numberRules.ts'
import type { Piece } from './Piece.ts'
import type { Tongue } from './phrases.ts'
import { presenceRules, sumRule } from './presenceRules.ts'
import { setAside } from './setAside.ts'
import { speechRules, wordRules } from './speechRules.ts'
import { lonelyTime, pointRules, shiftRule, timeRules, unsure, withShift } from './timeRules.ts'
import { tokensOf } from './tokensOf.ts'
import { crewsRule, plannedRule, workerRules } from './workerRules.ts'

const through = (nodes: readonly Node[], passes: readonly (readonly Rule[])[]): Node[] =>
  passes.reduce<Node[]>((done, rules) => reduce(done, rules), [...nodes])

const persons: Readonly<Record<string, string>> = {
  bro: 'brother',
  jefe: 'encargado',
  boss: 'foreman',
  chefe: 'encarregado',
  patron: 'encargado',
}

/** "Me and my bro", "y el jefe": words that elsewhere only address a person. */
function asPerson(node: Node, at: number, nodes: readonly Node[]): Node {
  const person = node.kind === 'word' && Object.hasOwn(persons, node.text) ? persons[node.text] : undefined
  return person !== undefined && isWord(nodes[at - 1], 'my', 'mi', 'meu', 'the', 'el', 'o', 'our') ? { ...node, text: person } : node
}

/** "4 guys... actually 5": elsewhere the word has no meaning for figures. */
const asCorrection = (node: Node, at: number, nodes: readonly Node[]): Node =>
  isWord(node, 'actually') && isSign(nodes[at - 1], ',.;-') && isNumber(nodes[at + 1]) ? { ...node, text: 'rather' } : node

/** Builds clauses from the words of a text, one kind after the other. Words without a meaning for figures are left out. */
export function clausesOf(piece: Piece, tongue: Tongue | undefined): Node[] {
  const tokens = tokensOf(piece, tongue).map(asPerson).map(asCorrection)
  const words = tokens.filter((node) => !is(node, 'noise'))
  const hasToday = tokens.some((node) => isWord(node, 'today', 'hoy', 'hoje', 'hj'))
  let nodes = setAside(through(words, [wordRules, ...numberRules, ...speechRules, presenceRules, ...timeRules, [productRule]]), hasToday)
  nodes = through(nodes, [...labelRules, breakRules])
  const hasBreak = nodes.some((node) => isKind(node, 'break'))
  nodes = through(nodes, [[shiftRule(hasBreak), plannedRule, unsure, crewsRule], pointRules])
  nodes = through(withShift(nodes), [laterBreakRules, [lonelyTime], ...hourRules, ...workerRules])
  return through(nodes, [[resultRule], [sumRule]])
}
