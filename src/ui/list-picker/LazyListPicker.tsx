import { lazy } from 'react'
import { withLaterTexts } from '../laterTexts.ts'

/**
 * The picker in a separate file, loaded when a person opens it: for fields and buttons. It needs a Suspense
 * around it.
 */
export const LazyListPicker = lazy(() =>
  withLaterTexts(() => import('./ListPickerDialog.tsx')).then((module) => ({ default: module.ListPickerDialog })),
)
