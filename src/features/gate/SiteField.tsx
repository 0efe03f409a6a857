import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { GateSite } from '../../../contract/endpoints/attendance.ts'

interface SiteFieldProps {
  readonly sites: readonly GateSite[]
  readonly site: string | undefined
  /** Offers all sites, too: `site` is '' then. */
  readonly hasAll?: boolean
  readonly isLabelHidden?: boolean
  readonly onPick: (site: string) => void
}

/** The choice of a site; nothing if the project has only one. */
export function SiteField({ sites, site, hasAll = false, isLabelHidden = false, onPick }: SiteFieldProps) {
  const { t } = useLingui()
  const id = useId()
  if (sites.length < 2) return null
  const naming = isLabelHidden ? { 'aria-label': t`Site` } : { id }
  return (
    <div className="m-field">
      {!isLabelHidden && <label className="m-label" htmlFor={id}>{t`Site`}</label>}
      <select {...naming} className="m-select" value={site} onChange={(event) => onPick(event.target.value)}>
        {hasAll && <option value="">{t`All sites`}</option>}
        {sites.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </div>
  )
}
