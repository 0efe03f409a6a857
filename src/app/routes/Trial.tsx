import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TrialScreen } from '../../features/studio/trial/TrialScreen.tsx'

/** A draft of a form on a phone; loads with the studio's live form. */
export function Trial(): ReactNode {
  const { pathname }: { readonly pathname: string } = useLocation()
  const token = pathname.split('/')[2] ?? ''
  return <TrialScreen key={token} token={token} />
}
