import { useLingui } from '@lingui/react/macro'
import { useId, useMemo } from 'react'
import { type Project, type ProjectSite, siteCountries } from '../../../contract/endpoints/projects.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { EditableTable } from '../../tables/EditableTable.tsx'
import type { EditField } from '../../tables/editField.ts'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { countryOptions, timezoneName, timezoneOptions } from './countryOptions.ts'
import * as styles from './projects.module.css'

const keyOf = ({ key }: ProjectSite) => key
const nameOf = ({ name }: ProjectSite) => name
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const apply = (row: ProjectSite | undefined, payload: Model, key: string): ProjectSite | undefined => {
  const name = text(payload['name']) ?? row?.name
  if (name === undefined) return undefined
  const countryCode = text(payload['countryCode']) ?? row?.countryCode ?? ''
  return {
    key,
    name,
    timezone: text(payload['timezone']) ?? row?.timezone ?? '',
    countryCode,
    country: (siteCountries as Readonly<Record<string, string>>)[countryCode] ?? row?.country ?? countryCode,
  }
}

interface SitesProps {
  readonly project: Project
  readonly readOnly: boolean
  readonly fetchedAt: number | undefined
  readonly refresh: () => Promise<void>
}

/** The sites of a project without another system (spec/3 §2.9). */
export function Sites({ project, readOnly, fetchedAt, refresh }: SitesProps) {
  const { t } = useLingui()
  const id = useId()
  const rows = useMemo(() => Object.values(project.model.sites ?? {}), [project.model.sites])
  const columns = useMemo(
    (): TableColumn<ProjectSite>[] => [
      { key: 'name', label: t`Name`, text: nameOf, width: 1.5 },
      { key: 'timezone', label: t`Timezone`, text: ({ timezone }) => timezoneName(timezone) },
      { key: 'country', label: t`Country`, text: ({ country }) => country },
    ],
    [t],
  )
  const fields = useMemo((): EditField<ProjectSite>[] => {
    const required = t`All Fields Required`
    return [
      { attribute: 'name', label: t`Name`, required, from: (row) => row?.name ?? '' },
      { attribute: 'timezone', label: t`Timezone`, kind: 'select', options: timezoneOptions, required, from: (row) => row?.timezone ?? '' },
      {
        attribute: 'countryCode',
        label: t`Country`,
        kind: 'select',
        options: countryOptions,
        required,
        from: (row) => row?.countryCode ?? '',
      },
    ]
  }, [t])
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t`Sites`}</h2>
      <EditableTable
        title={t`Sites`}
        item={t`Site`}
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        path={`teams/${project.id}`}
        map="sites"
        apply={apply}
        fields={fields}
        readOnly={readOnly}
        fetchedAt={fetchedAt}
        refresh={refresh}
        keptAs="sites"
        emptyMessage={t`No sites yet. A bot takes its time zone from its site.`}
      />
    </section>
  )
}
