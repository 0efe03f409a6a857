import { didYouMean } from '../check/didYouMean.ts'
import type { ExpressionError } from '../expression.ts'
import { allFunctions } from './allFunctions.ts'
import { waysOf } from './functionReference.ts'

/** What other systems and spreadsheets call a function. */
const synonyms: Readonly<Record<string, string>> = {
  iif: 'if',
  isblank: 'empty',
  isempty: 'empty',
  isnull: 'empty',
  ifnull: 'coalesce',
  nvl: 'coalesce',
  default: 'coalesce',
  concat: 'join',
  concatenate: 'join',
  total: 'sum',
  avg: 'average',
  mean: 'average',
  minimum: 'min',
  maximum: 'max',
  countif: 'countWhere',
  countifs: 'countWhere',
  sumif: 'sumWhere',
  sumifs: 'sumWhere',
  vlookup: 'lookup',
  xlookup: 'lookup',
  index: 'item',
  first: 'item',
  last: 'item',
  nth: 'item',
  includes: 'contains',
  selected: 'has',
  regex: 'match',
  regexmatch: 'match',
  matches: 'match',
  like: 'match',
  pattern: 'match',
  date: 'today',
  currentdate: 'today',
  time: 'now',
  timestamp: 'now',
  dateadd: 'addDays',
  adddate: 'addDays',
  addhours: 'addMinutes',
  addtime: 'addMinutes',
  datediff: 'daysBetween',
  days: 'daysBetween',
  format: 'dateText',
  formatdate: 'dateText',
  dateformat: 'dateText',
  formattime: 'timeText',
  tolower: 'lower',
  lowercase: 'lower',
  toupper: 'upper',
  uppercase: 'upper',
  tonumber: 'number',
  parseint: 'number',
  parsefloat: 'number',
  int: 'floor',
  value: 'number',
  tostring: 'text',
  string: 'text',
  str: 'text',
  rounddown: 'floor',
  roundup: 'ceil',
  ceiling: 'ceil',
  size: 'len',
  add: 'sum',
  plus: 'sum',
  dayofweek: 'weekday',
  all: 'every',
  any: 'some',
}

/** What to write instead of a call that cannot be read; starts with a separator. Empty for another error. */
export function hintForCall({ calls, message }: ExpressionError): string {
  const open = waysOf(/after the values of (\w+)/.exec(message)?.[1] ?? '')
  if (open !== undefined) return `: ${open}`
  if (calls === undefined) return ''
  const ways = waysOf(calls)
  if (ways !== undefined) return `: ${ways}`
  const synonym = Object.hasOwn(synonyms, calls.toLowerCase()) ? synonyms[calls.toLowerCase()] : undefined
  const near = synonym ?? didYouMean(calls, Object.keys(allFunctions))
  return near ? `; did you mean ${waysOf(near)}?` : '; common ones are if, empty, count, sum, today and lookup, and the guide shows all'
}

const straight = "; write straight quotes: '"
const hintOfSign: Readonly<Record<string, string>> = {
  '{': '; braces are for texts, an expression has the attribute alone',
  '‘': straight,
  '’': straight,
  '“': straight,
  '”': straight,
}

/** What to write at the place of the error; starts with a separator. Empty for another error. */
export function hintForSign({ at, message }: ExpressionError, source: string): string {
  if (message.startsWith('expected }}')) return ', for example {{ladder}}'
  const sign = source[at] ?? ''
  const isWord = /\w/.test(sign) && /\w/.test(source.slice(0, at).trimEnd().at(-1) ?? '')
  return hintOfSign[sign] ?? (isWord ? '; a text needs single quotes, and a question has the name in its attribute' : '')
}
