import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'
import * as styles from './watched.module.css'

interface WatchedLineProps {
  /** 0 to 1. */
  readonly share: number
  readonly done: boolean
  /** `1` for each watched second; without it the bar fills from the left. */
  readonly seconds?: string | undefined
  readonly label: string
  readonly children: ReactNode
}

/** Returns a gradient that shows watched seconds as stripes, so that gaps are visible. */
function stripes(seconds: string): string {
  const stops: string[] = []
  const at = (index: number) => `${((index / seconds.length) * 100).toFixed(2)}%`
  for (const match of seconds.matchAll(/1+/g)) {
    const from = at(match.index)
    const to = at(match.index + match[0].length)
    stops.push(`transparent ${from}`, `var(--m-colors-status-sent) ${from}`, `var(--m-colors-status-sent) ${to}`, `transparent ${to}`)
  }
  return stops.length > 0 ? `linear-gradient(to right, ${stops.join(', ')})` : 'none'
}

/** The person's progress, as a bar and in words. */
export function WatchedLine({ share, done, seconds, label, children }: WatchedLineProps) {
  const percent = Math.floor(share * 100)
  const fill = seconds ? stripes(seconds) : `linear-gradient(to right, var(--m-colors-status-sent) ${percent}%, transparent ${percent}%)`
  return (
    <>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        style={{ backgroundImage: share > 0 ? fill : undefined }}
      />
      <p className={styles.line} data-done={done || undefined}>
        {done ? <Icon name="checkCircle" /> : null}
        {children}
      </p>
    </>
  )
}
