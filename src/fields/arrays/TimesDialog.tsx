import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { dateOf, formatDate, isTime, today } from '../../lib/formatDate.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { enteredTimes, type TypedTimes } from '../../lib/enteredTimes.ts'
import { type Item, text } from './itemsOf.ts'
import { clockOf } from './stamp.ts'
import * as styles from './arrays.module.css'

interface TimesDialogProps {
  readonly item: Item
  readonly name: string
  onOk(item: Item): void
  onCancel(): void
}

function startOf(item: Item): TypedTimes {
  const given = text(item['checkinTime'])
  const at = new Date(given)
  const day = given === '' || isTime(given) || Number.isNaN(at.getTime()) ? today() : dateOf(at)
  return { day, in: clockOf(given), out: clockOf(text(item['checkoutTime'])) }
}

/** A time that was not changed keeps its seconds. */
function withTimes(item: Item, before: TypedTimes, typed: TypedTimes, entered: ReturnType<typeof enteredTimes>): Item {
  const { checkinTime, checkoutTime } = entered
  const isSameIn = typed.in === before.in
  const isSameOut = typed.out === before.out && (isSameIn || typed.out === '')
  return {
    ...item,
    ...(!isSameIn && { checkinTime: checkinTime.toISOString() }),
    ...(!isSameOut && { checkoutTime: checkoutTime?.toISOString() ?? null }),
  }
}

/** Asks for the time in and the time out of a person. Both have passed, and the time out is after the time in. */
export function TimesDialog({ item, name, onOk, onCancel }: TimesDialogProps) {
  const { t, i18n } = useLingui()
  const [before] = useState(() => startOf(item))
  const [typed, setTyped] = useState(before)
  const [isTried, setIsTried] = useState(false)
  const entered = enteredTimes(typed, new Date())
  const { in: inFault, out: outFault } = isTried ? entered.faults : {}
  const words = {
    missing: t`Enter the time in`,
    future: t`This time is in the future`,
    before: t`The time out must be after the time in`,
  }
  const save = () => {
    setIsTried(true)
    if (Object.keys(entered.faults).length === 0) onOk(withTimes(item, before, typed, entered))
  }
  return (
    <Dialog
      open
      title={t`Times of ${name}`}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t`Cancel`}</Button>
          <Button kind="primary" onClick={save}>{t`OK`}</Button>
        </>
      }
    >
      <div className={styles.itemForm}>
        <TextField
          label={t`Time in`}
          type="time"
          required
          hint={typed.day === today() ? undefined : formatDate(typed.day, i18n.locale)}
          value={typed.in}
          error={inFault && words[inFault]}
          onChange={({ target }) => setTyped({ ...typed, in: target.value })}
        />
        <TextField
          label={t`Time out`}
          type="time"
          hint={t`Empty: still on site`}
          value={typed.out}
          error={outFault && words[outFault]}
          onChange={({ target }) => setTyped({ ...typed, out: target.value })}
        />
      </div>
    </Dialog>
  )
}
