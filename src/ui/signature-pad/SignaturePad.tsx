import { useLingui } from '@lingui/react/macro'
import { type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react'
import type { Strokes } from './drawing.ts'
import { extend, pointIn, type Stroke } from './Stroke.ts'
import { padWidth } from './padWidth.ts'
import { paint } from './paint.ts'
import * as styles from './signaturePad.module.css'

interface SignaturePadProps {
  readonly strokes: Strokes
  readonly typed: string
  /** A name is typed: the pad only shows it. */
  readonly still: boolean
  onStroke(stroke: Stroke): void
}

/** The drawing area. Strokes are data, so that rotating the tablet or changing the zoom only redraws them. */
export function SignaturePad({ strokes, typed, still, onStroke }: SignaturePadProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const current = useRef<{ pointer: number; stroke: Stroke }>(undefined)
  const frame = useRef(0)
  const shown = useRef({ strokes, typed })

  const draw = () => {
    frame.current = 0
    const context = canvas.current?.getContext('2d')
    if (!context || !canvas.current) return
    const stroke = current.current?.stroke
    const all = stroke ? [...shown.current.strokes, stroke] : shown.current.strokes
    const scale = canvas.current.width / padWidth
    paint(context, { strokes: all, typed: shown.current.typed }, scale, canvas.current.height / scale)
  }
  const drawSoon = () => {
    frame.current ||= requestAnimationFrame(draw)
  }

  useLayoutEffect(() => {
    shown.current = { strokes, typed }
    draw()
  })

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const fit = () => {
      const dots = window.devicePixelRatio || 1
      const { width, height } = element.getBoundingClientRect()
      if (width === 0) return
      element.width = Math.round(width * dots)
      element.height = Math.round(height * dots)
      draw()
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame.current)
    }
  }, [])

  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (still || current.current || event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    current.current = { pointer: event.pointerId, stroke: [pointIn(event.currentTarget.getBoundingClientRect(), event)] }
    drawSoon()
  }
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const drawing = current.current
    if (drawing?.pointer !== event.pointerId) return
    const box = event.currentTarget.getBoundingClientRect()
    const steps = event.nativeEvent.getCoalescedEvents?.() ?? []
    for (const step of steps.length > 0 ? steps : [event.nativeEvent]) drawing.stroke = extend(drawing.stroke, pointIn(box, step))
    drawSoon()
  }
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    const drawing = current.current
    if (drawing?.pointer !== event.pointerId) return
    current.current = undefined
    onStroke(drawing.stroke)
  }

  return (
    <canvas
      ref={canvas}
      className={styles.pad}
      role="img"
      aria-label={still ? t`Your name as a signature` : t`Sheet to sign on with a finger, pen or mouse`}
      data-still={still || undefined}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}
