import { useLingui } from '@lingui/react/macro'
import { type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import * as styles from './chart.module.css'

/** One day or other category; `values` are in the order of the series. */
export interface ChartColumn {
  readonly key: string
  readonly label: string
  readonly values: readonly number[]
}

/** Color and pattern of a series; the patterns distinguish them without color. */
export type ChartTone = 'first' | 'second' | 'good' | 'bad'

export interface ChartSeries {
  readonly name: string
  readonly tone: ChartTone
}

interface StackedChartProps {
  /** The content of the whole chart, in a sentence. */
  readonly summary: string
  readonly series: readonly ChartSeries[]
  readonly columns: readonly ChartColumn[]
  /** Name of the columns' category, such as "Day". */
  readonly columnName: string
}

const height = 160
/** Room above the highest bar for the label of its line, px. */
const head = 18

/**
 * Stacked bars. Touch, a mouse or the arrow keys move from bar to bar and read it out; a table lists the same
 * figures.
 */
export function StackedChart({ summary, series, columns, columnName }: StackedChartProps) {
  const { i18n } = useLingui()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const sums = columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const most = niceMost(Math.max(1, ...sums))
  const [at, setAt] = useState<number>()
  const read = Math.min(at ?? columns.length - 1, columns.length - 1)
  const step = width / Math.max(1, columns.length)
  const bar = Math.min(36, Math.max(3, step * 0.72))
  const words = (column: ChartColumn | undefined) =>
    column ? `${column.label}: ${series.map(({ name }, n) => `${name} ${i18n.number(column.values[n] ?? 0)}`).join(', ')}` : ''
  const follow = ({ clientX }: PointerEvent<HTMLElement>) => {
    const { left } = box.current?.getBoundingClientRect() ?? { left: 0 }
    setAt(Math.max(0, Math.min(columns.length - 1, Math.floor((clientX - left) / step))))
  }
  return (
    <figure className={styles.root}>
      <div className={styles.plot} ref={box}>
        <svg width={width} height={height} role="img" aria-label={summary}>
          <Patterns id={id} />
          <text x="0" y={head - 6}>
            {i18n.number(most)}
          </text>
          <line x1="0" x2={width} y1={head} y2={head} strokeDasharray="3 4" />
          {columns.map((column, n) => (
            <Bar
              key={column.key}
              id={id}
              column={column}
              series={series}
              x={n * step + (step - bar) / 2}
              width={bar}
              perUnit={(height - head) / most}
              lit={n === at}
            />
          ))}
          <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
        </svg>
        <input
          type="range"
          min={0}
          max={Math.max(0, columns.length - 1)}
          value={Math.max(0, read)}
          aria-label={columnName}
          aria-valuetext={words(columns[read])}
          onChange={(event) => setAt(Number(event.target.value))}
          onPointerMove={follow}
          onPointerLeave={() => setAt(undefined)}
        />
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{columns[0]?.label}</span>
        <span>{columns.at(-1)?.label}</span>
      </div>
      <figcaption>
        <ul className={styles.legend}>
          {series.map(({ name, tone }, n) => (
            <li key={name}>
              <svg width="14" height="14" aria-hidden="true">
                <rect width="14" height="14" rx="3" data-tone={tone} fill={fillOf(id, tone)} />
              </svg>
              {name}
              {at !== undefined && <strong>{i18n.number(columns[read]?.values[n] ?? 0)}</strong>}
            </li>
          ))}
          {at !== undefined && <li className={styles.day}>{columns[read]?.label}</li>}
        </ul>
        <Figures {...{ summary, series, columns, columnName }} />
      </figcaption>
    </figure>
  )
}

/** The same figures as a table. */
function Figures({ summary, series, columns, columnName }: StackedChartProps) {
  const { t, i18n } = useLingui()
  return (
    <details className={styles.table}>
      <summary>{t`Show the figures`}</summary>
      <div className={styles.scroll}>
        <table aria-label={summary}>
          <thead>
            <tr>
              <th scope="col">{columnName}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ key, label, values }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {series.map(({ name }, n) => (
                  <td key={name}>{i18n.number(values[n] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

interface BarProps {
  readonly id: string
  readonly column: ChartColumn
  readonly series: readonly ChartSeries[]
  readonly x: number
  readonly width: number
  readonly perUnit: number
  readonly lit: boolean
}

function Bar({ id, column, series, x, width, perUnit, lit }: BarProps) {
  return (
    <g data-lit={lit || undefined}>
      {series.map(({ name, tone }, n) => {
        const high = (column.values[n] ?? 0) * perUnit
        const below = column.values.slice(0, n).reduce((sum, value) => sum + value, 0) * perUnit
        // A thin line of the background color between two parts of a bar.
        return high > 0 ? (
          <rect
            key={name}
            x={x}
            y={height - 1 - below - high}
            width={width}
            height={Math.max(1, high - (n > 0 ? 1 : 0))}
            rx="1.5"
            data-tone={tone}
            fill={fillOf(id, tone)}
          />
        ) : null
      })}
    </g>
  )
}

const hatched = { second: '45', bad: '90' } as const

const fillOf = (id: string, tone: ChartTone) => (tone === 'second' || tone === 'bad' ? `url(#${id}${tone})` : 'currentColor')

function Patterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {(['second', 'bad'] as const).map((tone) => (
        <pattern
          key={tone}
          id={`${id}${tone}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${hatched[tone]})`}
        >
          <rect width="6" height="6" data-tone={tone} fill="currentColor" />
          <rect width="2" height="6" className={styles.ground} />
        </pattern>
      ))}
    </defs>
  )
}

/** Returns the next higher number that is easy to read on an axis: 1, 2, 5, 10, 20, 50 … */
export function niceMost(most: number): number {
  const ten = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((one) => one * ten).find((one) => one >= most) ?? most
}

function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(320)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}
