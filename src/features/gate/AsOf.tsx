import { useLingui } from '@lingui/react/macro'
import { Icon } from '../../ui/controls/Icon.tsx'
import { clockTime, notSentWords } from './clockTime.ts'
import * as styles from './gate.module.css'

interface AsOfProps {
  /** Time of the server's answer, ms. */
  readonly at: number | undefined
  readonly stale: boolean
  /** Events of this device that the server does not have. */
  readonly unsent: number
  readonly now: number
}

/** The age of the server's data, and the number of events that only this device has. */
export function AsOf({ at, stale, unsent, now }: AsOfProps) {
  const { t, i18n } = useLingui()
  return (
    <div className={styles.chips}>
      {at !== undefined && (
        <span className={styles.chip} data-level={stale ? 'warning' : undefined}>
          <Icon name={stale ? 'cloudOff' : 'clock'} size={16} />
          {t`As of ${clockTime(i18n, at, now)}`}
        </span>
      )}
      {unsent > 0 && (
        <span className={styles.chip} data-level="saved" data-unsent={unsent} style={{ whiteSpace: 'normal' }}>
          <Icon name="device" size={16} />
          {notSentWords(unsent)}
        </span>
      )}
    </div>
  )
}
