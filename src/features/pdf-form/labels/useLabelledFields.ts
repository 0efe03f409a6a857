import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Pdf } from '../../../ui/pdf-pages/openPdf.ts'
import type { FormField } from '../formFields.ts'
import { type LabelBox, type NearbyLabels, nearbyLabels, type Printed } from './nearbyLabels.ts'
import { whenIdle } from '../../../ui/whenIdle.ts'

interface TextPiece {
  readonly str?: string
  readonly transform?: readonly number[]
  readonly width?: number
}

function printedOf({ str, transform, width = 0 }: TextPiece): Printed[] {
  if (str === undefined || !transform) return []
  const [, , c = 0, d = 0, left = 0, bottom = 0] = transform
  return [{ text: str, left, right: left + width, bottom, size: Math.hypot(c, d) || 8 }]
}

const boxesOn = (fields: readonly FormField[], page: number): LabelBox[] =>
  fields.flatMap(({ name, fieldType, boxes }) =>
    boxes
      .filter((box) => box.page === page)
      .map(({ rect, exportValue }) => ({ name, rect, isTick: fieldType === 'checkbox' || fieldType === 'radio', value: exportValue })),
  )

/** Pages with text that is read only for the labels, after the visible ones. */
const mostPages = 40

/**
 * Returns the fields with labels from the text around them, where the file has no names for people. Pages are
 * read when the browser is idle: the visible one first, then those with fields in `needed`.
 */
export function useLabelledFields(pdf: Pdf, fields: readonly FormField[], page: number, needed: ReadonlySet<string>): readonly FormField[] {
  const [found, setFound] = useState<ReadonlyMap<number, NearbyLabels>>(new Map())
  const reading = useRef(new Set<number>())

  const read = useCallback(
    async (number: number) => {
      if (reading.current.has(number)) return
      reading.current.add(number)
      const wanted = new Set(fields.filter(({ isNamed, boxes }) => !isNamed && boxes[0]?.page === number).map(({ name }) => name))
      if (wanted.size === 0) return
      const sheet = await pdf.getPage(number)
      const { items } = await sheet.getTextContent()
      const labels = nearbyLabels((items as TextPiece[]).flatMap(printedOf), wanted, boxesOn(fields, number))
      setFound((before) => new Map([...before, [number, labels]]))
    },
    [fields, pdf],
  )

  useEffect(() => {
    const waiting = [...new Set([page, ...fields.filter(({ name }) => needed.has(name)).map(({ boxes }) => boxes[0]?.page ?? 0)])]
      .filter((number) => number > 0 && !reading.current.has(number))
      .slice(0, mostPages)
    let cancel: (() => void) | undefined
    const readNext = async (number: number) => {
      // A page without readable text keeps the names of the file.
      await read(number).catch(() => undefined)
      next()
    }
    const next = () => {
      const number = waiting.shift()
      if (number !== undefined) cancel = whenIdle(() => void readNext(number), 2000, 300)
    }
    if (fields.some(({ isNamed }) => !isNamed)) next()
    return () => {
      waiting.length = 0
      cancel?.()
    }
  }, [fields, needed, page, read])

  return useMemo(() => (found.size === 0 ? fields : fields.map((field) => labelled(field, found))), [fields, found])
}

function labelled(field: FormField, found: ReadonlyMap<number, NearbyLabels>): FormField {
  const labels = found.get(field.boxes[0]?.page ?? 0)
  if (field.isNamed || !labels) return field
  const own = labels.options.get(field.name)
  // The label of an option is its stored value when the file has none for people.
  const options = own
    ? field.options.map((option) => ({
        ...option,
        label: option.label === option.value ? (own.get(option.value) ?? option.label) : option.label,
      }))
    : field.options
  return { ...field, options, label: labels.fields.get(field.name) ?? field.label }
}
