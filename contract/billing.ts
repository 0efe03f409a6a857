import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Holiday, NamedRow } from './projects.ts'

/** What a person is to a billing account (spec/3 §6). */
export const BillingRole = z.enum(['Owner', 'Administrator', 'Member'])
export type BillingRole = z.output<typeof BillingRole>

/** Roles that an invitation or a change may give. */
export const billingMemberRoles = ['Member', 'Administrator'] as const

/** Partner is set by product administrators only, and treated as Active (decision OQ-114). */
export const BillingStatus = z.enum(['Trial', 'Active', 'Pending', 'Cancelled', 'Partner', 'Private'])
export type BillingStatus = z.output<typeof BillingStatus>

/** A billing account as pickers and banners know it. */
export const BillingChoice = z.object({ id: z.string(), name: z.string(), status: BillingStatus, role: BillingRole })
export type BillingChoice = z.output<typeof BillingChoice>

/** A billing id that stands for no account (decision OQ-115). */
export const privateBilling = 'private'

/** Cancellation reasons as they are stored, in the order in which they are shown (decision OQ-109). */
export const cancellationReasons = [
  'No longer need',
  'Price too high',
  'Selected another solution',
  'Functionality did not meet requirements',
  'Other',
] as const
export type CancellationReason = (typeof cancellationReasons)[number]

/** The plan of an account. Money is cents; times are ISO 8601. */
export const Subscription = z.object({
  /** Of the plan (contract/plans.ts). */
  id: z.string(),
  name: z.string(),
  /** Messages in a month, or people on one day. */
  inclusions: z.number(),
  /** Messages of the whole period with those of referrals, or people on one day. */
  inclusionsInPeriod: z.number(),
  isFixed: z.boolean(),
  /** Paid by the month; else by the year. */
  monthly: z.boolean(),
  /** What one interval costs, with its add-on. */
  planrate: z.number(),
  /** For each message or person beyond the inclusions; null: bots pause there. */
  overage: z.nullable(z.number()),
  broadcast: z.boolean(),
  periodStart: z.string(),
  periodEnd: z.string(),
  /** The last charge did not go through. */
  pastDue: z.boolean(),
  /** The card's last four digits, for those who manage the account. */
  card: z.optional(z.string()),
  /** Of the card, `MM/YY`. */
  expiry: z.optional(z.string()),
  /** Messages: kept for pickers. */
  messages: z.optional(z.number()),
})
export type Subscription = z.output<typeof Subscription>

export const BillingUsage = z.object({
  /** Messages of the billing cycle, or people of its fullest day. */
  totalUsage: z.number(),
  fixedUsage: z.optional(z.object({ maxSupervisoryWorkers: z.number(), maxPeople: z.number() })),
  /** The quota is used up: bots send nothing until the next cycle, another plan or a referral. */
  paused: z.boolean(),
  /** The last 30 days, oldest first; of one account, for those who manage it. */
  days: z.optional(z.array(z.object({ today: z.string(), supervisory_workers: z.number(), people: z.number() }))),
})
export type BillingUsage = z.output<typeof BillingUsage>

/** Somebody who belongs to an account, or is invited to it. */
export const BillingMember = z.object({
  /** uid, or the address for somebody who is only invited. */
  key: z.string(),
  uid: z.optional(z.string()),
  name: z.string(),
  email: z.optional(z.string()),
  status: z.enum(['Owner', 'Administrator', 'Member', 'Invited']),
  /** Of an invitation: what the person will be. */
  role: z.optional(z.string()),
})
export type BillingMember = z.output<typeof BillingMember>

/** A project of an account, with what it used in this billing cycle. */
export const BillingTeam = z.object({
  id: z.string(),
  name: z.string(),
  archived: z.boolean(),
  /** In words. */
  owner: z.optional(z.string()),
  usage: z.number(),
  fixedUsageSupervisoryWorkers: z.number(),
  fixedUsagePeople: z.number(),
})
export type BillingTeam = z.output<typeof BillingTeam>

const YesNo = z.enum(['Yes', 'No'])

