import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { msg } from '@lingui/core/macro'
import { i18n } from '@lingui/core'
import type { Command, CommandKind, Device } from '../../../contract/endpoints/devices.ts'
import { durationText } from '../../../contract/rules/crew/durationText.ts'

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', millisecondsInDay],
  ['hour', millisecondsInHour],
  ['minute', millisecondsInMinute],
]

/** Returns "3 minutes ago", "yesterday"; less than a minute is "now". Times in ms. */
export function ago(at: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto' })
  for (const [unit, ms] of units) if (Math.abs(now - at) >= ms) return format.format(-Math.trunc((now - at) / ms), unit)
  return format.format(0, 'second')
}

export const when = (time: string): string => i18n.date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })

export function bytes(count: number): string {
  const [unit, size] = count >= 1e9 ? (['gigabyte', 1e9] as const) : (['megabyte', 1e6] as const)
  return new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, maximumFractionDigits: count < 1e7 ? 1 : 0 }).format(count / size)
}

export type Standing = 'out' | 'silent' | 'locked' | 'online'

export function deviceStanding(device: Device): Standing {
  if (device.revokedAt !== undefined) return 'out'
  if (device.silent) return 'silent'
  return device.locked ? 'locked' : 'online'
}

const standings = {
  out: msg({ message: 'Removed', context: 'device' }),
  silent: msg`Silent`,
  locked: msg`Online, locked`,
  online: msg`Online`,
}
export const standingWords = (standing: Standing): string => i18n._(standings[standing])

const kinds: Readonly<Record<CommandKind, ReturnType<typeof msg>>> = {
  refresh: msg`Refresh`,
  message: msg`Message`,
  restart: msg`Restart`,
  lock: msg`Lock`,
  unlock: msg`Unlock`,
  're-pair': msg`Pair again`,
}
export const kindWords = (kind: CommandKind): string => i18n._(kinds[kind])

const states: Readonly<Record<Command['state'], ReturnType<typeof msg>>> = {
  asked: msg`Asked`,
  delivered: msg`Delivered`,
  done: msg`Done`,
  failed: msg`Could not be done`,
  expired: msg`Withdrawn: the device did not report for a day`,
}
export const stateWords = (state: Command['state']): string => i18n._(states[state])

/** Returns a text about a device's clock if it is wrong by more than a minute. */
export function clockWords(skewMs: number): string | undefined {
  const minutes = Math.round(Math.abs(skewMs) / millisecondsInMinute)
  if (minutes === 0) return undefined
  const off = durationText(minutes)
  return skewMs > 0 ? i18n._(msg`${off} slow`) : i18n._(msg`${off} fast`)
}
