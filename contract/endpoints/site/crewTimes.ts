import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { longestBreak, type TimeCorrection, timeSteps } from '../../rules/crew/crewTimes.ts'
import { GateInfo, GateSite, PresenceEvent } from '../attendance.ts'
import { StoredSame } from './SameRecord.ts'

const Text = z.string().check(z.maxLength(120))

/** The record of a correction, at `times/<team>/<day>/<id>`. Corrections are only added, so they merge without loss. */
export const TimeCorrectionRecord = z.object({
  who: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    company: z.optional(Text),
    mobile: z.optional(Text),
    person: z.optional(Text),
  }),
  /** ISO 8601. */
  in: z.optional(z.iso.datetime()),
  out: z.optional(z.iso.datetime()),
  breakMinutes: z.int().check(z.minimum(0), z.maximum(longestBreak)),
  reason: z.optional(z.string().check(z.maxLength(300))),
  takenBack: z.optional(z.boolean()),
  /** The device's time corrected by its skew. */
  at: z.iso.datetime(),
  skewMs: z.number(),
})
export type TimeCorrectionRecord = z.output<typeof TimeCorrectionRecord>

export const timesPath = (team: string, day: string, id: string): string => `times/${team}/${day}/${id}`

/** Reads a stored correction by hand, because devices have no zod; undefined when it is invalid. */
export function correctionOf(id: string, value: unknown): TimeCorrection | undefined {
  const record = (typeof value === 'object' && value !== null ? value : {}) as Partial<TimeCorrectionRecord>
  const [from, out, at] = [timeIn(record.in), timeIn(record.out), timeIn(record.at)]
  if (typeof record.who?.name !== 'string' || at === undefined || (from === undefined && record.takenBack !== true)) return undefined
  const { who, breakMinutes = 0, reason, takenBack } = record
  return { id, who, in: from, out, breakMinutes, reason, takenBack, at }
}

function timeIn(text: unknown): number | undefined {
  const at = Date.parse(String(text))
  return Number.isNaN(at) ? undefined : at
}

/** How a project counts time; stored with the project. */
export const TimeRules = z.object({
  step: z.int().check(z.refine((step) => timeSteps.some((one) => one === step), 'expected 1, 5, 6, 10, 15 or 30')),
  breakMinutes: z.int().check(z.minimum(0), z.maximum(180)),
  breakAfterHours: z.number().check(z.minimum(0), z.maximum(16)),
  reason: z.boolean(),
})

/**
 * What a day of a crew is computed from (crewTimesOf): the sign-ins and sign-outs at the gates, and the corrections,
 * newest first. For people who may see who is on site.
 */
export const crewTimes = endpoint({
  method: 'GET',
  path: '/api/crewtimes/:team/:day',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ team: z.string(), day: z.string() }),
  answer: z.object({
    name: z.string(),
    /** The time zone of the day. */
    zone: z.optional(z.string()),
    rules: TimeRules,
    mayEdit: z.boolean(),
    mayChangeRules: z.boolean(),
    gates: z.array(GateInfo),
    sites: z.array(GateSite),
    events: z.array(PresenceEvent),
    corrections: z.array(z.object({ id: z.string(), byName: z.optional(z.string()), correction: z.unknown() })),
    /** What managers have decided about people who may be one. */
    same: z.optional(z.array(StoredSame)),
    /** True when there are more sign-ins than one answer can have; the oldest are left out. */
    more: z.optional(z.boolean()),
  }),
})
