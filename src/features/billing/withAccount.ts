import type { BillingAccount } from '../../../contract/endpoints/billing/billing.ts'
import { freePlan, freePlanShown } from '../../../contract/rules/plans.ts'
import type { Model } from '../../../contract/endpoints/records.ts'

/**
 * Returns an account with the person's own change applied; a new free account is in the list at once, a paid
 * one once it is paid.
 */
export function withAccount(row: BillingAccount | undefined, payload: Model, id: string): BillingAccount | undefined {
  const name = typeof payload['name'] === 'string' ? payload['name'] : row?.model.name
  if (name === undefined) return undefined
  if (row) return { ...row, model: { ...row.model, name } }
  const isFree = payload['plan'] === freePlan
  if (!isFree && payload['bossEmail'] === undefined) return undefined
  return {
    id,
    rev: 0,
    role: 'Owner',
    model: { name, status: isFree ? 'Trial' : 'Pending' },
    ...(isFree && {
      stripe: {
        subscription: {
          id: freePlan,
          name: freePlanShown.name,
          inclusions: freePlanShown.inclusions,
          inclusionsInPeriod: freePlanShown.inclusions,
          isFixed: false,
          monthly: true,
          planrate: 0,
          overage: null,
          broadcast: false,
          periodStart: '',
          periodEnd: '',
          pastDue: false,
        },
      },
    }),
  }
}
