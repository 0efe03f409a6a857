import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Holiday, Project } from '../../../contract/endpoints/projects.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { queue } from '../../store/outbox/queue.ts'
import { HolidayTable } from '../../tables/HolidayTable.tsx'
import { useTableWords } from '../../tables/useTableWords.ts'
import type { TableColumn } from '../../ui/table/Table.tsx'
import * as styles from './projects.module.css'

interface HolidaysProps {
  readonly project: Project
  readonly readOnly: boolean
  readonly fetchedAt: number | undefined
  readonly refresh: () => Promise<void>
}

/** The time zone of the first site by name, as for the holidays of forms. */
const firstZone = ({ model }: Project) =>
  Object.values(model.sites ?? {}).sort((a, b) => a.name.toLowerCase().localeCompare(b.name.toLowerCase()))[0]?.timezone

/** Holidays of a project: its own, and those of its billing account, which it may ignore (spec/3 §3.4). */
export function Holidays({ project, ...part }: HolidaysProps) {
  const { t } = useLingui()
  const { report, failed } = useTableWords()
  const item = t`Holiday`
  const columns = useMemo(
    (): TableColumn<Holiday>[] => [
      { key: 'source', label: t`From`, text: ({ source }) => (source === 'Team' ? t`Project` : t`Billing Account`) },
      { key: 'active', label: t`Day off`, text: ({ active }) => (active ? t`Yes` : t`No, ignored`) },
    ],
    [t],
  )
  const observe = async (row: Holiday) => {
    try {
      const payload = { holidayCalendar: { [row.auid]: { active: !row.active } } }
      const { opId } = await queue(saveRecord, { '*': `teams/${project.id}` }, { payload }, { title: `${item}: ${row.label}` })
      report('Updated', item, opId)
    } catch (error) {
      failed('Updated', item, error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <HolidayTable
      {...part}
      title={t`Holiday Calendar`}
      item={item}
      days={project.holidayCalendar}
      own="Team"
      zone={project.model.sourceTimezone ?? firstZone(project)}
      path={`teams/${project.id}`}
      keptAs="holidays"
      className={styles.section}
      columns={columns}
      rowActions={(row) =>
        part.readOnly || row.source === 'Team'
          ? []
          : [{ key: 'observe', label: row.active ? t`Ignore` : t`Observe`, onPress: () => observe(row) }]
      }
    />
  )
}
