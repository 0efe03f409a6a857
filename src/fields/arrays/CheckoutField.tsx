import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { truthy } from '../../../contract/forms/expression.ts'
import { readValue } from '../../engine/readValue.ts'
import { today } from '../../lib/formatDate.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { FieldProps } from '../defineField.ts'
import { ArrayEditor } from './ArrayEditor.tsx'
import { entryKind } from './entryKind.ts'
import type { RowPart } from './ItemRow.tsx'
import { type Item, itemsOf } from './itemsOf.ts'
import { arrivalWords, isOut, momentOf, stamp, stampedHere } from './stamp.ts'
import { TimesDialog } from './TimesDialog.tsx'
import { type ArrayKind, selection } from './useItems.ts'
import * as styles from './arrays.module.css'

interface CheckOutPartProps extends RowPart {
  /** The list as it was loaded. */
  readonly found: readonly Item[]
  /** True when the form lets people enter the times. */
  readonly enters: boolean
}

/**
 * Shows the check-in time, and the check-out time or the Check out button. A check-out that the record had is final:
 * then neither time can be changed.
 */
function CheckOutPart({ item, title, readOnly, change, found, enters }: CheckOutPartProps) {
  const { t, i18n } = useLingui()
  const [entering, setEntering] = useState(false)
  const isOpen = !readOnly && (!isOut(item) || stampedHere(item, found))
  const day = today()
  const out = momentOf(item['checkoutTime'], day, i18n.locale)
  return (
    <>
      <span className={styles.stamps}>
        <span>{arrivalWords(item, day, i18n.locale)}</span>
        {out && <strong>{t`Out ${out}`}</strong>}
      </span>
      {!readOnly && !isOut(item) ? (
        <Button aria-label={t`Check Out ${title}`} onClick={() => change({ ...item, checkoutTime: stamp() })}>
          {t`Check Out`}
        </Button>
      ) : null}
      {enters && isOpen ? <IconButton icon="edit" label={t`Times of ${title}`} onClick={() => setEntering(true)} /> : null}
      {isOpen && isOut(item) ? (
        <IconButton icon="close" label={t`Clear the check-out of ${title}`} onClick={() => change({ ...item, checkoutTime: null })} />
      ) : null}
      {entering && (
        <TimesDialog
          item={item}
          name={title}
          onOk={(next) => {
            setEntering(false)
            change(next)
          }}
          onCancel={() => setEntering(false)}
        />
      )}
    </>
  )
}

/** A list of people with their check-in times and a check-out button for each (decision OQ-036). */
export function CheckoutField({ form, node, setting }: FieldProps<'checkout'>) {
  const { t } = useLingui()
  const path = node.path ?? ''
  const kind = useMemo((): ArrayKind => {
    const found = itemsOf(readValue(form.initial(), path))
    const kind = entryKind(setting, form.lookups)
    const { source, fresh } = kind
    /** A person who is added to the list is checked in. */
    const here = (entry: Item): Item => ({ ...entry, checkinTime: entry['checkinTime'] ?? stamp() })
    return {
      ...kind,
      ...(source && { source: { ...source, entry: (picked) => here(source.entry(picked)) } }),
      fresh: (typed) => here(fresh?.(typed) ?? {}),
      part: (row) => <CheckOutPart {...row} found={found} enters={setting.enterTimes === true} />,
    }
  }, [form, setting, path])
  const all = typeof setting.checkOutAll === 'string' ? truthy(form.evaluate(setting.checkOutAll)) : setting.checkOutAll === true

  const above = (items: readonly Item[], change: (next: Item[]) => void, readOnly: boolean) => {
    const inside = items.filter((item) => !isOut(item))
    const chosen = setting.allowSelection ? inside.filter((item) => item[selection] === true) : []
    const others = all ? inside : []
    const going = chosen.length > 0 ? chosen : others
    const count = going.length
    if (readOnly || count === 0) return null
    const checkOut = async () => {
      if (!(await confirmDialog({ text: t`Check out ${count} people now?`, ok: t`Check Out` }))) return
      const now = stamp()
      const gone = new Set(going)
      change(itemsOf(form.value(path)).map((item) => (gone.has(item) ? { ...item, checkoutTime: now } : item)))
    }
    return (
      <Button icon="clock" onClick={checkOut}>
        {chosen.length > 0 ? t`Check Out Selected (${count})` : t`Check Out All (${count})`}
      </Button>
    )
  }
  return <ArrayEditor form={form} node={node} setting={setting} kind={kind} above={above} />
}
