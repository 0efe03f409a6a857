import { useState } from 'react'
import type { SignInAnswer } from '../../../contract/endpoints/sign-in.ts'
import { type SignedIn, takeAnswer } from './signedIn.ts'

/** What PasskeyStep needs to go on with a sign-in. */
export interface NextPasskey {
  readonly kind: 'add' | 'use'
  /** `grant`: for this device; the answer before has none. */
  readonly onAdded: (grant: string | undefined) => Promise<void>
  readonly onSignedIn: (signedIn: SignedIn) => void
  readonly onBack: () => void
}

/**
 * Holds an accepted sign-in for which the company also requires a passkey: the device does not act for the
 * person before it. `begin` returns false for other answers.
 */
export function usePasskeyStep(onSignedIn: (signedIn: SignedIn) => void, onBack?: () => void) {
  const [asked, setAsked] = useState<{ readonly answer: SignInAnswer; readonly kind: NextPasskey['kind'] }>()
  const step: NextPasskey | undefined = asked && {
    kind: asked.kind,
    async onAdded(grant) {
      const signedIn = await takeAnswer({ ...asked.answer, grant })
      if (signedIn) onSignedIn(signedIn)
    },
    onSignedIn,
    onBack() {
      setAsked(undefined)
      onBack?.()
    },
  }
  const begin = (answer: SignInAnswer): boolean => {
    if (!answer.success || answer.passkey === undefined) return false
    setAsked({ answer, kind: answer.passkey })
    return true
  }
  return { step, begin }
}
