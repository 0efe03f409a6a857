import { lazy } from 'react'
import { withLaterTexts } from '../laterTexts.ts'

/** The picker in a file of its own, which is fetched when somebody opens it: for fields and buttons. Stands in a Suspense. */
export const LazyListPicker = lazy(() =>
  withLaterTexts(() => import('./ListPickerDialog.tsx')).then((module) => ({ default: module.ListPickerDialog })),
)
