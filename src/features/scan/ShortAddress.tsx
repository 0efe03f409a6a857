import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** `/q/{code}`, typed from a poster: the page shell finds out where it leads. */
export function ShortAddress() {
  const router = useRouter()
  const { pathname }: { readonly pathname: string } = useLocation()
  // Until the next screen is here, this one stays and the address is already the next one's.
  const [short] = useState(pathname)
  useEffect(() => void router.navigate({ href: `/frontend${short}`, replace: true }), [short, router])
  return null
}
