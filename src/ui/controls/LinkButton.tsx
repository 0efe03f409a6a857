import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { chakra } from '../chakra.ts'
import { Icon, type IconName } from './Icon.tsx'
import { SiteLink } from './SiteLink.tsx'
import { buttonRecipe } from '../theme/recipes.ts'

const Root = chakra(SiteLink, buttonRecipe)

/** A SiteLink that looks like a Button. */
export function LinkButton({
  children,
  kind = 'plain',
  size = 'site',
  icon,
  full,
  href,
  ...rest
}: {
  readonly children: ReactNode
  readonly href: string
  readonly kind?: 'primary' | 'plain' | 'quiet' | undefined
  readonly size?: 'site' | 'desk' | undefined
  readonly icon?: IconName | undefined
  readonly full?: boolean | undefined
} & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <Root {...rest} href={href} kind={kind} size={size} full={full === true}>
      {icon && <Icon name={icon} size={size === 'desk' ? 18 : 22} />}
      {children}
    </Root>
  )
}
