import { chakra } from '../chakra.ts'
import { type ReactNode, useEffect, useId } from 'react'
import { useNarrow } from '../layout/useNarrow.ts'
import { useCloseMotion } from '../motion/useCloseMotion.ts'

const Root = chakra('dialog', {
  base: {
    position: 'fixed',
    inset: '0',
    margin: 'auto',
    padding: '0',
    border: '0',
    flexDirection: 'column',
    bg: 'bg.surface',
    color: 'fg.default',
    overflow: 'hidden',
    _open: { display: 'flex' },
    '&::backdrop': { bg: 'bg.overlay' },
    '@media (prefers-reduced-motion: no-preference)': {
      animation: 'm-rise var(--m-durations-slow) var(--m-easings-out)',
      '&::backdrop': { animation: 'm-fade var(--m-durations-moderate)' },
    },
  },
  variants: {
    shape: {
      card: { borderRadius: 'lg', boxShadow: 'dialog', maxHeight: 'min(54rem, calc(100dvh - 2rem))' },
      full: {
        width: '100vw',
        maxWidth: '100vw',
        height: '100dvh',
        maxHeight: '100dvh',
        borderRadius: '0',
        '@media (prefers-reduced-motion: no-preference)': { animationName: 'm-sheet' },
      },
    },
  },
})

const Title = chakra('h2', { base: { textStyle: 'heading', padding: '5', paddingBottom: '2' } })
const Body = chakra('div', {
  base: {
    // Not `1`: in a dialog as high as its content, WebKit takes a basis of 0 for no height.
    flex: '1 1 auto',
    minHeight: '0',
    overflowY: 'auto',
    paddingInline: '5',
    paddingBlock: '2',
    overscrollBehavior: 'contain',
    // A shadow above the buttons while there is more below: its cover scrolls with the content.
    background:
      'linear-gradient(var(--m-colors-bg-surface), var(--m-colors-bg-surface)) bottom / 100% 1rem no-repeat local, linear-gradient(transparent, rgb(100 116 139 / 0.25)) bottom / 100% 0.75rem no-repeat',
  },
})
const Actions = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '2',
    padding: '5',
    paddingTop: '3',
    paddingBottom: 'calc(var(--m-spacing-5) + env(safe-area-inset-bottom, 0px))',
  },
})

/** Width in pixels of a dialog with a form, and of a generic one with title, body and buttons. */
export const dialogWidths = { form: 350, generic: 500 } as const

/**
 * A modal dialog: focus stays inside, the page behind neither scrolls nor responds, Escape asks to close, and
 * closing returns the focus. The focus starts at `[data-autofocus]`, otherwise at the first control. The
 * width is that of its kind unless `width` is set (pixels), never more than 75 % of the window; below
 * `fullBelow` pixels of window width it fills the screen.
 */
export function Dialog({
  title,
  open,
  onClose,
  children,
  actions,
  kind = 'form',
  width = dialogWidths[kind],
  fullBelow = 500,
  role,
}: {
  readonly title?: ReactNode
  readonly open: boolean
  readonly onClose: () => void
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly kind?: keyof typeof dialogWidths | undefined
  readonly width?: number | string | undefined
  readonly fullBelow?: number | undefined
  readonly role?: 'dialog' | 'alertdialog' | undefined
}) {
  const { dialog: element, attach } = useCloseMotion()
  const id = useId()
  const full = useNarrow(fullBelow, open)

  useEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return
    const before = document.activeElement
    // Browsers from before 2022 have no modal dialogs: the dialog is still shown over the page. Outside of the document none
    // can be modal yet (features/forms/drawn/drawnPage.tsx).
    if (dialog.isConnected && typeof dialog.showModal === 'function') dialog.showModal()
    else dialog.setAttribute('open', '')
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const overflow = document.documentElement.style.overflow
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = overflow
      if (typeof dialog.close === 'function') dialog.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [open, element])

  if (!open) return null
  return (
    <Root
      ref={attach}
      role={role}
      shape={full ? 'full' : 'card'}
      data-shape={full ? 'sheet' : 'card'}
      aria-modal="true"
      aria-labelledby={title === undefined ? undefined : id}
      style={full ? undefined : { width: typeof width === 'number' ? `${width}px` : width, maxWidth: '75vw' }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }
      }}
    >
      {title !== undefined && <Title id={id}>{title}</Title>}
      <Body>{children}</Body>
      {actions && <Actions>{actions}</Actions>}
    </Root>
  )
}
