import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import './fullScreen.css'

interface FullScreenProps {
  /** Its name for assistive technology. */
  readonly label: string
  /** Of what it shows. */
  readonly className?: string | undefined
  /** Stands first in the bar at the top, before the cross. */
  readonly head: ReactNode
  /** Of the cross, of Escape and of the phone's way back. */
  onClose(): void
  /** Keys before Escape: true when it has taken one. */
  onKey?(key: string): boolean
  readonly children: ReactNode
}

/** One thing on the whole screen: a document, a photo, folders. Closing gives the focus back to where it was. */
export function FullScreen({ label, className, head, onClose, onKey, children }: FullScreenProps) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    // Browsers from before 2022 know no modal dialogs: it still shows, over the page.
    if (typeof element?.showModal === 'function') element.showModal()
    else element?.setAttribute('open', '')
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

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
      ref={dialog}
      className={className === undefined ? 'm-full' : `m-full ${className}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        // Not of what it has opened over itself.
        if (event.target === event.currentTarget) onClose()
      }}
      onKeyDown={onKeyDown}
    >
      <div className="m-full-bar">
        {head}
        <IconButton icon="close" label={t`Close`} onClick={onClose} autoFocus />
      </div>
      {children}
    </dialog>
  )
}
