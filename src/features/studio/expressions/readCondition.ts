import { parseExpression } from '../../../../contract/forms/expression.ts'
import '../../../../contract/forms/functions/allFunctions.ts'

/**
 * A condition as rows of menus: question, comparison, value. `readCondition` returns undefined for an expression
 * that rows cannot show; `writeCondition` writes the expression of rows.
 */

export const comparisons = [
  'is',
  'isNot',
  'oneOf',
  'notOneOf',
  'more',
  'least',
  'less',
  'most',
  'answered',
  'empty',
  'contains',
  'lacks',
  'countLeast',
  'countLess',
] as const
export type Comparison = (typeof comparisons)[number]

/** A fixed value, several of them, or the answer to another question. */
export type RowValue = string | number | boolean | readonly (string | number | boolean)[] | { readonly question: string } | undefined

export interface ConditionRow {
  readonly question: string
  readonly comparison: Comparison
  readonly value?: RowValue
  /** Written as `name` or `not name`: `name = true` differs for texts, numbers and answers that are missing. */
  readonly isBare?: boolean
}

export interface Condition {
  readonly join: 'and' | 'or'
  readonly rows: readonly ConditionRow[]
}

const signs: Readonly<Partial<Record<Comparison, string>>> = {
  is: '=',
  isNot: '!=',
  oneOf: 'in',
  notOneOf: 'not in',
  more: '>',
  least: '>=',
  less: '<',
  most: '<=',
  contains: 'contains',
}
const bySign = new Map<string, Comparison>([
  ...Object.entries(signs).map(([comparison, sign]) => [sign, comparison as Comparison] as const),
  ['==', 'is'],
  ['===', 'is'],
  ['!==', 'isNot'],
  ['<>', 'isNot'],
])

/** Text in quotes of the expression language. */
export const quotedText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`).replaceAll('\n', String.raw`\n`)}'`

/** A value as the expression language writes it: texts in quotes, numbers and yes or no without. */
export function writeValue(value: RowValue): string {
  if (typeof value === 'object' && 'question' in value) return value.question
  if (typeof value === 'object') return `[${value.map(writeValue).join(', ')}]`
  return typeof value === 'string' || value === undefined ? quotedText(value ?? '') : String(value)
}

function writeRow({ question, comparison, value, isBare }: ConditionRow): string {
  if (isBare && value === true && (comparison === 'is' || comparison === 'isNot')) return comparison === 'is' ? question : `not ${question}`
  switch (comparison) {
    case 'answered':
      return `not empty(${question})`
    case 'empty':
      return `empty(${question})`
    case 'lacks':
      return `not (${question} contains ${writeValue(value)})`
    case 'countLeast':
      return `count(${question}) >= ${Number(value ?? 1)}`
    case 'countLess':
      return `count(${question}) < ${Number(value ?? 1)}`
    default:
      return `${question} ${signs[comparison]} ${writeValue(value)}`
  }
}

export const writeCondition = ({ join, rows }: Condition): string => rows.map(writeRow).join(` ${join} `)

const token = /\s+|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*(?:\.\w+)*|\d+(?:\.\d+)?|===|!==|==|!=|<>|<=|>=|&&|\|\||[-=<>!(),[\]]/y

function tokensOf(source: string): string[] | undefined {
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < source.length) {
    const found = token.exec(source)
    if (!found) return undefined
    if (found[0].trim() !== '') tokens.push(found[0])
  }
  return tokens
}

const joins: Readonly<Record<string, 'and' | 'or'>> = { and: 'and', '&&': 'and', or: 'or', '||': 'or' }
const keywords = new Set(['and', 'or', 'not', 'in', 'contains', 'true', 'false', 'null', 'empty', 'count'])
const isName = (part: string | undefined): part is string => part !== undefined && /^[A-Za-z_]/.test(part) && !keywords.has(part)

