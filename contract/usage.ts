import * as z from 'zod/mini'

/** Days that a usage chart covers (spec/2 §9). */
export const usageDays = 30

/** How many worked with the product on one day; `people` counts the supervisory ones too. */
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

/** What a fixed plan is measured by: the most of one day. */
export const mostOf = ({ daily }: UsageData): { maxSupervisoryWorkers: number; maxPeople: number } => ({
  maxSupervisoryWorkers: Math.max(0, ...daily.map((day) => day.supervisory_workers)),
  maxPeople: Math.max(0, ...daily.map(({ people }) => people)),
})
