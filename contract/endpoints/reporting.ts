import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { eachDayOfInterval } from 'date-fns/eachDayOfInterval'
import { endOfISOWeek } from 'date-fns/endOfISOWeek'
import { endOfMonth } from 'date-fns/endOfMonth'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { startOfMonth } from 'date-fns/startOfMonth'
import { subMonths } from 'date-fns/subMonths'
import { subWeeks } from 'date-fns/subWeeks'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dayOf, daysLater, isDay, readDay } from '../rules/daysLater.ts'

/**
 * Reports on bots (spec/3 §2.11): results of their conversations and of the records of their forms in a
 * period.
 */

/** The longest report, in days, both ends included (decision OQ-134). */
export const longestReport = 31
/** Minutes that a report can be exported by its session (decision OQ-135). */
export const sessionMinutes = 60

export const reportPeriods = ['today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month', 'custom'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** `team` is a project of the product, `project` the linked one of another system (decision OQ-133). */
export const reportGroups = ['team', 'project', 'bot', 'type'] as const
export const ReportGroup = z.enum(reportGroups)
export type ReportGroup = z.output<typeof ReportGroup>

export const needsDates = 'Start and end date required'
export const tooLong = 'Custom reporting period limited to 1 month'
export const endsFirst = 'The end is before the start.'
export type PeriodTrouble = typeof needsDates | typeof tooLong | typeof endsFirst

/** Every day from `start` to `end`, both included. */
export const daysOf = (start: string, end: string): string[] =>
  eachDayOfInterval({ start: readDay(start), end: readDay(end) }).map((day) => dayOf(day))

/**
 * First and last day of a period, relative to `today` (all `yyyy-MM-dd`); weeks begin on Monday (decision
 * OQ-041).
 */
export function periodDates(period: Exclude<ReportPeriod, 'custom'>, today: string): { start: string; end: string } {
  const now = readDay(today)
  switch (period) {
    case 'today':
      return { start: today, end: today }
    case 'yesterday':
      return { start: daysLater(today, -1), end: daysLater(today, -1) }
    case 'this-week':
      return { start: dayOf(startOfISOWeek(now)), end: today }
    case 'last-week':
      return { start: dayOf(startOfISOWeek(subWeeks(now, 1))), end: dayOf(endOfISOWeek(subWeeks(now, 1))) }
    case 'this-month':
      return { start: dayOf(startOfMonth(now)), end: today }
    case 'last-month':
      return { start: dayOf(startOfMonth(subMonths(now, 1))), end: dayOf(endOfMonth(subMonths(now, 1))) }
  }
}

/** The problem with the dates of a report; undefined when they are valid. */
export function periodTrouble(start: string | undefined, end: string | undefined): PeriodTrouble | undefined {
  if (!isDay(start) || !isDay(end)) return needsDates
  if (end < start) return endsFirst
  return differenceInCalendarDays(readDay(end), readDay(start)) + 1 > longestReport ? tooLong : undefined
}

/** A figure of a bot class: its name, and its format. */
export const Metric = z.object({
  name: z.string(),
  key: z.string(),
  type: z.enum(['number', 'list']),
  /** Decimals of a number. */
  precision: z.optional(z.number()),
})
export type Metric = z.output<typeof Metric>

export const StatisticsRow = z.object({
  key: z.string(),
  label: z.string(),
  /** Small text below: the project of a bot. */
  note: z.optional(z.string()),
  values: z.record(z.string(), z.union([z.number(), z.array(z.string())])),
})
export type StatisticsRow = z.output<typeof StatisticsRow>

export const ClassStatistics = z.object({
  class: z.string(),
  name: z.string(),
  metrics: z.array(Metric),
  /** One row for each item of the group. */
  rows: z.array(StatisticsRow),
  /** Days with data, oldest first. */
  days: z.array(z.object({ date: z.string(), completed: z.number(), open: z.number(), expired: z.number() })),
})
export type ClassStatistics = z.output<typeof ClassStatistics>

export const Statistics = z.object({
  session: z.string(),
  start: z.string(),
  end: z.string(),
  group: ReportGroup,
  /** The requested projects; when none was requested, all that the person can see. */
  projects: z.array(z.object({ id: z.string(), name: z.string() })),
  /** When the report was computed, ISO 8601. */
  at: z.string(),
  classes: z.array(ClassStatistics),
})
export type Statistics = z.output<typeof Statistics>

/** Runs a report. Needs a connection: it uses the data of the server. */
export const runStatistics = endpoint({
  method: 'POST',
  path: '/api/statistics',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({
    start: z.optional(z.string()),
    end: z.optional(z.string()),
    group: z.optional(z.string()),
    projects: z.optional(z.array(z.string()).check(z.maxLength(5000))),
  }),
  answer: Statistics,
})

/** A finished report, for the person who ran it; cached on the device for offline use. */
export const getStatistics = endpoint({
  method: 'GET',
  path: '/api/statistics/:session',
  whenOffline: 'cached',
  access: 'signedIn',
  params: z.object({ session: z.string() }),
  answer: Statistics,
})

/** The address for a browser, valid for an hour; without a class it exports all classes. */
export const statisticsCsvAddress = (session: string, botClass?: string): string =>
  `/api/statistics/export.csv?session=${encodeURIComponent(session)}${botClass === undefined ? '' : `&class=${encodeURIComponent(botClass)}`}`

/** A figure as text for export files. */
export const valueText = (metric: Metric, value: number | readonly string[] | undefined): string =>
  typeof value === 'number' ? value.toFixed(metric.precision ?? 0) : (value ?? []).join('; ')

/** The rows of an export, the header first. */
export function* statisticsCells({ classes, start, end }: Pick<Statistics, 'classes' | 'start' | 'end'>): Generator<string[]> {
  const metrics = [...new Map(classes.flatMap((one) => one.metrics.map((metric) => [metric.key, metric] as const))).values()]
  yield ['Bot Type', 'Group', 'Part of', 'Start', 'End', ...metrics.map(({ name }) => name)]
  for (const one of classes) {
    const own = new Set(one.metrics.map(({ key }) => key))
    for (const { label, note, values } of one.rows)
      yield [
        one.name,
        label,
        note ?? '',
        start,
        end,
        ...metrics.map((metric) => (own.has(metric.key) ? valueText(metric, values[metric.key]) : '')),
      ]
  }
}
