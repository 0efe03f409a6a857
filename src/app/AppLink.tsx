import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { fileHref } from '../lib/safeHref.ts'

/** Addresses of the server, not of the app. */
const serverPaths = /^\/(?:api|auth|oauth|rescue|schema|healthz|readyz)(?:\/|$)/

/**
 * Returns path, query and fragment of an address that the app shows; undefined for addresses of the server and
 * of other sites, and for files.
 */
export function appHref(address: string | undefined, here: string = location.href): string | undefined {
  if (address === undefined || !URL.canParse(address, here)) return undefined
  const { protocol, host, pathname, search, hash } = new URL(address, here)
  const isOfSite = protocol === new URL(here).protocol && host === new URL(here).host
  return isOfSite && !serverPaths.test(pathname) ? pathname + search + hash : undefined
}

/**
 * The router takes every part of the address from `href`. A link to this very page gets `aria-current`, and no
 * class.
 */
const routing = { to: '.', activeOptions: { exact: true }, activeProps: {} } as const

/** Draws the links of the kit: addresses of the app are opened by the router, all others by the browser. */
export function AppLink({ href, target, children, ...rest }: ComponentProps<'a'>) {
  const inApp = target === undefined && rest.download === undefined ? appHref(href) : undefined
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
