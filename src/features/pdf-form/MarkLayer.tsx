import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { PdfMark } from '../../../contract/forms/pdfForm.ts'
import { pictureSrc } from '../../lib/safeHref.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { Filling } from './filling.ts'
import { inkPaths, stampOf, stampShare } from './signing.ts'
import { useMarks } from './useFilling.ts'

/** How pdf.js converts the file's points into pixels of the page, and back. */
export interface PageView {
  readonly width: number
  readonly height: number
  convertToViewportPoint(x: number, y: number): unknown[]
  convertToPdfPoint(x: number, y: number): unknown[]
}

export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export function placeOf(view: PageView, rect: readonly number[]): Place {
  const [a = 0, b = 0] = view.convertToViewportPoint(rect[0] ?? 0, rect[1] ?? 0) as number[]
  const [c = 0, d = 0] = view.convertToViewportPoint(rect[2] ?? 0, rect[3] ?? 0) as number[]
  return { left: Math.min(a, c), top: Math.min(b, d), width: Math.abs(c - a), height: Math.abs(d - b) }
}

export function rectOf(view: PageView, { left, top, width, height }: Place): [number, number, number, number] {
  const [a = 0, b = 0] = view.convertToPdfPoint(left, top) as number[]
  const [c = 0, d = 0] = view.convertToPdfPoint(left + width, top + height) as number[]
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

const smallest = 12

/** Keeps the mark on the page while it is moved or resized. */
const within = (view: PageView, { left, top, width, height }: Place): Place => {
  const w = Math.min(view.width, Math.max(smallest, width))
  const h = Math.min(view.height, Math.max(smallest, height))
  return { left: Math.min(view.width - w, Math.max(0, left)), top: Math.min(view.height - h, Math.max(0, top)), width: w, height: h }
}

interface MarkLayerProps {
  readonly page: number
  readonly view: PageView
  readonly filling: Filling
  readonly disabled: boolean
}

/**
 * Signatures, dates and texts on this page; each can be moved, resized and removed, by touch or by keyboard.
 */
export function MarkLayer({ page, view, filling, disabled }: MarkLayerProps) {
  const marks = useMarks(filling).filter((mark) => mark.page === page)
  return marks.map((mark) => <Mark key={mark.id} mark={mark} view={view} filling={filling} disabled={disabled} />)
}

function Mark({ mark, view, filling, disabled }: { readonly mark: PdfMark } & Omit<MarkLayerProps, 'page'>) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(false)
  const [moved, setMoved] = useState<Place>()
  const start = useRef<{ x: number; y: number; place: Place; size: boolean }>(undefined)
  const place = moved ?? placeOf(view, mark.rect)

  const change = (next: Partial<PdfMark>) =>
    filling.setMarks((marks) => marks.map((one) => (one.id === mark.id ? { ...one, ...next } : one)))
  const remove = () => filling.setMarks((marks) => marks.filter((one) => one.id !== mark.id))
  const put = (next: Place) => change({ rect: rectOf(view, within(view, next)) })

  const down = (event: PointerEvent<HTMLElement>) => {
    if (disabled || event.button !== 0 || event.target instanceof HTMLInputElement || (event.target as Element).closest('button')) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    start.current = { x: event.clientX, y: event.clientY, place, size: (event.target as Element).hasAttribute('data-size') }
    setChosen(true)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const from = start.current
    if (!from) return
    const [x, y] = [event.clientX - from.x, event.clientY - from.y]
    const { left, top, width, height } = from.place
    setMoved(
      within(view, from.size ? { left, top, width: width + x, height: height + y } : { left: left + x, top: top + y, width, height }),
    )
  }
  const up = () => {
    if (start.current && moved) put(moved)
    start.current = undefined
    setMoved(undefined)
  }
  const key = (event: KeyboardEvent<HTMLElement>) => {
    if (disabled || event.target !== event.currentTarget) return
    const step = event.ctrlKey ? 1 : 10
    const { left, top, width, height } = place
    const [x, y] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] ?? []
    if (x !== undefined && y !== undefined)
      put(event.shiftKey ? { left, top, width: width + x, height: height + y } : { left: left + x, top: top + y, width, height })
    else if (event.key === 'Delete' || event.key === 'Backspace') remove()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const label =
    mark.kind === 'signature'
      ? mark.signatory
        ? t`Signature of ${mark.signatory}`
        : t`Signature`
      : mark.kind === 'date'
        ? t`Date`
        : t`Text`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <div
      className="m-pdff-mark"
      data-mark={mark.id}
      role="group"
      aria-label={label}
      title={disabled ? label : t`${label}: arrow keys move it, with Shift they change its size, Delete takes it away`}
      tabIndex={disabled ? undefined : 0}
      data-chosen={chosen || undefined}
      style={place}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onKeyDown={key}
      onFocus={() => setChosen(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setChosen(false)
      }}
    >
      {mark.strokes ? (
        <svg className="m-pdff-ink" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          {inkPaths(mark.strokes, place.width / place.height).map((path, at) => (
            <path key={at} d={path} />
          ))}
        </svg>
      ) : mark.picture ? (
        <img
          className="m-pdff-picture"
          src={pictureSrc(mark.picture.url)}
          alt=""
          draggable={false}
          style={{ height: place.height * (1 - stampShare) }}
        />
      ) : mark.kind === 'signature' ? (
        <span className="m-pdff-typed" style={{ fontSize: place.height * (1 - stampShare) * 0.7 }}>
          {mark.text}
        </span>
      ) : disabled || mark.kind === 'date' ? (
        <span className="m-pdff-words" style={{ fontSize: place.height * 0.7 }}>
          {mark.text}
        </span>
      ) : (
        <input
          className="m-pdff-words"
          style={{ fontSize: place.height * 0.7 }}
          aria-label={t`Text on page ${mark.page}`}
          value={mark.text ?? ''}
          onChange={(event) => change({ text: event.target.value })}
        />
      )}
      {mark.kind === 'signature' ? (
        <span className="m-pdff-stamp" aria-hidden="true" style={{ fontSize: Math.max(3, place.height * stampShare * 0.75) }}>
          {stampOf(mark)}
        </span>
      ) : null}
      {disabled || !chosen ? null : (
        <>
          <span className="m-pdff-size" data-size="" aria-hidden="true" />
          <span className="m-pdff-remove">
            <IconButton icon="trash" kind="danger" label={t`Take it away`} onClick={remove} />
          </span>
        </>
      )}
    </div>
  )
}
