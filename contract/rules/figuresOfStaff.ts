import * as z from 'zod/mini'

/** A person of a vendor who checked in at a gate of the project on the day of an execution. */
export const StaffTime = z.object({
  name: z.string(),
  /** As the execution calls the vendor. */
  vendor: z.string(),
  /** First check-in and last check-out of the day, ISO 8601. */
  checkinTime: z.string(),
  checkoutTime: z.optional(z.string()),
  /** Time between check-ins and check-outs; absent while the person has not checked out. */
  hours: z.optional(z.number()),
})
export type StaffTime = z.output<typeof StaffTime>

/**
 * Returns worker count and hours per worker of a vendor as its staff checked in and out; undefined if nobody
 * did. People who are still on site count, their hours do not.
 */
export function figuresOfStaff(
  staff: readonly StaffTime[],
  vendor: string | undefined,
): { readonly worker_count: number; readonly worker_hours?: number } | undefined {
  const own = staff.filter((one) => one.vendor === (vendor ?? ''))
  if (own.length === 0) return undefined
  const known = own.flatMap(({ hours }) => hours ?? [])
  if (known.length === 0) return { worker_count: own.length }
  const average = known.reduce((sum, hours) => sum + hours, 0) / known.length
  return { worker_count: own.length, worker_hours: Math.round(average * 100) / 100 }
}
