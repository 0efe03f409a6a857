import { chakra, type Recipe } from '../chakra.ts'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../controls/Icon.tsx'

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
const title = { base: { textStyle: 'heading', color: 'fg.default' } } satisfies Recipe
const Title = chakra('h2', title)
const FirstTitle = chakra('h1', title)

/** An empty list: the purpose of this place, and the first action. */
export function EmptyState({
  icon = 'clipboard',
  title,
  children,
  action,
  alone = false,
}: {
  readonly icon?: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** It fills the screen: its title is the screen's heading. */
  readonly alone?: boolean
}) {
  return (
    <Root>
      <Disc>
        <Icon name={icon} size={30} />
      </Disc>
      {alone ? <FirstTitle>{title}</FirstTitle> : <Title>{title}</Title>}
      {children && <div style={{ maxWidth: '30rem' }}>{children}</div>}
      {action}
    </Root>
  )
}
