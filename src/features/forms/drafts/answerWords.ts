import type { I18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import type { Model } from '../../../../contract/endpoints/records.ts'
import type { Lookups } from '../../../engine/FieldRules.ts'
import { answerOf } from '../../../fields/answerOf.ts'
import { formatDate, formatTime, isDate, isTime } from '../../../lib/formatDate.ts'
import { filesOf } from '../saveBody.ts'

export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a stored answer as text; if its question is gone, only the value is known. */
export function answerWords(setting: NodeSetting | undefined, value: unknown, lookups: Lookups, i18n: I18n): string {
  if (isNothing(value)) return ''
  const plain = (one: unknown) => answerWords(undefined, one, lookups, i18n)
  const own = setting && answerOf(setting.type)?.words?.(value, setting as never, lookups, { i18n, plain })
  if (own !== undefined) return own
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`
  if (typeof value === 'number') return i18n.number(value)
  if (typeof value === 'string') return textWords(value, i18n)
  return objectWords(value, lookups, i18n)
}

function textWords(value: string, i18n: I18n): string {
  if (isDate(value)) return formatDate(value, i18n.locale)
  return isTime(value) ? formatTime(value) : value
}

/** Returns files and entries as their number, and other lists and objects part by part. */
function objectWords(value: unknown, lookups: Lookups, i18n: I18n): string {
  const files = filesOf(value).length
  if (files > 0) return plural(files, { one: '# file', other: '# files' })
  if (Array.isArray(value) && value.some(isModel)) return plural(value.length, { one: '# entry', other: '# entries' })
  const parts = Array.isArray(value) ? value : Object.values(value as Model)
  return parts
    .map((part) => answerWords(undefined, part, lookups, i18n))
    .filter((part) => part !== '')
    .join(', ')
}

/** Returns the size of a draft: "3 answers, 2 files". */
export function amountWords(answers: Model): string {
  const count = Object.entries(answers).filter(([, value]) => !isNothing(value) && filesOf(value).length === 0).length
  const files = new Set(filesOf(answers).map(({ id }) => id)).size
  const parts = [
    count > 0 ? plural(count, { one: '# answer', other: '# answers' }) : '',
    files > 0 ? plural(files, { one: '# file', other: '# files' }) : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
