import { chakra } from '../chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { AnimatePresence, domAnimation, LazyMotion, MotionConfig, useIsPresent } from 'framer-motion'
import * as m from 'framer-motion/m'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon, type IconName } from '../controls/Icon.tsx'
import { canMove } from '../motion/canMove.ts'
import { durations, easings } from '../motion/durations.ts'
import { dismissToast, type Level, type ToastItem } from './toast.tsx'

const icons: Record<Level, IconName> = { info: 'info', success: 'checkCircle', warning: 'alert', error: 'alert' }

const Stack = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto 0 calc(env(safe-area-inset-bottom, 0px) + 1rem) 0',
    zIndex: 'toast',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '2',
    width: 'auto',
    padding: '0 1rem',
    margin: '0',
    border: '0',
    bg: 'transparent',
    overflow: 'visible',
    pointerEvents: 'none',
  },
})

const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: 'max-content',
    maxWidth: 'min(32rem, 100%)',
    minHeight: 'target',
    paddingInlineStart: '4',
    borderRadius: 'md',
    boxShadow: 'dialog',
    bg: 'bg.inverted',
    color: 'fg.inverted',
    fontWeight: 'medium',
    pointerEvents: 'auto',
  },
})

const Close = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    minWidth: 'target',
    minHeight: 'target',
    alignSelf: 'stretch',
    cursor: 'pointer',
    borderRadius: 'md',
    _focusVisible: { outline: '3px solid', outlineColor: 'accent.solid', outlineOffset: '-4px' },
  },
})

const transition = { duration: durations.moderate / 1000, ease: easings.out }

/** One message. While it leaves, presses go to what is below it. */
function Toast({ item: { id, level, text } }: { readonly item: ToastItem }) {
  const { t } = useLingui()
  const present = useIsPresent()
  return (
    <m.div
      initial={{ opacity: 0, y: 16 }}
      animate={{ opacity: 1, y: 0 }}
      exit={{ opacity: 0, y: 8 }}
      transition={transition}
      style={{ display: 'flex', justifyContent: 'center', maxWidth: '100%' }}
      inert={!present}
    >
      <Row data-level={level}>
        <Icon name={icons[level]} />
        <span style={{ paddingBlock: '0.625rem' }}>{text}</span>
        <Close type="button" aria-label={t`Dismiss`} onClick={() => dismissToast(id)}>
          <Icon name="close" size={18} />
        </Close>
      </Row>
    </m.div>
  )
}

function hidePopover(element: HTMLElement | null) {
  if (typeof element?.hidePopover === 'function' && element.matches(':popover-open')) element.hidePopover()
}

const topModal = () => [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)

/**
 * The open modal dialog, in which the messages are drawn: everything outside of it is inert, so that a person could not press or
 * hear them.
 */
function useModal(isShown: boolean): HTMLDialogElement | undefined {
  const [modal, setModal] = useState<HTMLDialogElement>()
  useEffect(() => {
    if (!isShown) return
    const look = () => setModal(topModal())
    look()
    const watch = new MutationObserver(look)
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
    return () => watch.disconnect()
  }, [isShown])
  return modal?.open && modal.isConnected ? modal : undefined
}

export function ToastList({ items }: { readonly items: readonly ToastItem[] }) {
  const modal = useModal(items.length > 0)
  const [heardIn, setHeardIn] = useState<HTMLDialogElement>()
  // A live region speaks only of what changes after it is there, in each dialog again.
  useEffect(() => {
    if (!modal) return
    const timer = setTimeout(() => setHeardIn(modal), 100)
    return () => {
      clearTimeout(timer)
      setHeardIn(undefined)
    }
  }, [modal])
  if (!modal) return <ToastStack items={items} />
  return createPortal(
    <div role="status" data-toasts>
      {heardIn === modal && <ToastStack items={items} />}
    </div>,
    modal,
  )
}

function ToastStack({ items }: { readonly items: readonly ToastItem[] }) {
  const stack = useRef<HTMLDivElement>(null)
  const newest = items.at(-1)?.id
  // Above an open modal dialog, which is in the browser's top layer.
  useEffect(() => {
    const element = stack.current
    // A dialog that was just removed may still contain this; it is drawn again in the page.
    if (newest === undefined || !element?.isConnected || typeof element.showPopover !== 'function') return
    hidePopover(element)
    element.showPopover()
  }, [newest])
  // Not before the last message has left: a hidden popover shows no motion.
  const hide = () => {
    if (newest === undefined) hidePopover(stack.current)
  }
  return (
    <LazyMotion features={domAnimation} strict>
      <MotionConfig skipAnimations={!canMove()}>
        <Stack ref={stack} popover="manual">
          <AnimatePresence initial={false} onExitComplete={hide}>
            {items.map((item) => (
              <Toast key={item.id} item={item} />
            ))}
          </AnimatePresence>
        </Stack>
      </MotionConfig>
    </LazyMotion>
  )
}
