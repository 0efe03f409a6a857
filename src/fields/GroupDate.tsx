import { useLingui } from '@lingui/react/macro'
import { isDate, today } from '../lib/formatDate.ts'
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

/** A date input that opens the page of another day. */
export function GroupDate({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const { page } = useFormHost()
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {t`Date`}
      </label>
      <input
        id={id}
        className={controls.input}
        type="date"
        defaultValue={dateOfPage(location) ?? today()}
        max="9999-12-31"
        onChange={(event) => {
          if (isDate(event.target.value)) page.navigate(withDate(location, event.target.value))
        }}
      />
    </div>
  )
}
