import { lazy } from 'react'
import { withLazyTexts } from '../withLazyTexts.ts'

/**
 * The picker in a separate file, loaded when a person opens it: for fields and buttons. It needs a Suspense
 * around it.
 */
export const LazyListPicker = lazy(() =>
  withLazyTexts(() => import('./ListPickerDialog.tsx')).then((module) => ({ default: module.ListPickerDialog })),
)
