import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Form } from '../engine/form.ts'
import { isDate, today } from '../lib/formatDate.ts'
import { Button } from '../ui/controls/Button.tsx'
import { confirmDialog } from '../ui/overlays/confirmDialog.tsx'
import { useFormHost } from './useFormHost.ts'
import * as controls from '../ui/controls/controls.module.css'

/**
 * The page's own address: the hash if it is longer than 9 characters, otherwise path and query (spec/1 §2.1).
 */
function addressOfPage({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  return hash.length > 10 ? { address: hash.slice(1), prefix: `${pathname}${search}#` } : { address: `${pathname}${search}`, prefix: '' }
}

export function dateOfPage(location: Pick<Location, 'pathname' | 'search' | 'hash'>): string | undefined {
  const date = new URLSearchParams(addressOfPage(location).address.split('?')[1] ?? '').get('date')
  return isDate(date) ? date : undefined
}

/** The address with date=yyyy-MM-dd; all other options stay (decision OQ-021). */
export function withDate(location: Pick<Location, 'pathname' | 'search' | 'hash'>, date: string): string {
  const { address, prefix } = addressOfPage(location)
  const [path = '', query = ''] = address.split('?')
  const kept = query.split('&').filter((pair) => pair !== '' && !/^date(?:=|$)/.test(pair))
  return `${prefix}${path}?${[...kept, `date=${date}`].join('&')}`
}

/**
 * A date input, and a button that opens the page of another day: while a person types, every intermediate value
 * is a date, too. Unsaved answers are asked about; their draft stays on the device.
 */
export function GroupDate({ id, form }: { readonly id: string; readonly form: Form }) {
  const { t } = useLingui()
  const { page } = useFormHost()
  const current = dateOfPage(location) ?? today()
  const [date, setDate] = useState(current)
  const isOther = isDate(date) && date !== current
  const show = async () => {
    if (!isOther) return
    if (form.dirty() && !(await confirmDialog({ text: t`You may lose data. Do you wish to continue?` }))) return
    page.dirty(false)
    page.navigate(withDate(location, date))
  }
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {t`Date`}
      </label>
      <input
        id={id}
        className={controls.input}
        type="date"
        value={date}
        max="9999-12-31"
        onChange={(event) => setDate(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void show()
        }}
      />
      {isOther && <Button onClick={show}>{t`Show this day`}</Button>}
    </div>
  )
}
