import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { Holiday, NamedRow } from '../projects.ts'

/** The role of a person in a billing account (spec/3 §6). */
export const BillingRole = z.enum(['Owner', 'Administrator', 'Member'])
export type BillingRole = z.output<typeof BillingRole>

/** Roles that an invitation or a role change can give. */
export const billingMemberRoles = ['Member', 'Administrator'] as const

/** Only product administrators set Partner. It is treated as Active (decision OQ-114). */
export const BillingStatus = z.enum(['Trial', 'Active', 'Pending', 'Cancelled', 'Partner'])
export type BillingStatus = z.output<typeof BillingStatus>

/** A billing account for pickers and banners. */
export const BillingChoice = z.object({ id: z.string(), name: z.string(), status: BillingStatus, role: BillingRole })
export type BillingChoice = z.output<typeof BillingChoice>

/** The billing id that means "no account" (decision OQ-115). */
export const privateBilling = 'private'

/** Stored values of cancellation reasons, in the order of display (decision OQ-109). */
export const cancellationReasons = [
  'No longer need',
  'Price too high',
  'Selected another solution',
  'Functionality did not meet requirements',
  'Other',
] as const
export type CancellationReason = (typeof cancellationReasons)[number]

/** The plan of an account. Money is in cents; times are ISO 8601. */
export const Subscription = z.object({
  /** The id of the plan (contract/rules/plans.ts). */
  id: z.string(),
  name: z.string(),
  /** Included messages per month, or people per day. */
  inclusions: z.number(),
  /** Included messages of the whole period with referral bonuses, or people per day. */
  inclusionsInPeriod: z.number(),
  isFixed: z.boolean(),
  /** True when paid monthly, false when paid yearly. */
  monthly: z.boolean(),
  /** The price of one interval with its add-on, cents. */
  planrate: z.number(),
  /** The price of each message or person over the inclusions, cents; null: bots pause at the limit. */
  overage: z.nullable(z.number()),
  broadcast: z.boolean(),
  periodStart: z.string(),
  periodEnd: z.string(),
  /** True when the last charge failed. */
  pastDue: z.boolean(),
  /** The last four digits of the card, for people who manage the account. */
  card: z.optional(z.string()),
  /** The expiry date of the card, `MM/YY`. */
  expiry: z.optional(z.string()),
  /** The message quota, kept for pickers. */
  messages: z.optional(z.number()),
})
export type Subscription = z.output<typeof Subscription>

export const BillingUsage = z.object({
  /** Messages of the billing cycle, or people on its busiest day. */
  totalUsage: z.number(),
  fixedUsage: z.optional(z.object({ maxSupervisoryWorkers: z.number(), maxPeople: z.number() })),
  /** True when the quota is used up: bots send nothing until the next cycle, another plan or a referral. */
  paused: z.boolean(),
  /** The last 30 days, oldest first; only for one account, for people who manage it. */
  days: z.optional(z.array(z.object({ today: z.string(), supervisory_workers: z.number(), people: z.number() }))),
})
export type BillingUsage = z.output<typeof BillingUsage>

/** A person who belongs to an account, or is invited to it. */
export const BillingMember = z.object({
  /** The uid, or the mail address of a person who is only invited. */
  key: z.string(),
  uid: z.optional(z.string()),
  name: z.string(),
  email: z.optional(z.string()),
  status: z.enum(['Owner', 'Administrator', 'Member', 'Invited']),
  /** The role of an invited person after they accept. */
  role: z.optional(z.string()),
})
export type BillingMember = z.output<typeof BillingMember>

/** A project of an account, with its usage in this billing cycle. */
export const BillingTeam = z.object({
  id: z.string(),
  name: z.string(),
  archived: z.boolean(),
  /** Name of the project's Owner. */
  owner: z.optional(z.string()),
  usage: z.number(),
  fixedUsageSupervisoryWorkers: z.number(),
  fixedUsagePeople: z.number(),
})
export type BillingTeam = z.output<typeof BillingTeam>

const YesNo = z.enum(['Yes', 'No'])

/**
 * A billing account (spec/2 §3). Only Owners and Administrators get `stripe` and `usage`; others get the name
 * of the plan only.
 */
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
    /** The number of projects that it pays for. */
    teams: z.optional(z.number()),
    livemode: z.optional(z.boolean()),
    /** True when this server can take card payments. */
    cards: z.optional(z.boolean()),
    cancelRequested: z.optional(z.boolean()),
    /** When a requested cancellation takes effect. */
    cancelAt: z.optional(z.string()),
    hasProcoreServiceAccount: z.optional(YesNo),
    procoreServiceAccountClientId: z.optional(z.string()),
    /** Masked: the full secret never leaves the server. */
    procoreServiceAccountClientSecret: z.optional(z.string()),
    hasProcoreServiceAccountConfirmation: z.optional(YesNo),
    /** Bonus messages per month from referrals. */
    bonusMessages: z.optional(z.number()),
  }),
  role: BillingRole,
  stripe: z.optional(z.object({ subscription: z.optional(Subscription) })),
  usage: z.optional(BillingUsage),
  members: z.optional(z.array(BillingMember)),
  /** Pending invitations, by mail address. */
  invites: z.optional(z.record(z.string(), z.object({ role: z.string(), at: z.string() }))),
  teams: z.optional(z.array(BillingTeam)),
  holidayCalendar: z.optional(z.array(Holiday)),
  permitTypes: z.optional(z.array(NamedRow)),
})
export type BillingAccount = z.output<typeof BillingAccount>

