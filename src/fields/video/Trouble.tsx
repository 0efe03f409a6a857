import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import * as watchedStyles from '../../ui/watched/watched.module.css'

export interface TroubleProps {
  readonly online: boolean
  /**
   * True if the focus was on the player's buttons, which are gone now: the next Tab continues from here, not
   * from the top of the page.
   */
  readonly held: boolean
  onRetry(): void
  readonly children: ReactNode
}

/** Whether the focus is inside the player that contains `inside`. */
export const heldBy = (inside: Element | null): boolean =>
  inside?.closest(`.${watchedStyles.watched}`)?.contains(document.activeElement) === true

/** Why the video cannot be shown, and what to do. */
export function Trouble({ online, held, onRetry, children }: TroubleProps) {
  const { t } = useLingui()
  const retry = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (held) retry.current?.focus({ preventScroll: true })
  }, [held])
  return (
    <>
      <Notice level={online ? 'error' : 'warning'}>{children}</Notice>
      <Button ref={retry} icon="refresh" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </>
  )
}
