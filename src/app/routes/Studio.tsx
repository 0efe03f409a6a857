import { useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormsScreen } from '../../features/studio/FormsScreen.tsx'
import { GalleryScreen } from '../../features/studio/GalleryScreen.tsx'
import { PlaygroundScreen } from '../../features/studio/PlaygroundScreen.tsx'
import { PreviewScreen } from '../../features/studio/PreviewScreen.tsx'
import { StudioScreen } from '../../features/studio/StudioScreen.tsx'
import { simulateOffline } from '../../sync/simulateOffline.ts'
import { speak } from '../i18n.ts'
import { wear } from '../watchSystemTheme.ts'

/**
 * The studio for form authors, in one chunk that others never load. The preview gets the functions of the
 * window that only the app has.
 */
export function Studio(): ReactNode {
  const router = useRouter()
  const { pathname }: { readonly pathname: string } = useLocation()
  const [, area, place] = pathname.split('/')
  if (area === 'studio') {
    return place ? (
      <StudioScreen key={place} form={decodeURIComponent(place)} />
    ) : (
      <FormsScreen onOpen={(form) => void router.navigate({ href: `/studio/${form}` })} />
    )
  }
  if (place === 'preview') return <PreviewScreen speak={speak} wear={wear} cutNetwork={simulateOffline} />
  return place === 'gallery' ? <GalleryScreen /> : <PlaygroundScreen />
}
