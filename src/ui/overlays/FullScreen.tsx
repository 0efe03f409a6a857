import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { IconButton } from '../controls/IconButton.tsx'
import { useCloseMotion } from '../motion/useCloseMotion.ts'
import * as styles from './fullScreen.module.css'

interface FullScreenProps {
  /** Its name for assistive technology. */
  readonly label: string
  /** CSS class of the content. */
  readonly className?: string | undefined
  /** First in the bar at the top, before the close button. */
  readonly head: ReactNode
  /** Called by the close button, by Escape and by the phone's Back. */
  onClose(): void
  /** Handles keys before Escape does: returns true if it handled the key. */
  onKey?(key: string): boolean
  readonly children: ReactNode
}

/**
 * Shows one thing on the whole screen: a document, a photo, folders. Closing returns the focus to its
 * previous element.
 */
export function FullScreen({ label, className, head, onClose, onKey, children }: FullScreenProps) {
  const { t } = useLingui()
  const { dialog, attach } = useCloseMotion()

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    // Browsers from before 2022 have no modal dialogs: it is still shown over the page.
    if (typeof element?.showModal === 'function') element.showModal()
    else element?.setAttribute('open', '')
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [dialog])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!onKey?.(event.key)) {
      if (event.key !== 'Escape') return
      onClose()
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <dialog
      ref={attach}
      data-shape="sheet"
      className={className === undefined ? styles.root : `${styles.root} ${className}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        // Ignore the closing of dialogs that it has opened itself.
        if (event.target === event.currentTarget) onClose()
      }}
      onKeyDown={onKeyDown}
    >
      <div className={styles.bar}>
        {head}
        <IconButton icon="close" label={t`Close`} onClick={onClose} autoFocus />
      </div>
      {children}
    </dialog>
  )
}
