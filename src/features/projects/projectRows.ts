import type { Project, Source } from '../../../contract/projects.ts'
import type { Model } from '../../../contract/records.ts'
import { sources } from '../../../contract/projects.ts'
import type { BillingAccount } from '../../../contract/billing.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const isSource = (value: unknown): value is Source => sources.some((source) => source === value)

/** A project with a change of one's own that waits laid over it; undefined for one that has left the list. */
export function withChange(row: Project | undefined, payload: Model, id: string, archivedList: boolean): Project | undefined {
  const archived = typeof payload['archived'] === 'boolean' ? payload['archived'] : (row?.model.archived ?? false)
  if (archived !== archivedList || (row === undefined && payload['owner'] === undefined)) return undefined
  const billing = payload['billingAccount']
  return {
    ...row,
    id,
    rev: row?.rev ?? 0,
    role: row?.role ?? 'Owner',
    model: {
      ...row?.model,
      name: text(payload['name']) ?? row?.model.name ?? '',
      archived,
      ...(isSource(payload['source']) && { source: payload['source'] }),
      ...(typeof payload['isTemplate'] === 'boolean' && { isTemplate: payload['isTemplate'] }),
      ...(billing !== undefined && { billingAccount: text(billing) ?? null }),
    },
  }
}

/** Accounts that projects may be given to: not those that wait or are cancelled (spec/3 §5). */
export const usableAccounts = (accounts: readonly BillingAccount[]): readonly BillingAccount[] =>
  accounts.filter(({ model }) => model.status !== 'Pending' && model.status !== 'Cancelled')
