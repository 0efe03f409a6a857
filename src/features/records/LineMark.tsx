import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'

const Root = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    marginTop: '1',
    marginInlineEnd: '2',
    paddingInline: '2',
    paddingBlock: '0.5',
    borderRadius: 'full',
    textStyle: 'small',
    fontWeight: 'semibold',
  },
  variants: {
    level: {
      warning: { color: 'warning', bg: 'warning.bg' },
      needsYou: { color: 'status.needsYou', bg: 'status.needsYou.bg' },
      done: { color: 'status.sent', bg: 'status.sent.bg' },
    },
  },
})

/** A mark on the row of a record: its state, or why a person should check it, in two words. */
export function LineMark({
  icon,
  level,
  children,
}: {
  readonly icon: IconName
  readonly level: 'warning' | 'needsYou' | 'done'
  readonly children: ReactNode
}) {
  return (
    <Root level={level}>
      <Icon name={icon} size={16} />
      {children}
    </Root>
  )
}
