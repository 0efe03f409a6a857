import { chakra } from './chakra.ts'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

const Root = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '3',
    paddingBlock: '12',
    paddingInline: '4',
    textAlign: 'center',
    color: 'fg.muted',
  },
})
const Disc = chakra('div', {
  base: { display: 'grid', placeItems: 'center', width: '4rem', height: '4rem', borderRadius: 'full', bg: 'bg.hover', color: 'fg.muted' },
})
const Title = chakra('h2', { base: { textStyle: 'heading', color: 'fg.default' } })

/** Nothing here yet: what this place is for, and the first thing to do. */
export function EmptyState({
  icon = 'clipboard',
  title,
  children,
  action,
}: {
  readonly icon?: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <Root>
      <Disc>
        <Icon name={icon} size={30} />
      </Disc>
      <Title>{title}</Title>
      {children && <div style={{ maxWidth: '30rem' }}>{children}</div>}
      {action}
    </Root>
  )
}
