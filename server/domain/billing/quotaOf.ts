import { freePlan, freePlanMessages, type Plan, planById } from '../../../contract/rules/plans.ts'

const monthsIn = (plan: Plan): number => (plan.interval === 'year' ? 12 : 1)

/** Returns the inclusions of a plan per period: messages with those of referrals, or people per day. */
export function inclusionsInPeriod(id: string, bonus: number): number {
  const plan = planById(id)
  if (!plan) return id === freePlan ? freePlanMessages + bonus : 0
  return plan.isFixed ? plan.inclusions : (plan.inclusions + bonus) * monthsIn(plan)
}

/**
 * Returns the number of messages after which bots pause. null: overage is billed, or messages are not
 * counted.
 */
export function quotaOf(id: string | null, bonus: number): number | null {
  if (id === null) return null
  const plan = planById(id)
  if (!plan) return inclusionsInPeriod(id, bonus)
  return plan.isFixed || plan.overage !== undefined ? null : inclusionsInPeriod(id, bonus)
}

/** Returns the overage in cents: for messages, or for people on the day with the most people. */
export function overageOf(id: string, bonus: number, used: number): number {
  const plan = planById(id)
  if (!plan || plan.overage === undefined) return 0
  return Math.max(0, used - inclusionsInPeriod(id, bonus)) * plan.overage
}
