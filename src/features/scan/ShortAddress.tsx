import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** `/q/{code}`, typed from a poster in any case: the page shell resolves the address. */
export function ShortAddress() {
  const router = useRouter()
  const { pathname }: { readonly pathname: string } = useLocation()
  // Until the next screen is loaded, this one stays although the address has already changed.
  const [code] = useState(() => pathname.split('/').at(-1)?.toUpperCase() ?? '')
  useEffect(() => void router.navigate({ href: `/frontend/q/${code}`, replace: true }), [code, router])
  return null
}
