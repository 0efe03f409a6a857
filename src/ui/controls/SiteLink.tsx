import { type ComponentProps, createContext, type ElementType, useContext } from 'react'
import { fileHref } from '../../lib/safeHref.ts'

/** What draws links: the app gives a component that opens its own addresses without loading the page again. */
const Anchor = createContext<ElementType<ComponentProps<'a'>>>('a')

export const AnchorProvider = Anchor.Provider

/**
 * A link with an address from data, inside the app or outside. A refused address (safeHref) has no target.
 * Links to a known screen use the router's `Link`.
 */
export function SiteLink({ href, ...rest }: ComponentProps<'a'>) {
  const Drawn = useContext(Anchor)
  return <Drawn {...rest} href={fileHref(href)} />
}
