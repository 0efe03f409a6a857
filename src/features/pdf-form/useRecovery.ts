import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ReadyFormProps } from './pdfFormProps.ts'
import { keepRecovery, type Recovery, type RecoveryState } from './recovery.ts'

/** Stores the input while the person fills in the form. */
export function useRecovery(
  { address, data, host, opening, ready: { filling }, isReady }: ReadyFormProps,
  disabled: boolean,
): { readonly recovery: RefObject<Recovery | undefined>; readonly state: RecoveryState } {
  const [state, setState] = useState<RecoveryState>(opening.restoredAt === undefined ? 'none' : 'kept')
  const recovery = useRef<Recovery>(undefined)

  useEffect(() => {
    if (!isReady || disabled) return
    const done = opening.visit?.use()
    const keeper = keepRecovery(filling, opening, { address, formVersion: data.formVersion, onState: setState })
    recovery.current = keeper
    const tell = () => host.dirty(filling.dirty())
    tell()
    const off = filling.subscribe('any', tell)
    return () => {
      off()
      void keeper.end().finally(done)
    }
  }, [address, data.formVersion, disabled, filling, host, isReady, opening])

  return { recovery, state }
}
