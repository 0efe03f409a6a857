import { useCallback, useEffect, useRef } from 'react'
import type { PageHost } from '../../engine/PageHost.ts'
import { getStore } from '../../store/db/store.ts'
import { whenSettled } from '../../store/outbox/useChangesOver.ts'

/**
 * Opens the editor of a bot that was just created, once the server has it: the editor shows its QR code.
 * While offline, the screen stays as it is.
 */
export function useCreated(host: PageHost): (result: { readonly opId?: string | undefined }) => void {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useCallback(
    ({ opId }) => {
      if (opId === undefined) return
      void (async () => {
        const row = await getStore().db.outbox.where('opId').equals(opId).first()
        const path = row?.path ?? (await getStore().db.receipts.get(opId))?.path
        const { sent } = await whenSettled(opId)
        const id = path?.split('/').at(-1)
        if (sent && here.current && id !== undefined) host.navigate(`/automation/${id}`, true)
      })()
    },
    [host],
  )
}
