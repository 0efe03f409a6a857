import type { BotContact, ConversationSettings } from '../../../contract/endpoints/conversations.ts'
import type { Local } from './localTime.ts'

/** The minutes of each choice of `stopAfter`. */
const minutesOf: Readonly<Record<string, number>> = {
  '15 mins': 15,
  '30 mins': 30,
  '45 mins': 45,
  '1 hour': 60,
  '2 hours': 120,
  '3 hours': 180,
}
export const standardStopAfter = '1 hour'
export const minutes = (text: string | undefined): number => minutesOf[text ?? standardStopAfter] ?? 60

const workdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']
export const standardTime = '15:00'

/**
 * Returns whether the bot should ask now: from its start time until it would stop waiting, at least 30
 * minutes. A server that was down then asks late, but not at night.
 */
export function isDue(settings: ConversationSettings, now: Local, isHoliday: boolean): boolean {
  if (settings.active === false) return false
  if (isHoliday && settings.askOnHolidays !== true) return false
  const days = settings.days ?? workdays
  if (!days.some((day) => day.slice(0, 3) === now.weekday)) return false
  const [hour = 15, minute = 0] = (settings.time ?? standardTime).split(':').map(Number)
  const from = hour * 60 + minute
  return now.minute >= from && now.minute < from + Math.max(30, minutes(settings.stopAfter))
}

/** Returns whether the contact is available on this day (decision OQ-040). */
export function isAvailable(
  { disabled, disabledUntil, disabledOn }: Pick<BotContact, 'disabled' | 'disabledUntil' | 'disabledOn'>,
  day: string,
): boolean {
  if (disabled !== true) return true
  // A contact who was away for one day is available again the next day.
  if (disabledUntil === 'today') return disabledOn !== undefined && disabledOn < day
  return /^\d{4}-\d{2}-\d{2}$/.test(disabledUntil ?? '') && (disabledUntil ?? '') <= day
}

/** Groups the contacts by number, in list order: each number has one conversation. */
export function byNumber(contacts: readonly BotContact[], day: string): ReadonlyMap<string, readonly BotContact[]> {
  const groups = new Map<string, BotContact[]>()
  for (const contact of contacts)
    if (isAvailable(contact, day)) groups.set(contact.mobile, [...(groups.get(contact.mobile) ?? []), contact])
  return groups
}
