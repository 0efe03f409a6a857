import * as z from 'zod/mini'

/** What a person is to a billing account (spec/3 §6). */
export const BillingRole = z.enum(['Owner', 'Administrator', 'Member'])
export type BillingRole = z.output<typeof BillingRole>

/** Partner is set by product administrators only, and treated as Active (decision OQ-114). */
export const BillingStatus = z.enum(['Trial', 'Active', 'Pending', 'Cancelled', 'Partner', 'Private'])
export type BillingStatus = z.output<typeof BillingStatus>

/** A billing account as pickers and banners know it. */
export const BillingChoice = z.object({ id: z.string(), name: z.string(), status: BillingStatus, role: BillingRole })
export type BillingChoice = z.output<typeof BillingChoice>
