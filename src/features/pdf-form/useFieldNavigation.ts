import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react'
import { dismissToasts } from '../../ui/feedback/toast.tsx'
import type { Wanted } from './FieldLayer.tsx'
import { placeOf } from './MarkLayer.tsx'
import { exportValuesOf, type FormField } from './formFields.ts'
import type { PageViewState } from './usePageView.ts'

interface Targets {
  setEditing: Dispatch<SetStateAction<string | undefined>>
  setAsked(fields: undefined): void
}

/** Moves from field to field: the tab stops, the box that takes the focus, and the steps between them. */
export function useFieldNavigation(
  fields: readonly FormField[],
  { pages, small, viewOf }: PageViewState,
  { setEditing, setAsked }: Targets,
) {
  const [wanted, setWanted] = useState<Wanted>()
  /** Tab stops, in this order: every box of a group of check boxes, otherwise one box for each field. */
  const stops = useMemo(
    () =>
      fields.flatMap((field) => {
        if (field.readOnly && field.fieldType !== 'signature') return []
        const isGroup = field.fieldType === 'checkbox' && exportValuesOf(field).length > 1
        return (isGroup ? field.boxes : field.boxes.slice(0, 1)).map((_, at) => ({ field, at }))
      }),
    [fields],
  )

  const goTo = useCallback(
    (field: FormField, at = 0) => {
      const box = field.boxes[at]
      if (!box) return
      setAsked(undefined)
      // Close the question and the toasts; they would cover the field.
      dismissToasts()
      if (small) setEditing(field.name)
      void viewOf(box.page).then((view) => {
        const { top, height } = placeOf(view, box.rect)
        pages.current?.goTo(box.page, (top + height / 2) / view.height)
        setWanted((before) => ({ name: field.name, at, turn: (before?.turn ?? 0) + 1 }))
      })
    },
    [pages, setAsked, setEditing, small, viewOf],
  )

  const stepFrom = useCallback(
    (field: FormField, at: number, step: 1 | -1): boolean => {
      const here = stops.findIndex(
        (stop) => stop.field.name === field.name && (stop.at === at || stops.filter((one) => one.field === stop.field).length === 1),
      )
      const next = stops[here + step]
      if (here < 0 || !next) return false
      goTo(next.field, next.at)
      return true
    },
    [goTo, stops],
  )

  return { stops, wanted, goTo, stepFrom }
}
