import type { ReactNode } from 'react'
import { chakra } from '../chakra.ts'
import { Icon, type IconName } from '../controls/Icon.tsx'

const Root = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '3',
    paddingInline: { base: '4', sm: '6' },
    paddingBlock: '2',
    borderBottom: '1px solid',
    borderColor: 'border.default',
    // On a phone all actions are below the text.
    '& > p': { flex: '1 1 min(24rem, 100% - 2rem)', margin: '0' },
  },
  variants: {
    level: { info: { bg: 'status.saved.bg' }, warning: { bg: 'warning.bg', color: 'fg.default' } },
  },
})

/** One line across the page about the whole app: the state, and an action. */
export function Strip({
  icon,
  level = 'info',
  children,
  action,
}: {
  readonly icon: IconName
  readonly level?: 'info' | 'warning'
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <Root role="status" level={level}>
      <Icon name={icon} size={20} />
      <p>{children}</p>
      {action}
    </Root>
  )
}
