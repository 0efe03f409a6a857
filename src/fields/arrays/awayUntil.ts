import { t } from '@lingui/core/macro'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import { daysLater } from '../../../contract/rules/daysLater.ts'
import { nextWorkingDay, startOfNextWeek } from '../../../contract/rules/isWorkingDay.ts'
import { formatDate, isDate } from '../../lib/formatDate.ts'
import { type Item, text } from './itemsOf.ts'

/**
 * The answers of the Set Availability dialog. They are not stored; their result is `disabledUntil` (spec/1
 * §4.2). `Today` is offered if the setting says so.
 */
export const availabilityModes = ['Today', 'Tomorrow', 'Next Week', 'Later', 'Never/Unsure'] as const
export type AvailabilityMode = (typeof availabilityModes)[number]

/** The initial meaning of switching availability off. */
export type Unavailable = 'permanently' | 'today'

/** `today` by the device's calendar, and the days without work. */
export interface Calendar {
  readonly today: string
  readonly holidays: ReadonlySet<string>
}

/**
 * Until when a person is away: permanently, selfmanaged, today or the first day back; undefined if they are
 * available (decision OQ-040).
 */
export function awayUntil({ disabled, disabledUntil, disabledOn }: Item, today: string): string | undefined {
  if (disabled !== true) return undefined
  const until = text(disabledUntil) || 'permanently'
  if (until === 'today' && isDate(text(disabledOn)) && text(disabledOn) < today) return undefined
  return isDate(until) && until <= today ? undefined : until
}

/** Text for tables. */
export function availabilityWords(item: Item, today: string, language: string): string {
  const until = awayUntil(item, today)
  if (until === undefined) return t`Available`
  if (until === 'selfmanaged') return t`Self Managed`
  if (until === 'today') return t`Unavailable for Today`
  if (!isDate(until)) return t`Unavailable Permanently`
  const date = formatDate(until, language)
  return t`Unavailable til ${date}`
}

export const available = (item: Item): Item => ({
  ...item,
  disabled: false,
  disabledUntil: null,
  disabledReason: null,
  ...('disabledOn' in item && { disabledOn: null }),
})

/** `today`: the date that the word refers to, so that a person who is away today is back tomorrow. */
export const unavailable = (item: Item, until: string, reason?: string, today?: string): Item => ({
  ...item,
  disabled: true,
  disabledUntil: until,
  disabledReason: reason || null,
  ...('disabledOn' in item && { disabledOn: null }),
  ...(until === 'today' && today !== undefined && { disabledOn: today }),
})

/**
 * The first day back for an answer of the dialog, or the keyword if there is none; undefined while the date
 * is missing.
 */
export function untilOf(mode: unknown, date: unknown, { today, holidays }: Calendar): string | undefined {
  switch (mode) {
    case 'Today':
      return 'today'
    case 'Tomorrow':
      return nextWorkingDay(today, holidays)
    case 'Next Week':
      return startOfNextWeek(today)
    case 'Later':
      return isDate(date) && date > today ? date : undefined
    case 'Never/Unsure':
      return 'permanently'
    default:
      return undefined
  }
}

/** The dialog's answer for the stored value of an entry. */
export function modeOf(until: string, { today, holidays }: Calendar): { mode: AvailabilityMode; date?: string } {
  if (until === 'today') return { mode: 'Today' }
  if (!isDate(until)) return { mode: 'Never/Unsure' }
  if (until === nextWorkingDay(today, holidays)) return { mode: 'Tomorrow' }
  if (until === startOfNextWeek(today)) return { mode: 'Next Week' }
  return { mode: 'Later', date: until }
}

/** Longest accepted holiday, in days. */
const longest = 120

/**
 * The days of the lookup `holidays`: each entry has a `date`, and a `dateEnd` if it is longer; entries with
 * `active` false are skipped.
 */
export function holidaysOf(items: readonly LookupItem[] = []): ReadonlySet<string> {
  const days = new Set<string>()
  for (const { id, attributes = {} } of items) {
    const date = text(attributes['date']) || id
    if (attributes['active'] === false || !isDate(date)) continue
    const dateEnd = text(attributes['dateEnd'])
    const [first = date, end = date] = isDate(dateEnd) ? [date, dateEnd].sort() : []
    for (let day = first, count = 0; day <= end && count < longest; day = daysLater(day, 1), count++) days.add(day)
  }
  return days
}
