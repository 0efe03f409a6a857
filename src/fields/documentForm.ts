import type { ComponentType } from 'react'
import type { Model } from '../../contract/records.ts'
import type { RootScreenProps } from '../engine/host.ts'

/** The screen that fills in a PDF, as a field shows it. */
export interface DocumentFormProps extends RootScreenProps {
  /** Takes what was filled in, in place of a save of its own; resolves once it is kept. Where the document names its own `save`, it is not called. */
  onFilled?: ((filled: Model) => Promise<void>) | undefined
  /** The highest page that was in view, of all. */
  onRead?: ((highest: number, pages: number) => void) | undefined
}

let screen: ComponentType<DocumentFormProps> | undefined

/** The app has the screen: fields and product areas are strangers to each other. */
export function setDocumentForm(given: ComponentType<DocumentFormProps>): void {
  screen = given
}

export const documentForm = (): ComponentType<DocumentFormProps> | undefined => screen
