import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { AskFailed } from '../../sync/ask.ts'
import { useActWithToast } from '../../ui/useActWithToast.ts'

/** Runs the work of a button, with toasts in the words of the person. */
export function useAct() {
  const { t } = useLingui()
  const words = useCallback(
    (error: unknown) => {
      if (!(error instanceof AskFailed)) return String(error)
      return error.kind === 'refused' ? error.message : t`This needs a connection.`
    },
    [t],
  )
  return useActWithToast(words)
}