/** The parts between `and` or `or` outside of brackets; undefined if both words are used. */
function split(tokens: readonly string[]): { join: 'and' | 'or'; parts: string[][] } | undefined {
  const parts: string[][] = [[]]
  let depth = 0
  let join: 'and' | 'or' | undefined
  for (const part of tokens) {
    if (part === '(' || part === '[') depth += 1
    if (part === ')' || part === ']') depth -= 1
    const word = depth === 0 ? joins[part] : undefined
    if (word === undefined) parts.at(-1)?.push(part)
    else if (join !== undefined && join !== word) return undefined
    else {
      join = word
      parts.push([])
    }
  }
  return { join: join ?? 'and', parts }
}

/** As the expression language reads them: any other backslash stays. */
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', "'": "'", '"': '"', '\\': '\\' }

function readLiteral(part: string): string | number | boolean | undefined {
  if (part === 'true' || part === 'false') return part === 'true'
  if (/^\d/.test(part)) return Number(part)
  if (/^['"]/.test(part)) return part.slice(1, -1).replaceAll(/\\(.)/gs, (whole, sign: string) => escapes[sign] ?? whole)
  return undefined
}

function readValue(parts: readonly string[]): RowValue {
  const [first = '', second, ...rest] = parts
  if (parts.length === 1) return isName(first) ? { question: first } : readLiteral(first)
  if (first === '-' && second !== undefined && rest.length === 0 && /^\d/.test(second)) return -Number(second)
  if (first !== '[' || parts.at(-1) !== ']') return undefined
  const items = parts.slice(1, -1).filter((_, index) => index % 2 === 0)
  const commas = parts.slice(1, -1).filter((_, index) => index % 2 === 1)
  const values = items.map(readLiteral)
  return commas.every((comma) => comma === ',') && values.every((value) => value !== undefined) ? values : undefined
}

function readCount(parts: readonly string[]): ConditionRow | undefined {
  const [name, open, question, close, sign, number, ...rest] = parts
  if (name !== 'count' || open !== '(' || close !== ')' || !isName(question) || rest.length > 0) return undefined
  const value = readLiteral(number ?? '')
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined
  if (sign === '>=') return { question, comparison: 'countLeast', value }
  if (sign === '>') return { question, comparison: 'countLeast', value: value + 1 }
  return sign === '<' ? { question, comparison: 'countLess', value } : undefined
}

function readEmpty(parts: readonly string[], comparison: 'empty' | 'answered'): ConditionRow | undefined {
  const [name, open, question, close] = parts
  const fits = name === 'empty' && open === '(' && close === ')' && parts.length === 4
  return fits && isName(question) ? { question, comparison } : undefined
}

function readNot(parts: readonly string[]): ConditionRow | undefined {
  const [first] = parts
  if (parts.length === 1 && isName(first)) return { question: first, comparison: 'isNot', value: true, isBare: true }
  const empty = readEmpty(parts, 'answered')
  if (empty) return empty
  if (first !== '(' || parts.at(-1) !== ')') return undefined
  const inner = readRow(parts.slice(1, -1))
  return inner?.comparison === 'contains' ? { ...inner, comparison: 'lacks' } : undefined
}

function readRow(parts: readonly string[]): ConditionRow | undefined {
  const [first, second, third] = parts
  if (first === 'not' || first === '!') return readNot(parts.slice(1))
  const special = readEmpty(parts, 'empty') ?? readCount(parts)
  if (special) return special
  if (!isName(first)) return undefined
  if (parts.length === 1) return { question: first, comparison: 'is', value: true, isBare: true }
  const isNotIn = second === 'not' && third === 'in'
  const comparison = isNotIn ? 'notOneOf' : bySign.get(second ?? '')
  const value = readValue(parts.slice(isNotIn ? 3 : 2))
  if (comparison === undefined || value === undefined) return undefined
  const isList = Array.isArray(value)
  return isList === (comparison === 'oneOf' || comparison === 'notOneOf') ? { question: first, comparison, value } : undefined
}

export function readCondition(source: string): Condition | undefined {
  try {
    parseExpression(source)
  } catch {
    return undefined
  }
  const tokens = tokensOf(source)
  const found = tokens && split(tokens)
  if (!found) return undefined
  const rows = found.parts.map(readRow)
  return rows.every((row) => row !== undefined) ? { join: found.join, rows } : undefined
}
