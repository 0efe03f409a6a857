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
  all: 'every',
  any: 'some',
}

/** What to write instead of a call that cannot be read; starts with a separator. Empty for another error. */
export function hintForCall({ calls }: ExpressionError): string {
  if (calls === undefined) return ''
  const ways = waysOf(calls)
  if (ways !== undefined) return `: ${ways}`
  const synonym = Object.hasOwn(synonyms, calls.toLowerCase()) ? synonyms[calls.toLowerCase()] : undefined
  const near = synonym ?? didYouMean(calls, Object.keys(allFunctions))
  return near ? `; did you mean ${waysOf(near)}?` : `; there are ${Object.keys(allFunctions).join(', ')}`
}
