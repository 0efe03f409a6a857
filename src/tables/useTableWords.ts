import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { toast } from '../ui/feedback/toast.tsx'
import { useOutcome } from './useOutcome.ts'

export type Deed = 'Added' | 'Updated' | 'Deleted'

/**
 * Returns functions that show the toast after a change of a table item (spec/3 §8): `report` for a change in
 * the outbox, `failed` for one that this device could not store or the server refused.
 */
export function useTableWords(): {
  report(deed: Deed, item: string, opId: string): void
  failed(deed: Deed, item: string, message: string): void
} {
  const { t } = useLingui()
  const tell = useOutcome()
  return useMemo(() => {
    const failure = (deed: Deed, item: string, message: string) =>
      ({
        Added: t`Error Adding ${item}: ${message}`,
        Updated: t`Error Updating ${item}: ${message}`,
        Deleted: t`Error Deleting ${item}: ${message}`,
      })[deed]
    return {
      report(deed, item, opId) {
        const words = { Added: t`${item} Added`, Updated: t`${item} Updated`, Deleted: t`${item} Deleted` }
        void tell(opId, { done: words[deed], failed: (message) => failure(deed, item, message) })
      },
      failed: (deed, item, message) => toast(failure(deed, item, message), 'error'),
    }
  }, [t, tell])
}
