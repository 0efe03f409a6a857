import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { Cached } from '../../store/queries/cached.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import * as styles from './today.module.css'

export interface TodayLine {
  readonly key: string
  readonly href: string
  readonly title: string
  readonly note?: string | undefined
  /** A person should look at it now. */
  readonly urgent?: boolean | undefined
}

interface TodaySectionProps {
  readonly icon: IconName
  readonly title: string
  /** The number beside the title. */
  readonly count: number | string
  readonly lines: readonly TodayLine[]
  /** What it says when there is no line. */
  readonly none: string
  readonly cached: Pick<Cached<unknown>, 'data' | 'state' | 'stale' | 'fetchedAt'>
  /** Where the others are, when the section shows only some. */
  readonly more?: { readonly href: string; readonly label: string } | undefined
}

/** One part of the day: how many, and a line for each that leads to its screen. */
export function TodaySection({ icon, title, count, lines, none, cached, more }: TodaySectionProps) {
  const { t } = useLingui()
  const id = useId()
  const isKnown = cached.data !== undefined
  return (
    <Card padding="none" aria-labelledby={id}>
      <div className={styles.head}>
        <Icon name={icon} size={22} />
        <h2 id={id}>{title}</h2>
        {isKnown && (
          <span className={styles.count} data-open={lines.length > 0}>
            {count}
          </span>
        )}
      </div>
      {cached.stale && (
        <div className={styles.quiet}>
          <OfflineCopy at={cached.fetchedAt} />
        </div>
      )}
      {!isKnown && <p className={styles.quiet}>{cached.state === 'loading' ? t`Loading…` : t`Not on this device yet`}</p>}
      {isKnown && lines.length === 0 && (
        <p className={styles.quiet}>
          <Icon name="check" size={18} />
          {none}
        </p>
      )}
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map(({ key, href, title: text, note, urgent }) => (
            <li key={key}>
              <SiteLink className={styles.line} href={href} data-urgent={urgent}>
                <span>
                  <span className={styles.title}>{text}</span>
                  {note && <span className={styles.note}>{note}</span>}
                </span>
                <Icon name="chevronRight" size={20} />
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
      {more && (
        <SiteLink className={styles.more} href={more.href}>
          {more.label}
        </SiteLink>
      )}
    </Card>
  )
}
