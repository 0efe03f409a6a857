import type { ComponentType } from 'react'
import type { Model } from '../../contract/endpoints/records.ts'
import type { RootScreenProps } from '../engine/PageHost.ts'

/** Props of the screen that fills in a PDF for a field. */
export interface DocumentFormProps extends RootScreenProps {
  /**
   * Gets the filled document instead of a separate save; resolves once it is stored. Not called if the
   * document has its own `save`.
   */
  onFilled?: ((filled: Model) => Promise<void>) | undefined
  /** Called with the highest page seen and the number of pages. */
  onRead?: ((highest: number, pages: number) => void) | undefined
}

let screen: ComponentType<DocumentFormProps> | undefined

/** Set by the app, because fields may not import feature areas. */
export function setDocumentForm(given: ComponentType<DocumentFormProps>): void {
  screen = given
}

export const documentForm = (): ComponentType<DocumentFormProps> | undefined => screen
