import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Answer } from '../fields/defineAnswer.ts'
import { today } from '../lib/formatDate.ts'
import { isStoredFile } from './FileViews.tsx'

/** 13:30 → 1:30 PM, as the fields show it. */
function clock(value: unknown, locale: string): string {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(String(value)) ?? []
  if (hours === undefined || minutes === undefined) return String(value)
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(
    new Date(2000, 0, 1, Number(hours), Number(minutes)),
  )
}

/** 2026-05-11 → May 11, 2026. */
function dayWords(value: unknown, i18n: I18n): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(String(value))?.[0]
  return day ? i18n.date(new Date(`${day}T12:00:00`), { dateStyle: 'medium' }) : String(value)
}

function plainText(value: unknown, i18n: I18n): string {
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`
  if (typeof value === 'number') return i18n.number(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const filesIn = (value: unknown) => (Array.isArray(value) ? value.filter(isStoredFile) : [])

/**
 * Returns an answer as people read it, with one line for each entry of a list. Files are their names. `locale` is that of
 * `i18n`.
 */
export function answerText({ kind, value, items = [], lines }: Answer, i18n: I18n): string {
  switch (kind) {
    case 'yesNo':
      return value === true ? t`Yes` : t`No`
    case 'files':
      return filesIn(value)
        .map(({ name, filename }) => name ?? filename)
        .join(', ')
    case 'signature':
      return filesIn(value).length > 0 ? t`Signed` : ''
    case 'items':
      return items.map((answers) => answers.map((answer) => `${answer.label}: ${answerText(answer, i18n)}`).join('; ')).join('\n')
    case 'lines':
      return lines?.(today(), i18n.locale).join('\n') ?? ''
    case 'time':
      return clock(value, i18n.locale)
    case 'date':
      return dayWords(value, i18n)
    case 'cents':
      return i18n.number(Number(value) / 100, { style: 'currency', currency: 'USD' })
    case 'text':
      return plainText(value, i18n)
  }
}
