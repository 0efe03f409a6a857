import { useLocation, useRouter } from '@tanstack/react-router'
import { FormsScreen } from '../features/studio/FormsScreen.tsx'
import { StudioScreen } from '../features/studio/StudioScreen.tsx'

export function StudioForms() {
  const router = useRouter()
  return <FormsScreen onOpen={(form) => void router.navigate({ href: `/studio/${form}` })} />
}

export function StudioForm() {
  const [, , form = ''] = useLocation().pathname.split('/')
  return <StudioScreen key={form} form={decodeURIComponent(form)} />
}
