import { type RefCallback, type RefObject, useCallback, useRef } from 'react'
import { lateMotion } from './lateMotion.ts'

const closeMotion = lateMotion(() => import('./closeDialog.ts'))

interface CloseMotion {
  readonly dialog: RefObject<HTMLDialogElement | null>
  /** The `ref` of the dialog. */
  readonly attach: RefCallback<HTMLDialogElement>
}

/**
 * For a dialog that leaves by motion. React alone opens and removes it, at once. Its `data-shape` names the way
 * in and out: card, sheet or drawer.
 */
export function useCloseMotion(): CloseMotion {
  const dialog = useRef<HTMLDialogElement>(null)
  const attach = useCallback((element: HTMLDialogElement | null) => {
    dialog.current = element
    closeMotion.load()
    return () => {
      if (element?.open) closeMotion.get()?.closeDialog(element)
      dialog.current = null
    }
  }, [])
  return { dialog, attach }
}
