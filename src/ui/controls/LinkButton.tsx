import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { fileHref } from '../../lib/safeHref.ts'
import { chakra } from '../chakra.ts'
import { Icon, type IconName } from './Icon.tsx'
import { SiteLink } from './SiteLink.tsx'
import { buttonRecipe } from '../theme/recipes.ts'

const Root = chakra(SiteLink, buttonRecipe)

/** A link that looks like a Button; an address that safeHref refuses leads nowhere. */
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
    <Root {...rest} href={fileHref(href)} kind={kind} size={size} full={full === true}>
      {icon && <Icon name={icon} size={size === 'desk' ? 18 : 22} />}
      {children}
    </Root>
  )
}