/** A billing account (spec/2 §3). What is under `stripe` and `usage` is told to Owners and Administrators alone, but for the plan's name. */
export const BillingAccount = z.object({
  id: z.string(),
  rev: z.number(),
  model: z.object({
    name: z.string(),
    status: BillingStatus,
    planType: z.optional(z.enum(['fixed', 'quota'])),
    owner: z.optional(z.string()),
    deleted: z.optional(z.boolean()),
    path: z.optional(z.string()),
    /** How many projects it pays for. */
    teams: z.optional(z.number()),
    livemode: z.optional(z.boolean()),
    /** Whether a plan can be paid by card here. */
    cards: z.optional(z.boolean()),
    cancelRequested: z.optional(z.boolean()),
    /** When a requested cancellation takes effect. */
    cancelAt: z.optional(z.string()),
    hasProcoreServiceAccount: z.optional(YesNo),
    procoreServiceAccountClientId: z.optional(z.string()),
    /** Masked: the whole of it never leaves the server. */
    procoreServiceAccountClientSecret: z.optional(z.string()),
    hasProcoreServiceAccountConfirmation: z.optional(YesNo),
    /** Bonus messages each month from referrals. */
    bonusMessages: z.optional(z.number()),
  }),
  role: BillingRole,
  stripe: z.optional(z.object({ subscription: z.optional(Subscription) })),
  usage: z.optional(BillingUsage),
  members: z.optional(z.array(BillingMember)),
  /** Invitations that nobody has taken yet, by address. */
  invites: z.optional(z.record(z.string(), z.object({ role: z.string(), at: z.string() }))),
  teams: z.optional(z.array(BillingTeam)),
  holidayCalendar: z.optional(z.array(Holiday)),
  permitTypes: z.optional(z.array(NamedRow)),
})
export type BillingAccount = z.output<typeof BillingAccount>

const Several = z.optional(z.union([z.string(), z.array(z.string())]))
/** Includes may be spelt with or without `billing.`, once or several times (decision OQ-179). */
const BillingQuery = z.object({ include: Several, property: Several })
const ById = z.object({ id: z.string() })

/** The billing accounts of a person, by name; include `billing.stripe`, `billing.usage`. */
export const listBilling = endpoint({
  method: 'GET',
  path: '/api/billing',
  whenOffline: 'cached',
  access: 'signedIn',
  query: BillingQuery,
  answer: z.object({ items: z.array(BillingAccount) }),
})

/** One account; include stripe, members, teams, usage, holidayCalendar, permitTypes. */
export const getBilling = endpoint({
  method: 'GET',
  path: '/api/billing/:id',
  whenOffline: 'cached',
  access: 'signedIn',
  params: ById,
  query: BillingQuery,
  answer: BillingAccount,
})

/** Of `GET /api/billing/{id}/export/usage.csv`, which a window opens. */
export const usagePeriods = ['current', 'last', 'all'] as const
export type UsagePeriod = (typeof usagePeriods)[number]
export const usageCsvAddress = (id: string, period: UsagePeriod): string => `/api/billing/${id}/export/usage.csv?period=${period}`

/** A browser goes there; it leads to the provider's page with invoices. */
export const portalAddress = (id: string): string => `/api/billing/${id}:portal`

/** The same as a call: the answer sends the browser on. */
export const billingPortal = endpoint({
  method: 'GET',
  path: '/api/billing/:id:portal',
  whenOffline: 'refused',
  access: 'signedIn',
  params: ById,
  answer: z.object({}),
})

/** Where to pay: the provider's publishable key and the checkout's id; `url` is the page that takes the card. */
export const CheckoutAnswer = z.object({ pk: z.string(), id: z.string(), url: z.string() })
export type CheckoutAnswer = z.output<typeof CheckoutAnswer>

/** Begins a checkout for a plan. `t` is the 8-character token of a mail, for who has no account here. */
export const subscriptionCheckout = endpoint({
  method: 'GET',
  path: '/api/billing/:id:update-subscription-checkout',
  whenOffline: 'refused',
  access: 'link',
  params: ById,
  query: z.object({ plan: z.optional(z.string()), broadcast: z.optional(z.string()), t: z.optional(z.string()) }),
  answer: CheckoutAnswer,
})

