import { useLingui } from '@lingui/react/macro'
import type { GateSite } from '../../../contract/endpoints/attendance.ts'
import { Select } from '../../ui/controls/Select.tsx'

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
  if (sites.length < 2) return null
  const naming = isLabelHidden ? { 'aria-label': t`Site` } : { label: t`Site` }
  return (
    <Select {...naming} value={site} onChange={(event) => onPick(event.target.value)}>
      {hasAll && <option value="">{t`All sites`}</option>}
      {sites.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </Select>
  )
}
