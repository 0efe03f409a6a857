import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { PdfMark } from '../../../contract/forms/PdfConfig.ts'
import { pictureSrc } from '../../lib/safeHref.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { Filling } from './filling.ts'
import { inkPaths, stampOf, stampShare } from './inkPaths.ts'
import { useMarks } from './useValues.ts'
import * as styles from './pdfForm.module.css'

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

interface MarkProps extends Omit<MarkLayerProps, 'page'> {
  readonly mark: PdfMark
}

function Mark(props: MarkProps) {
  const { mark, filling, disabled } = props
  const { t } = useLingui()
  const [chosen, setChosen] = useState(false)
  const remove = () => filling.setMarks((marks) => marks.filter((one) => one.id !== mark.id))
  const { place, handlers } = useMoving(props, { onChoose: () => setChosen(true), onRemove: remove })
  const label = useMarkLabel(mark)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <div
      className={styles.mark}
      data-mark={mark.id}
      role="group"
      aria-label={label}
      title={disabled ? label : t`${label}: arrow keys move it, with Shift they change its size, Delete removes it`}
      tabIndex={disabled ? undefined : 0}
      data-chosen={chosen || undefined}
      style={place}
      {...handlers}
      onFocus={() => setChosen(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setChosen(false)
      }}
    >
      <MarkContent mark={mark} place={place} disabled={disabled} onText={(text) => changeMark(filling, mark, { text })} />
      {mark.kind === 'signature' ? (
        <span className={styles.stamp} aria-hidden="true" style={{ fontSize: Math.max(3, place.height * stampShare * 0.75) }}>
          {stampOf(mark)}
        </span>
      ) : null}
      {disabled || !chosen ? null : (
        <>
          <span className={styles.size} data-size="" aria-hidden="true" />
          <span className={styles.remove}>
            <IconButton icon="trash" kind="danger" label={t`Remove it`} onClick={remove} />
          </span>
        </>
      )}
    </div>
  )
}

const changeMark = (filling: Filling, mark: PdfMark, next: Partial<PdfMark>) =>
  filling.setMarks((marks) => marks.map((one) => (one.id === mark.id ? { ...one, ...next } : one)))

function useMarkLabel(mark: PdfMark): string {
  const { t } = useLingui()
  if (mark.kind === 'signature') return mark.signatory ? t`Signature of ${mark.signatory}` : t`Signature`
  return mark.kind === 'date' ? t`Date` : t`Text`
}

const movedBy = ({ left, top, width, height }: Place, x: number, y: number): Place => ({ left: left + x, top: top + y, width, height })
const resizedBy = ({ left, top, width, height }: Place, x: number, y: number): Place => ({
  left,
  top,
  width: width + x,
  height: height + y,
})

/** Moves and resizes a mark by pointer and by arrow keys. Returns its current place and the handlers of its element. */
function useMoving({ mark, view, filling, disabled }: MarkProps, on: { onChoose(): void; onRemove(): void }) {
  const [moved, setMoved] = useState<Place>()
  const start = useRef<{ x: number; y: number; place: Place; size: boolean }>(undefined)
  const place = moved ?? placeOf(view, mark.rect)
  const put = (next: Place) => changeMark(filling, mark, { rect: rectOf(view, within(view, next)) })

  const down = (event: PointerEvent<HTMLElement>) => {
    if (disabled || event.button !== 0 || event.target instanceof HTMLInputElement || (event.target as Element).closest('button')) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    start.current = { x: event.clientX, y: event.clientY, place, size: (event.target as Element).hasAttribute('data-size') }
    on.onChoose()
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const from = start.current
    if (!from) return
    const change = from.size ? resizedBy : movedBy
    setMoved(within(view, change(from.place, event.clientX - from.x, event.clientY - from.y)))
  }
  const up = () => {
    if (start.current && moved) put(moved)
    start.current = undefined
    setMoved(undefined)
  }
  const key = (event: KeyboardEvent<HTMLElement>) => {
    if (disabled || event.target !== event.currentTarget) return
    const step = event.ctrlKey ? 1 : 10
    const [x, y] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] ?? []
    const change = event.shiftKey ? resizedBy : movedBy
    if (x !== undefined && y !== undefined) put(change(place, x, y))
    else if (event.key === 'Delete' || event.key === 'Backspace') on.onRemove()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const handlers = { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up, onKeyDown: key }
  return { place, handlers }
}

interface MarkContentProps {
  readonly mark: PdfMark
  readonly place: Place
  readonly disabled: boolean
  onText(text: string): void
}

/** The ink, picture or text of a mark. */
function MarkContent({ mark, place, disabled, onText }: MarkContentProps) {
  const { t } = useLingui()
  const heightAboveStamp = place.height * (1 - stampShare)
  if (mark.strokes)
    return (
      <svg className={styles.ink} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {inkPaths(mark.strokes, place.width / place.height).map((path, at) => (
          <path key={at} d={path} />
        ))}
      </svg>
    )
  if (mark.picture)
    return (
      <img className={styles.picture} src={pictureSrc(mark.picture.url)} alt="" draggable={false} style={{ height: heightAboveStamp }} />
    )
  if (mark.kind === 'signature')
    return (
      <span className={styles.typed} style={{ fontSize: heightAboveStamp * 0.7 }}>
        {mark.text}
      </span>
    )
  const style = { fontSize: place.height * 0.7 }
  if (disabled || mark.kind === 'date')
    return (
      <span className={styles.words} style={style}>
        {mark.text}
      </span>
    )
  return (
    <input
      className={styles.words}
      style={style}
      aria-label={t`Text on page ${mark.page}`}
      value={mark.text ?? ''}
      onChange={(event) => onText(event.target.value)}
    />
  )
}
