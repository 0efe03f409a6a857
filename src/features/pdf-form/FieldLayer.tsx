import { memo, useMemo } from 'react'
import { FieldWidget } from './FieldWidget.tsx'
import type { Filling } from './filling.ts'
import { type PageView, placeOf } from './MarkLayer.tsx'
import { reaching, roomAround } from './roomAround.ts'
import type { FormField } from './formFields.ts'

/**
 * The box of a field to move to. `turn` is a new number every time, so that the same box can be requested
 * twice.
 */
export interface Wanted {
  readonly name: string
  readonly at: number
  readonly turn: number
}

export interface FieldActions {
  open(field: FormField): void
  sign(field: FormField, at: number): void
  step(field: FormField, at: number, step: 1 | -1): boolean
  focused(field: FormField): void
}

interface FieldLayerProps {
  readonly page: number
  readonly view: PageView
  readonly fields: readonly FormField[]
  readonly filling: Filling
  readonly disabled: boolean
  readonly demanded: ReadonlySet<string>
  readonly missing: ReadonlySet<string>
  /** The name of the field in the sheet below the page. */
  readonly editing: string | undefined
  readonly clearSignatures: boolean
  readonly small: boolean
  readonly wanted: Wanted | undefined
  readonly actions: FieldActions
}

/** The fields of a page, over its image, in tab order. */
export const FieldLayer = memo(function FieldLayer({
  page,
  view,
  fields,
  demanded,
  missing,
  editing,
  wanted,
  actions,
  ...rest
}: FieldLayerProps) {
  const rooms = useMemo(() => roomAround(fields, page), [fields, page])
  return fields.flatMap((field) =>
    field.boxes.flatMap((box, at) =>
      box.page === page
        ? [
            <FieldWidget
              key={box.annotationId}
              {...rest}
              field={field}
              at={at}
              style={reaching(placeOf(view, box.rect), box.rect, rooms.get(box.annotationId))}
              demanded={demanded.has(field.name)}
              missing={missing.has(field.name)}
              isEdited={editing === field.name}
              wanted={wanted?.name === field.name && wanted.at === at ? wanted.turn : undefined}
              onOpen={() => actions.open(field)}
              onSign={() => actions.sign(field, at)}
              onStep={(step) => actions.step(field, at, step)}
              onFocus={() => actions.focused(field)}
            />,
          ]
        : [],
    ),
  )
})
