import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { today } from '../../lib/formatDate.ts'
import { AvailabilityDialog } from './AvailabilityDialog.tsx'
import { available, availabilityWords, awayUntil, type Unavailable, unavailable } from './awayUntil.ts'
import type { RowPart } from './ItemRow.tsx'
import * as controls from '../../ui/controls/controls.module.css'
import * as styles from './arrays.module.css'

interface AvailabilityPartProps extends RowPart {
  readonly holidays: ReadonlySet<string>
  /** The initial meaning of switching availability off. */
  readonly unavailable: Unavailable
}

/** A switch for available or not, and the end of an absence, which opens its dialog. */
export function AvailabilityPart({ item, title, readOnly, change, holidays, unavailable: first }: AvailabilityPartProps) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const day = today()
  const here = awayUntil(item, day) === undefined
  const words = availabilityWords(item, day, i18n.locale)
  return (
    <>
      <label className={`${controls.toggle} ${styles.availability}`}>
        <input
          type="checkbox"
          role="switch"
          aria-label={t`Available: ${title}`}
          checked={here}
          aria-checked={here}
          disabled={readOnly}
          onChange={(event) => change(event.target.checked ? available(item) : unavailable(item, first, undefined, day))}
        />
      </label>
      <button
        type="button"
        className={styles.availabilityWords}
        data-here={here || undefined}
        aria-label={t`Set Availability of ${title}: ${words}`}
        disabled={readOnly}
        onClick={() => setOpen(true)}
      >
        {words}
      </button>
      {open && (
        <AvailabilityDialog
          item={item}
          name={title}
          calendar={{ today: day, holidays }}
          unavailable={first}
          onOk={(next) => {
            setOpen(false)
            if (next !== item) change(next)
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  )
}
