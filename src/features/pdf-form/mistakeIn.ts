import { t } from '@lingui/core/macro'
import { isDate } from '../../lib/formatDate.ts'
import type { FormField, Value } from './formFields.ts'

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Parts of a date pattern of Acrobat that a calendar can give; others stay text. */
const datePart = /d{1,2}|m{1,3}|y{4}|y{2}/g
const isCalendar = (pattern: string) => /d/.test(pattern) && /m/.test(pattern) && /y/.test(pattern) && !/mmmm|[hHMst]|ddd/.test(pattern)

/** Returns the date in the pattern of the file (`mm/dd/yyyy`); undefined for a pattern that is more than a day. */
export function writeDate(iso: string, pattern: string): string | undefined {
  const [year = '', month = '', day = ''] = iso.split('-')
  if (!isDate(iso) || !isCalendar(pattern)) return undefined
  const name = monthNames[Number(month) - 1] ?? ''
  const parts: Record<string, string> = {
    d: String(Number(day)),
    dd: day,
    m: String(Number(month)),
    mm: month,
    mmm: name.charAt(0).toUpperCase() + name.slice(1),
    yy: year.slice(2),
    yyyy: year,
  }
  return pattern.replace(datePart, (part) => parts[part] ?? part)
}

/** No date and no number is longer, in characters. */
const longestText = 60

/** Returns the ISO date of a text in the pattern of the file; undefined for other texts. */
export function readDate(text: string, pattern: string): string | undefined {
  if (!isCalendar(pattern) || text.length > longestText) return undefined
  const order: string[] = []
  const source = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(datePart, (part) => {
    order.push(part.charAt(0))
    if (part === 'mmm') return '([A-Za-z]{3})'
    return part === 'yyyy' ? '(\\d{4})' : '(\\d{1,2})'
  })
  // regex: at most 60 characters, checked above
  const found = new RegExp(`^${source}$`).exec(text.trim())
  if (!found) return undefined
  const part = (letter: string) => found[order.indexOf(letter) + 1] ?? ''
  const month = /^\d/.test(part('m')) ? Number(part('m')) : monthNames.indexOf(part('m').toLowerCase()) + 1
  const year = part('y').length === 4 ? part('y') : `20${part('y').padStart(2, '0')}`
  const iso = `${year}-${String(month).padStart(2, '0')}-${part('d').padStart(2, '0')}`
  return isDate(iso) ? iso : undefined
}

/** A number with its signs: currency, percent, groups and decimals. */
// regex: at most 60 characters, checked before
const isNumber = (text: string) => text.length <= longestText && /^[\s\p{Sc}%+()-]*\d[\d.,'\s]*[\s\p{Sc}%()-]*$/u.test(text)

/** Says what is wrong with a text that the scripts of the file would refuse; undefined if nothing is known. */
export function mistakeIn({ format, fieldType }: Pick<FormField, 'format' | 'fieldType'>, value: Value | undefined): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  if ((format === 'number' || fieldType === 'number') && !isNumber(value)) return t`Only a number is allowed here.`
  return undefined
}
