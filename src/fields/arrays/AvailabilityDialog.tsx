import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { daysLater, readDay } from '../../../contract/rules/daysLater.ts'
import { createForm, type Form } from '../../engine/form.ts'
import { formatDate, isDate, weekdayName, weekdays } from '../../lib/formatDate.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useNodeRenderer } from '../nodeRenderer.ts'
import {
  type AvailabilityMode,
  availabilityModes,
  available,
  awayUntil,
  type Calendar,
  modeOf,
  type Unavailable,
  unavailable,
  untilOf,
} from './awayUntil.ts'
import { type Item, text } from './itemsOf.ts'
import * as styles from './arrays.module.css'

function modeName(mode: AvailabilityMode): string {
  switch (mode) {
    case 'Today':
      return t`After today`
    case 'Tomorrow':
      return t`Tomorrow`
    case 'Next Week':
      return t`Next Week`
    case 'Later':
      return t`Later`
    case 'Never/Unsure':
      return t`Never/Unsure`
  }
}

/** The dialog has its own form: isAvailable, availabilityMode, availabilityDate (spec/1 §3). */
function questions(calendar: Calendar, withToday: boolean, language: string): NodeSetting[] {
  const modes = availabilityModes.filter((mode) => mode !== 'Today' || withToday)
  const day = (mode: AvailabilityMode) => {
    const until = untilOf(mode, undefined, calendar)
    const weekday = weekdays[readDay(until ?? '').getDay()]
    return isDate(until) && weekday ? { description: `${weekdayName(weekday, language)}, ${formatDate(until, language)}` } : {}
  }
  return [
    {
      type: 'valueenum',
      attribute: 'isAvailable',
      label: t`Available`,
      display: 'buttons',
      required: true,
      options: [
        { name: t`Yes`, value: 'Yes' },
        { name: t`No`, value: 'No' },
      ],
    },
    {
      type: 'valueenum',
      attribute: 'availabilityMode',
      label: t`Available again`,
      display: 'buttons',
      required: true,
      visible: "isAvailable == 'No'",
      options: modes.map((mode) => ({ name: modeName(mode), value: mode, ...day(mode) })),
    },
    {
      type: 'date',
      attribute: 'availabilityDate',
      label: t`First day back`,
      required: true,
      min: daysLater(calendar.today, 1),
      visible: "isAvailable == 'No' and availabilityMode == 'Later'",
    },
    { type: 'text', attribute: 'reason', label: t`Reason`, maxLength: 200, visible: "isAvailable == 'No'" },
  ]
}

interface AvailabilityDialogProps {
  readonly item: Item
  readonly name: string
  readonly calendar: Calendar
  /** The initial meaning of "No". */
  readonly unavailable: Unavailable
  /** Gets the same item if nothing was chosen. */
  onOk(item: Item): void
  onCancel(): void
}

/** The item for the answers; undefined while an answer is missing. */
function result(form: Form, item: Item, calendar: Calendar): Item | undefined {
  const answer = form.value('isAvailable')
  if (answer === 'Yes') return available(item)
  if (answer !== 'No') return item
  const until = untilOf(form.value('availabilityMode'), form.value('availabilityDate'), calendar)
  return until === undefined ? undefined : unavailable(item, until, text(form.value('reason')), calendar.today)
}

/** Asks whether a person is available, and if not, from when on they are again (spec/1 §2.4, §4.2). */
export function AvailabilityDialog({ item, name, calendar, unavailable: first, onOk, onCancel }: AvailabilityDialogProps) {
  const { t, i18n } = useLingui()
  const { NodeList, rules } = useNodeRenderer()
  const until = awayUntil(item, calendar.today)
  const own = until === 'selfmanaged'
  const [form] = useState(() => {
    const proposed = first === 'today' ? 'today' : 'permanently'
    const { mode, date } = modeOf(until === undefined || own ? proposed : until, calendar)
    const answer = until === undefined ? 'Yes' : 'No'
    const model = {
      // A self-managed person stays self-managed until a user chooses here (decision OQ-042).
      isAvailable: own ? null : answer,
      availabilityMode: mode,
      availabilityDate: date,
      reason: text(item['disabledReason']),
    }
    const children = questions(calendar, first === 'today' || until === 'today', i18n.locale)
    return createForm({ settings: { children }, model, rules })
  })
  const ready = useSyncExternalStore(
    useCallback((listener: () => void) => form.subscribe('any', listener), [form]),
    () => result(form, item, calendar) !== undefined,
  )
  return (
    <Dialog
      open
      title={t`Set Availability`}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t`Cancel`}</Button>
          <Button kind="primary" disabled={!ready} onClick={() => onOk(result(form, item, calendar) ?? item)}>{t`OK`}</Button>
        </>
      }
    >
      <div className={styles.itemForm}>
        <p className={styles.itemTitle}>{name}</p>
        {own && (
          <Notice level="info">
            <strong>{t`Self Managed`}</strong> {t`They set it themselves. It stays as it is unless you choose.`}
          </Notice>
        )}
        <NodeList form={form} nodes={form.nodes} />
      </div>
    </Dialog>
  )
}
