import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'

/**
 * The checkout and the invoices of the built-in provider (decision OQ-112). An external card provider has its
 * own pages.
 */

/** Test cards: each behaves as its text says. */
export const testCards = {
  '4242424242424242': 'succeeds',
  '4000002500003155': 'asks for a second step',
  '4000000000000002': 'is declined',
  '4000000000000341': 'is accepted, but a later charge fails',
} as const

const BySession = z.object({ session: z.string() })

/** Money is in cents; times are ISO 8601. */
export const CheckoutPage = z.object({
  mode: z.enum(['subscription', 'setup']),
  account: z.string(),
  plan: z.optional(z.string()),
  lines: z.array(z.object({ label: z.string(), amount: z.number() })),
  total: z.number(),
  interval: z.optional(z.enum(['month', 'year'])),
  state: z.enum(['open', 'secondStep', 'complete', 'expired']),
  successUrl: z.string(),
  cancelUrl: z.string(),
})
export type CheckoutPage = z.output<typeof CheckoutPage>

/** The content of a checkout. Its id is a secret of the person who started it. */
export const readCheckout = endpoint({
  method: 'GET',
  path: '/api/payments/checkout/:session',
  whenOffline: 'refused',
  access: 'public',
  params: BySession,
  answer: CheckoutPage,
})

/**
 * Pays with a card, or confirms the second step. The server stores only the last four digits of the number.
 */
export const payCheckout = endpoint({
  method: 'POST',
  path: '/api/payments/checkout/:session',
  whenOffline: 'refused',
  access: 'public',
  params: BySession,
  body: z.object({
    number: z.optional(z.string()),
    /** `MM/YY`. */
    expiry: z.optional(z.string()),
    cvc: z.optional(z.string()),
    confirm: z.optional(z.boolean()),
  }),
  answer: z.object({ state: z.enum(['secondStep', 'complete', 'declined']), url: z.optional(z.string()) }),
})

export const InvoiceRow = z.object({
  id: z.string(),
  number: z.string(),
  at: z.string(),
  /** Cents. */
  total: z.number(),
  /** The amount charged to the card, cents. */
  due: z.number(),
  status: z.enum(['draft', 'open', 'paid', 'void']),
  lines: z.array(z.object({ label: z.string(), amount: z.number() })),
})
export type InvoiceRow = z.output<typeof InvoiceRow>

/** The invoices of an account, newest first, by the id of a portal visit. */
export const readPortal = endpoint({
  method: 'GET',
  path: '/api/payments/portal/:session',
  whenOffline: 'refused',
  access: 'public',
  params: BySession,
  answer: z.object({ account: z.string(), returnUrl: z.string(), balance: z.number(), invoices: z.array(InvoiceRow) }),
})