/** Begins a checkout that only changes the card. */
export const paymentMethodCheckout = endpoint({
  method: 'GET',
  path: '/api/billing/:id:update-payment-method-checkout',
  whenOffline: 'refused',
  access: 'signedIn',
  params: ById,
  answer: CheckoutAnswer,
})

/** Changes the plan, or with `preview` says what that would cost (decision OQ-110). Cents; a negative total is a credit. */
export const changeSubscription = endpoint({
  method: 'POST',
  path: '/api/billing/:id:change-subscription',
  whenOffline: 'refused',
  access: 'signedIn',
  params: ById,
  query: z.object({ plan: z.optional(z.string()) }),
  body: z.object({ plan: z.optional(z.string()), broadcast: z.optional(z.boolean()), preview: z.optional(z.boolean()) }),
  answer: z.object({
    invoice: z.object({ starting_balance: z.number(), total: z.number() }),
    subscription: z.optional(Subscription),
    /** The card has to be asked first: go to the checkout instead. */
    checkout: z.optional(z.boolean()),
  }),
})

/** Invites somebody by address, or a person of the product by uid. */
export const inviteToBilling = endpoint({
  method: 'POST',
  path: '/api/billing/:id:invite',
  whenOffline: 'refused',
  access: 'signedIn',
  params: ById,
  body: z.object({ uid: z.optional(z.string()), email: z.optional(z.string()), role: z.optional(z.string()) }),
  answer: z.object({ success: z.boolean(), notification: z.optional(z.string()), error: z.optional(z.string()) }),
})

export const requestCancellation = endpoint({
  method: 'POST',
  path: '/api/billing/:id:request-cancellation',
  whenOffline: 'refused',
  access: 'signedIn',
  params: ById,
  body: z.object({ reason: z.optional(z.string()), reasonFeedback: z.optional(z.string()) }),
  answer: z.object({ success: z.boolean(), cancelAt: z.optional(z.string()) }),
})

/** Takes a requested cancellation back while the account still runs. */
export const keepSubscription = endpoint({
  method: 'POST',
  path: '/api/billing/:id:keep-subscription',
  whenOffline: 'refused',
  access: 'signedIn',
  params: ById,
  answer: z.object({ success: z.boolean() }),
})

/** Gives 100 messages a month to both sides once the friend has an account of their own. `billing`: the account that recommends. */
export const referFriend = endpoint({
  method: 'POST',
  path: '/api/billing:refer',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({
    name: z.optional(z.string()),
    email: z.optional(z.string()),
    body: z.optional(z.string()),
    billing: z.optional(z.string()),
  }),
  answer: z.object({ success: z.boolean(), notification: z.optional(z.string()) }),
})

/**
 * What `POST /api/data/billing/{key}` takes for a new account, a queued save. Free plan: `deleted: false`, it is a Trial at once. Paid: `deleted: true`
 * until the checkout is paid. With the `boss…` fields it is Pending: a mail with a link goes to the boss, who pays (decision OQ-105).
 */
export const NewBilling = z.object({
  name: z.string(),
  plan: z.string(),
  broadcast: z.optional(z.boolean()),
  deleted: z.optional(z.boolean()),
  /** The project that it is to pay for (decision OQ-106). */
  team: z.optional(z.string()),
  /** The account or page that the wizard was opened from. */
  source: z.optional(z.string()),
  /** Of a referral's link. */
  referral: z.optional(z.string()),
  bossName: z.optional(z.string()),
  bossEmail: z.optional(z.string()),
  bossBody: z.optional(z.string()),
  bossIncludeTestimonial: z.optional(z.boolean()),
})
export type NewBilling = z.output<typeof NewBilling>

/** What the link of a mail opens without an account: whose it is and what is asked for. `t` works for this account alone. */
export const billingByToken = endpoint({
  method: 'GET',
  path: '/api/billing-link/:id',
  whenOffline: 'refused',
  access: 'public',
  params: ById,
  query: z.object({ t: z.optional(z.string()) }),
  answer: z.object({
    kind: z.enum(['request', 'refer']),
    name: z.string(),
    plan: z.optional(z.string()),
    broadcast: z.optional(z.boolean()),
    /** Who asks or recommends. */
    by: z.string(),
    /** The payment went through: the link has done its work. */
    paid: z.boolean(),
  }),
})
