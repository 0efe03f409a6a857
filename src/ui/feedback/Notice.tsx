import { chakra } from '../chakra.ts'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../controls/Icon.tsx'
import type { Level } from './toast.tsx'

const icons: Record<Level, IconName> = { info: 'info', success: 'checkCircle', warning: 'alert', error: 'alert' }

const Root = chakra('div', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    paddingInline: '4',
    paddingBlock: '3',
    borderRadius: 'md',
    borderInlineStart: '4px solid currentColor',
    '& > div': { color: 'fg.default', flex: '1', minWidth: '0' },
  },
  variants: {
    level: {
      info: { color: 'status.saved', bg: 'status.saved.bg' },
      success: { color: 'status.sent', bg: 'status.sent.bg' },
      warning: { color: 'warning', bg: 'warning.bg' },
      error: { color: 'status.needsYou', bg: 'status.needsYou.bg' },
    },
  },
  defaultVariants: { level: 'info' },
})

interface NoticeProps {
  readonly level?: Level
  /** The focus leads to it: it is not announced by itself. */
  readonly isQuiet?: boolean
  readonly children: ReactNode
}

/** A message at this place; an error is read out at once. */
export function Notice({ level = 'info', isQuiet, children }: NoticeProps) {
  return (
    <Root level={level} role={level === 'error' && !isQuiet ? 'alert' : 'note'}>
      <Icon name={icons[level]} style={{ marginTop: 1 }} />
      <div>{children}</div>
    </Root>
  )
}
