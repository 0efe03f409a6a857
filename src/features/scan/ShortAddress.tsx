import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** `/q/{code}`, typed from a poster: the page shell finds out where it leads. */
export function ShortAddress() {
  const router = useRouter()
  const { pathname }: { readonly pathname: string } = useLocation()
  useEffect(() => void router.navigate({ href: `/frontend${pathname}`, replace: true }), [pathname, router])
  return null
}
