import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** `/q/{code}`, typed from a poster: the page shell resolves the address. */
export function ShortAddress() {
  const router = useRouter()
  const { pathname }: { readonly pathname: string } = useLocation()
  // Until the next screen is loaded, this one stays although the address has already changed.
  const [short] = useState(pathname)
  useEffect(() => void router.navigate({ href: `/frontend${short}`, replace: true }), [short, router])
  return null
}
