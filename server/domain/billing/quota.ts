import { freePlan, freePlanMessages, type Plan, planById } from '../../../contract/plans.ts'

const monthsIn = (plan: Plan): number => (plan.interval === 'year' ? 12 : 1)

/** What a period of the plan holds: messages with those of referrals, or people on one day. */
export function inclusionsInPeriod(id: string, bonus: number): number {
  const plan = planById(id)
  if (!plan) return id === freePlan ? freePlanMessages + bonus : 0
  return plan.isFixed ? plan.inclusions : (plan.inclusions + bonus) * monthsIn(plan)
}

/** Messages after which bots pause; null: what is beyond is paid for, or nothing is counted. */
export function quotaOf(id: string | null, bonus: number): number | null {
  if (id === null) return null
  const plan = planById(id)
  if (!plan) return inclusionsInPeriod(id, bonus)
  return plan.isFixed || plan.overage !== undefined ? null : inclusionsInPeriod(id, bonus)
}

/** Cents for what was used beyond the inclusions: messages, or people of the fullest day. */
export function overageOf(id: string, bonus: number, used: number): number {
  const plan = planById(id)
  if (!plan || plan.overage === undefined) return 0
  return Math.max(0, used - inclusionsInPeriod(id, bonus)) * plan.overage
}
