import * as z from 'zod/mini'

/** Days that a usage chart covers (spec/2 §9). */
export const usageDays = 30

/** The number of people who worked with the product on one day; `people` includes the supervisory ones. */
export const UsageDay = z.object({
  /** `yyyy-MM-dd`. */
  today: z.string(),
  supervisory_workers: z.number(),
  people: z.number(),
})
export type UsageDay = z.output<typeof UsageDay>

/** Workers per day, oldest first, every day from `start` to `end` (both `yyyy-MM-dd` and included). */
export const UsageData = z.object({ start: z.string(), end: z.string(), daily: z.array(UsageDay) })
export type UsageData = z.output<typeof UsageData>

/** The measure of a fixed plan: the maximum of one day. */
export const mostOf = ({ daily }: UsageData): { maxSupervisoryWorkers: number; maxPeople: number } => ({
  maxSupervisoryWorkers: Math.max(0, ...daily.map((day) => day.supervisory_workers)),
  maxPeople: Math.max(0, ...daily.map(({ people }) => people)),
})
