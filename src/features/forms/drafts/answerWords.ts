import type { I18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import type { FieldSetting, NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import type { Model } from '../../../../contract/endpoints/records.ts'
import type { Lookups } from '../../../engine/FieldRules.ts'
import { listOf, optionFor, optionsOf } from '../../../fields/choice/rules.ts'
import { formatDate, formatTime, isDate, isTime } from '../../../lib/formatDate.ts'
import { filesOf } from '../saveBody.ts'

export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)

const isChoice = (setting: NodeSetting | undefined): setting is FieldSetting<'enum' | 'valueenum' | 'listenum'> =>
  setting !== undefined && ['enum', 'valueenum', 'listenum'].includes(setting.type)

/** Returns a stored answer as text; if its question is gone, only the value is known. */
export function answerWords(setting: NodeSetting | undefined, value: unknown, lookups: Lookups, i18n: I18n): string {
  if (isNothing(value)) return ''
  if (setting?.type === 'password') return '••••'
  if (setting?.type === 'signature') return t`Signed`
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`
  if (isChoice(setting)) {
    const options = optionsOf(setting, lookups)
    return listOf(value)
      .map((one) => optionFor(options, one)?.name ?? answerWords(undefined, one, lookups, i18n))
      .join(', ')
  }
  if (typeof value === 'number') return numberWords(value, setting?.type === 'currency', i18n)
  if (typeof value === 'string') return textWords(value, i18n)
  return objectWords(value, lookups, i18n)
}

const numberWords = (value: number, isMoney: boolean, i18n: I18n) =>
  isMoney ? i18n.number(value / 100, { style: 'currency', currency: 'USD' }) : i18n.number(value)

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
