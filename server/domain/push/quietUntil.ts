import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addDays } from 'date-fns/addDays'
import { startOfDay } from 'date-fns/startOfDay'
import type { PushChoice } from '../../../contract/endpoints/people/push.ts'
import { inZone, momentIn } from '../../../contract/rules/inZone.ts'
import { isQuiet } from '../../../contract/rules/notices/isQuiet.ts'

/** The end of the quiet hours, if `now` (ms) is within them; else undefined. Quiet hours may go over midnight. */
export function quietUntil(quiet: PushChoice['quiet'], now: number): Date | undefined {
  if (!quiet) return undefined
  const there = inZone(quiet.timezone, now)
  const clock = `${String(there.getHours()).padStart(2, '0')}:${String(there.getMinutes()).padStart(2, '0')}`
  if (!isQuiet(quiet, clock)) return undefined
  const today = startOfDay(new UTCDateMini(Date.UTC(there.getFullYear(), there.getMonth(), there.getDate())))
  const day = clock < quiet.until ? today : addDays(today, 1)
  const [hours = 0, minutes = 0] = quiet.until.split(':').map(Number)
  return new Date(momentIn(quiet.timezone, day.getTime() + (hours * 60 + minutes) * 60_000))
}
