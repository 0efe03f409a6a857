import { PreviewScreen } from '../features/studio/PreviewScreen.tsx'
import { cutNetwork } from '../sync/cut.ts'
import { speak } from './i18n.ts'
import { wear } from './theme.ts'

/** The frame of the studio, with what only the app itself can change: language, look and network of this window. */
export const StudioPreview = () => <PreviewScreen speak={speak} wear={wear} cutNetwork={cutNetwork} />
