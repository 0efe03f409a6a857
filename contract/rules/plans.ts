/**
 * The plans of billing accounts (spec/2 §3). This list belongs to the product: a card provider has each under
 * the same id, as the lookup key of its price. Money is integer cents of US dollars everywhere; only
 * `costText` converts to dollars.
 */

export const freePlan = 'free'
/** Messages per month of the free plan. */
export const freePlanMessages = 200
/** Messages per month that a referral adds, for each side. */
export const referralMessages = 100

export const planTypes = ['manpower', 'orientations', 'typical'] as const
/** The tabs of the chooser: Just Manpower, Just Orientations, Typical Setup. */
export type PlanType = (typeof planTypes)[number]
export type PlanInterval = 'month' | 'year'

export interface Plan {
  /** The id in addresses (`?plan=`); one per interval. */
  readonly id: string
  /** The same for both intervals. */
  readonly product: string
  readonly name: string
  readonly type: PlanType
  readonly interval: PlanInterval
  /** Cents for one interval. */
  readonly amount: number
  /** True when it counts people, false when it counts messages. */
  readonly isFixed: boolean
  /** People per day, or messages per month. */
  readonly inclusions: number
  /** For fixed plans: the maximum number of foremen and supers among those people. */
  readonly supervisors: number
  /**
   * Cents for each message, or for each person of the busiest day, over the inclusions; undefined: bots pause
   * at the quota.
   */
  readonly overage?: number | undefined
  /** True when it supports the broadcast add-on. */
  readonly broadcast: boolean
  /** The number of people for the add-on is parsed from this text (decision OQ-113). */
  readonly description: string
  readonly features: readonly string[]
  /** Highlights the plan in the table with this text. */
  readonly highlight?: string | undefined
}

type Product = Omit<Plan, 'id' | 'interval' | 'amount'> & { readonly month: number }

/** A year costs ten months. */
const monthsPaidInYear = 10

const both = ({ month, ...product }: Product): Plan[] => [
  { ...product, id: `${product.product}-month`, interval: 'month', amount: month },
  { ...product, id: `${product.product}-year`, interval: 'year', amount: month * monthsPaidInYear },
]

const people = (
  type: 'manpower' | 'typical',
  [product, name, month]: readonly [string, string, number],
  { inclusions, supervisors }: { readonly inclusions: number; readonly supervisors: number },
  features: readonly string[],
  highlight?: string,
): Product => ({
  product,
  name,
  type,
  month,
  isFixed: true,
  inclusions,
  supervisors,
  overage: type === 'manpower' ? 300 : 400,
  broadcast: true,
  description: `Up to ${inclusions} people on site, ${supervisors} of them foremen or supers`,
  features,
  highlight,
})

const messages = (
  [product, name, month]: readonly [string, string, number],
  inclusions: number,
  overage: number | undefined,
  features: readonly string[],
  highlight?: string,
): Product => ({
  product,
  name,
  type: 'orientations',
  month,
  isFixed: false,
  inclusions,
  supervisors: 0,
  overage,
  broadcast: false,
  description: `${inclusions.toLocaleString('en-US')} messages each month`,
  features,
  highlight,
})

const manpower = ['Daily manpower by text message', 'Daily notes', 'Written to your daily log']
const orientations = ['Site orientations in every language', 'Signed records and certificates']
const typical = ['Everything in Manpower and Orientations', 'Site sign-in, permits and hazards', 'Kiosks and the muster list']

/** All plans for sale, cheapest first within their type. */
export const plans: readonly Plan[] = [
  people('manpower', ['manpower-crew', 'Manpower Crew', 4900], { inclusions: 25, supervisors: 5 }, manpower),
  people('manpower', ['manpower-site', 'Manpower Site', 14_900], { inclusions: 100, supervisors: 15 }, manpower, 'Most Popular'),
  people('manpower', ['manpower-company', 'Manpower Company', 39_900], { inclusions: 400, supervisors: 60 }, manpower),
  messages(['orientations-starter', 'Orientations Starter', 2900], 500, undefined, orientations),
  messages(['orientations-site', 'Orientations Site', 7900], 2000, 8, orientations, 'Most Popular'),
  messages(['orientations-company', 'Orientations Company', 19_900], 6000, 6, orientations),
  people('typical', ['typical-crew', 'Typical Crew', 9900], { inclusions: 25, supervisors: 5 }, typical),
  people('typical', ['typical-site', 'Typical Site', 29_900], { inclusions: 100, supervisors: 15 }, typical, 'Most Popular'),
  people('typical', ['typical-company', 'Typical Company', 79_900], { inclusions: 400, supervisors: 60 }, typical),
].flatMap(both)

/** The free plan, for display. */
export const freePlanShown = {
  id: freePlan,
  name: 'Free Trial',
  description: `${freePlanMessages} messages each month`,
  inclusions: freePlanMessages,
} as const

export const planById = (id: string): Plan | undefined => plans.find((plan) => plan.id === id)

/** The display name of a plan, also of the free plan. */
export const planName = (id: string): string | undefined => (id === freePlan ? freePlanShown.name : planById(id)?.name)

/**
 * The first whole number before "people" or "person" in a plan's description; undefined: no add-on is shown
 * (decision OQ-113).
 */
export function peopleIn(description: string): number | undefined {
  for (const [, digits = '', people] of description.matchAll(/(\d[\d,]*)(?:\s+(people|person)\b)?/gi)) {
    if (people) return Number(digits.replaceAll(',', ''))
  }
  return undefined
}

/** Cents of the broadcast add-on for one person and one interval. */
export const broadcastPerPerson = { month: 100, year: 1200 } as const satisfies Record<PlanInterval, number>

/** Cents of the broadcast add-on for one interval; undefined when the plan does not support it. */
export function broadcastAmount(plan: Pick<Plan, 'broadcast' | 'description' | 'interval'>): number | undefined {
  const count = plan.broadcast ? peopleIn(plan.description) : undefined
  return count === undefined ? undefined : count * broadcastPerPerson[plan.interval]
}

/** Cents of one interval, with the add-on when it is included. */
export const priceOf = (plan: Plan, broadcast: boolean): number => plan.amount + (broadcast ? (broadcastAmount(plan) ?? 0) : 0)
