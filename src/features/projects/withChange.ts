import type { Project, Source } from '../../../contract/endpoints/projects.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { sources } from '../../../contract/endpoints/projects.ts'
import type { BillingAccount } from '../../../contract/endpoints/billing/billing.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const isSource = (value: unknown): value is Source => sources.some((source) => source === value)

/** Returns a project with the person's pending change applied; undefined if it has left the list. */
export function withChange(row: Project | undefined, payload: Model, id: string, archivedList: boolean): Project | undefined {
  const archived = typeof payload['archived'] === 'boolean' ? payload['archived'] : (row?.model.archived ?? false)
  if (archived !== archivedList || (row === undefined && payload['owner'] === undefined)) return undefined
  return {
    ...row,
    id,
    rev: row?.rev ?? 0,
    role: row?.role ?? 'Owner',
    model: { ...row?.model, name: text(payload['name']) ?? row?.model.name ?? '', archived, ...changesIn(payload) },
  }
}

/** The attributes of a change that need not be there. */
function changesIn({ source, isTemplate, billingAccount }: Model): Partial<Project['model']> {
  return {
    ...(isSource(source) && { source }),
    ...(typeof isTemplate === 'boolean' && { isTemplate }),
    ...(billingAccount !== undefined && { billingAccount: text(billingAccount) ?? null }),
  }
}

/** Returns the accounts that a project may use: not pending or canceled ones (spec/3 §5). */
export const usableAccounts = (accounts: readonly BillingAccount[]): readonly BillingAccount[] =>
  accounts.filter(({ model }) => model.status !== 'Pending' && model.status !== 'Cancelled')
