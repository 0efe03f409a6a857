import { is, type Node } from './Node.ts'
import { numberWord, type Tongue } from './phrases.ts'
import type { Piece } from './Piece.ts'

const fractions: Readonly<Record<string, number>> = { '1/2': 0.5, '1/4': 0.25, '3/4': 0.75, '½': 0.5, '¼': 0.25, '¾': 0.75 }
const word = /~+|¬+|(?<!\S)\.\d{1,2}(?!\d)|\d{1,6}(?:[.,:/h]\d{1,4})?(?![\d])|\d+|c\/u|w\/o|w\/|p\/p|[a-z]+(?:'[a-z]+)*|[^\s]/gu

/** Splits a text into words, numbers, times of day and signs. */
export function tokensOf(piece: Piece, tongue: Tongue | undefined): Node[] {
  const nodes: Node[] = []
  const isShouted = piece.original === piece.original.toUpperCase()
  for (const match of piece.text.matchAll(word))
    for (const node of tokenOf(match[0], match.index, piece.original))
      nodes.push(inTongue(isShouted ? { ...node, isCapital: false } : node, tongue))
  const isOurs = (next: Node | undefined) => ['meus', 'nossos', 'deles', 'rapazes'].includes(next?.text ?? '')
  return tongue === 'pt' || nodes.some((node, at) => node.text === 'dos' && isOurs(nodes[at + 1]))
    ? nodes.map((node, at) => (isOfThe(node, nodes[at + 1]) ? { ...node, kind: 'word', value: Number.NaN } : node))
    : nodes
}

/** Portuguese "dos fundos" is a place, Spanish "dos pintores" are two. */
const isOfThe = (node: Node, next: Node | undefined) => node.text === 'dos' && next?.kind === 'word' && !is(next, 'worker', 'hour')

/** Words that are a number in one language and something else in another: "once", "dos", "um". */
const falseNumbers: Readonly<Record<Tongue, readonly string[]>> = { en: ['once', 'um', 'dos', 'uma'], es: ['um'], pt: ['once'] }

function inTongue(node: Node, tongue: Tongue | undefined): Node {
  // Portuguese "no" is "in the" and no negation.
  if (tongue === 'pt' && node.text === 'no') return { ...node, text: 'na' }
  if (node.kind !== 'number' || tongue === undefined || !falseNumbers[tongue].includes(node.text)) return node
  return { ...node, kind: 'word', value: Number.NaN, text: 'uh' }
}

function tokenOf(text: string, from: number, original: string): Node[] {
  const base = { text, from, to: from + text.length, value: Number.NaN }
  if (text.startsWith('~')) return [{ ...base, kind: 'place', isMarked: /\d$/u.test(original.slice(from, base.to)) }]
  if (text.startsWith('¬')) return [{ ...base, kind: 'done' }]
  const fraction = fractions[text]
  if (fraction !== undefined) return [{ ...base, kind: 'number', value: fraction }]
  if (/^\.\d/u.test(text)) return [{ ...base, kind: 'number', value: Number(text) }]
  if (/^\d/u.test(text)) return digits(text, from)
  if (!/^[a-z]/u.test(text)) return [{ ...base, kind: 'sign' }]
  if (text === 'w/') return [{ ...base, kind: 'word', text: 'with' }]
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
