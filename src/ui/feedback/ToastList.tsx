import { chakra } from '../chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { AnimatePresence, domAnimation, LazyMotion, MotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import { useEffect, useRef } from 'react'
import { Icon, type IconName } from '../controls/Icon.tsx'
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

export function ToastList({ items }: { readonly items: readonly ToastItem[] }) {
  const { t } = useLingui()
  const stack = useRef<HTMLDivElement>(null)
  const newest = items.at(-1)?.id
  // Above an open modal dialog, which is in the browser's top layer.
  useEffect(() => {
    const element = stack.current
    if (newest === undefined || typeof element?.showPopover !== 'function') return
    element.showPopover()
    return () => element.hidePopover()
  }, [newest])
  return (
    <LazyMotion features={domAnimation} strict>
      <MotionConfig reducedMotion="user">
        <Stack ref={stack} popover="manual">
          <AnimatePresence initial={false}>
            {items.map((item) => (
              <m.div
                key={item.id}
                initial={{ opacity: 0, y: 16 }}
                animate={{ opacity: 1, y: 0 }}
                exit={{ opacity: 0, y: 8 }}
                transition={{ duration: 0.16 }}
                style={{ display: 'flex', justifyContent: 'center', maxWidth: '100%' }}
              >
                <Row data-level={item.level}>
                  <Icon name={icons[item.level]} />
                  <span style={{ paddingBlock: '0.625rem' }}>{item.text}</span>
                  <Close type="button" aria-label={t`Dismiss`} onClick={() => dismissToast(item.id)}>
                    <Icon name="close" size={18} />
                  </Close>
                </Row>
              </m.div>
            ))}
          </AnimatePresence>
        </Stack>
      </MotionConfig>
    </LazyMotion>
  )
}