const Several = z.optional(z.union([z.string(), z.array(z.string())]))
/** Includes may have the prefix `billing.` or not, and may repeat (decision OQ-179). */
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

/** Returns one account; include stripe, members, teams, usage, holidayCalendar, permitTypes. */
export const getBilling = endpoint({
  method: 'GET',
  path: '/api/billing/:id',
  whenOffline: 'cached',
  access: 'signedIn',
  params: ById,
  query: BillingQuery,
  answer: BillingAccount,
})

/** Values of `period` of `GET /api/billing/{id}/export/usage.csv`, which opens in a window. */
export const usagePeriods = ['current', 'last', 'all'] as const
export type UsagePeriod = (typeof usagePeriods)[number]
export const usageCsvAddress = (id: string, period: UsagePeriod): string => `/api/billing/${id}/export/usage.csv?period=${period}`

/** The address for the browser; it redirects to the provider's page with invoices. */
export const portalAddress = (id: string): string => `/api/billing/${id}:portal`

/** The same as an endpoint; the answer redirects the browser. */
export const billingPortal = endpoint({
  method: 'GET',
  path: '/api/billing/:id:portal',
  whenOffline: 'refused',
  access: 'signedIn',
  params: ById,
  answer: z.object({}),
})

/** The provider's publishable key and the id of the checkout; `url` is the page that takes the card. */
export const CheckoutAnswer = z.object({ pk: z.string(), id: z.string(), url: z.string() })
export type CheckoutAnswer = z.output<typeof CheckoutAnswer>

/**
 * Starts a checkout for a plan. `t` is the 8-character token of a mail, for a person without an account here.
 */
export const subscriptionCheckout = endpoint({
  method: 'GET',
  path: '/api/billing/:id:update-subscription-checkout',
  whenOffline: 'refused',
  access: 'link',
  params: ById,
  query: z.object({ plan: z.optional(z.string()), broadcast: z.optional(z.string()), t: z.optional(z.string()) }),
  answer: CheckoutAnswer,
})

/** Starts a checkout that only changes the card. */
export const paymentMethodCheckout = endpoint({
  method: 'GET',
  path: '/api/billing/:id:update-payment-method-checkout',
  whenOffline: 'refused',
  access: 'signedIn',
  params: ById,
  answer: CheckoutAnswer,
})

/**
 * Changes the plan, or returns the cost when `preview` is set (decision OQ-110). Cents; a negative total is a
 * credit.
 */
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
    /** True when the account has no subscription or no card yet: use the checkout instead. */
    checkout: z.optional(z.boolean()),
  }),
})

/** Invites a person by mail address, or a user of the product by uid. */
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

/** Withdraws a requested cancellation while the account is still active. */
export const keepSubscription = endpoint({
  method: 'POST',
  path: '/api/billing/:id:keep-subscription',
  whenOffline: 'refused',
  access: 'signedIn',
  params: ById,
  answer: z.object({ success: z.boolean() }),
})

/**
 * Gives 100 messages a month to both sides when the friend has their own account. `billing` is the account
 * that recommends.
 */
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

/** An account in the list of product administrators. */
export const PartnerAccount = z.object({
  id: z.string(),
  name: z.string(),
  status: BillingStatus,
  owner: z.optional(z.string()),
})
export type PartnerAccount = z.output<typeof PartnerAccount>

/** The most accounts in one answer. */
export const mostPartnerAccounts = 100

/** For product administrators: accounts of all companies by name, partners first; `search` is part of a name. */
export const listPartners = endpoint({
  method: 'GET',
  path: '/api/partners',
  whenOffline: 'cached',
  access: 'signedIn',
  query: z.object({ search: z.optional(z.string().check(z.maxLength(200))) }),
  answer: z.object({ items: z.array(PartnerAccount) }),
})

/** For product administrators: makes an account a Partner, or ends that (decision OQ-114). */
export const setPartner = endpoint({
  method: 'POST',
  path: '/api/billing/:id:partner',
  whenOffline: 'refused',
  access: 'signedIn',
  params: ById,
  body: z.object({ partner: z.boolean() }),
  answer: z.object({ status: BillingStatus }),
})

/**
 * The payload of `POST /api/data/billing/{key}` for a new account, a queued save. Free plan: `deleted:
 * false`, a Trial at once. Paid: `deleted: true` until the checkout is paid. With the `boss…` fields it is
 * Pending: the server mails a link to the boss, who pays (decision OQ-105).
 */
export const NewBilling = z.object({
  name: z.string(),
  plan: z.string(),
  broadcast: z.optional(z.boolean()),
  deleted: z.optional(z.boolean()),
  /** The project that the account will pay for (decision OQ-106). */
  team: z.optional(z.string()),
  /** The account from which another person is asked to pay: the payment is for this account. */
  source: z.optional(z.string()),
  /** The referral code of the link. */
  referral: z.optional(z.string()),
  bossName: z.optional(z.string()),
  bossEmail: z.optional(z.string()),
  bossBody: z.optional(z.string()),
  bossIncludeTestimonial: z.optional(z.boolean()),
})
export type NewBilling = z.output<typeof NewBilling>

/**
 * What the link of a mail opens without an account: its owner and the request. `t` works for this account
 * only.
 */
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
    /** The person who asks or recommends. */
    by: z.string(),
    /** True when the payment succeeded; the link is then used up. */
    paid: z.boolean(),
  }),
})
