import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { toast } from '../ui/feedback/toast.tsx'

export type Deed = 'Added' | 'Updated' | 'Deleted'

/**
 * Returns functions that show the toast after a change of a table item (spec/3 §8); the server's own
 * notification has priority.
 */
export function useTableWords(): {
  done(deed: Deed, item: string, notification?: string): void
  failed(deed: Deed, item: string, message: string): void
} {
  const { t } = useLingui()
  return useMemo(
    () => ({
      done(deed, item, notification) {
        const words = { Added: t`${item} Added`, Updated: t`${item} Updated`, Deleted: t`${item} Deleted` }
        toast(notification ?? words[deed], 'success')
      },
      failed(deed, item, message) {
        const words = {
          Added: t`Error Adding ${item}: ${message}`,
          Updated: t`Error Updating ${item}: ${message}`,
          Deleted: t`Error Deleting ${item}: ${message}`,
        }
        toast(words[deed], 'error')
      },
    }),
    [t],
  )
}
