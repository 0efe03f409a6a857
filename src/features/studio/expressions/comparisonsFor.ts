import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Comparison, ConditionRow, RowValue } from './readCondition.ts'
import type { AnswerKind, Question } from './questionsAt.ts'

/** The comparisons that make sense for a kind of answer, in the order of the menu. */
const byKind: Readonly<Record<AnswerKind, readonly Comparison[]>> = {
  choice: ['is', 'isNot', 'oneOf', 'notOneOf', 'answered', 'empty'],
  several: ['contains', 'lacks', 'answered', 'empty'],
  yesNo: ['is', 'isNot'],
  number: ['is', 'isNot', 'more', 'least', 'less', 'most', 'answered', 'empty'],
  date: ['is', 'more', 'least', 'less', 'most', 'answered', 'empty'],
  time: ['is', 'more', 'least', 'less', 'most', 'answered', 'empty'],
  list: ['countLeast', 'countLess', 'answered', 'empty'],
  text: ['is', 'isNot', 'contains', 'lacks', 'answered', 'empty'],
  other: ['is', 'isNot', 'more', 'least', 'less', 'most', 'contains', 'lacks', 'answered', 'empty'],
}

export const comparisonsFor = (kind: AnswerKind, current: Comparison): readonly Comparison[] =>
  byKind[kind].includes(current) ? byKind[kind] : [...byKind[kind], current]

const names = {
  is: msg`is`,
  isNot: msg`is not`,
  oneOf: msg`is one of`,
  notOneOf: msg`is none of`,
  more: msg`is more than`,
  least: msg`is at least`,
  less: msg`is less than`,
  most: msg`is at most`,
  answered: msg`is answered`,
  empty: msg`is empty`,
  contains: msg`contains`,
  lacks: msg`does not contain`,
  countLeast: msg`has at least this many entries`,
  countLess: msg`has fewer entries than`,
} as const
const times = {
  more: msg`is after`,
  least: msg`is at or after`,
  less: msg`is before`,
  most: msg`is at or before`,
} as const

export function comparisonName(i18n: I18n, comparison: Comparison, kind: AnswerKind): string {
  if ((kind === 'date' || kind === 'time') && comparison in times) return i18n._(times[comparison as keyof typeof times])
  return i18n._(names[comparison])
}

/** The value that a row starts with. */
export function firstValue({ kind, options }: Question, comparison: Comparison): RowValue {
  switch (comparison) {
    case 'answered':
    case 'empty':
      return undefined
    case 'oneOf':
    case 'notOneOf':
      return options[0] ? [options[0].value] : ['']
    case 'countLeast':
    case 'countLess':
      return 1
    default:
      if (kind === 'yesNo') return true
      return kind === 'number' ? 0 : (options[0]?.value ?? '')
  }
}

export function firstRow(question: Question): ConditionRow {
  const comparison = byKind[question.kind][0] ?? 'is'
  return { question: question.name, comparison, value: firstValue(question, comparison) }
}
