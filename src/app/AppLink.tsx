import { Link, useLocation } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { fileHref } from '../lib/safeHref.ts'

/** Addresses of the server, not of the app. */
const serverPaths = /^\/(?:api|auth|oauth|rescue|schema|healthz|readyz)(?:[/?#]|$)/

/**
 * Returns path, query and fragment of a safe address that the app shows; undefined for addresses of the server
 * and of other sites, and for files.
 */
export function appHref(address: string | undefined, here: string): string | undefined {
  if (address === undefined) return undefined
  const { origin } = new URL(here)
  const { href } = new URL(address, here)
  const path = href.slice(origin.length)
  return href.startsWith(`${origin}/`) && !serverPaths.test(path) ? path : undefined
}

/**
 * The router takes every part of the address from `href`. A link to this very page gets `aria-current`, and no
 * class.
 */
const routing = { to: '.', activeOptions: { exact: true, includeHash: true }, activeProps: {} } as const

/** Draws the links of the kit: addresses of the app are opened by the router, all others by the browser. */
export function AppLink({ href, target, children, ...rest }: ComponentProps<'a'>) {
  // A link such as `?lang=pt` belongs to the address that is shown now, not to the one when it was drawn.
  const isRelative = href !== undefined && /^[?#]/.test(href)
  const here = useLocation({ select: (shown) => (isRelative ? shown.href : '/') })
  const inApp = target === undefined && rest.download === undefined ? appHref(href, location.origin + here) : undefined
  if (inApp === undefined)
    return (
      <a {...rest} href={fileHref(href)} target={target}>
        {children}
      </a>
    )
  return (
    <Link {...rest} {...routing} href={inApp}>
      {children}
    </Link>
  )
}
