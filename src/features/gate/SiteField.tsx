import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { Roster } from './useGate.ts'

interface SiteFieldProps {
  readonly sites: Roster['sites']
  readonly site: string | undefined
  readonly onPick: (site: string) => void
}

/** The choice of the person's site; nothing if the project has only one. */
export function SiteField({ sites, site, onPick }: SiteFieldProps) {
  const { t } = useLingui()
  const id = useId()
  if (sites.length < 2) return null
  return (
    <div className="m-field">
      <label className="m-label" htmlFor={id}>{t`Site`}</label>
      <select id={id} className="m-select" value={site} onChange={(event) => onPick(event.target.value)}>
        {sites.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </div>
  )
}
