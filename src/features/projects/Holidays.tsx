import { useLingui } from '@lingui/react/macro'
import { useId, useMemo } from 'react'
import type { Holiday, Project } from '../../../contract/projects.ts'
import { type Model, saveRecord } from '../../../contract/records.ts'
import { queue } from '../../store/outbox.ts'
import { EditableTable } from '../../tables/EditableTable.tsx'
import type { EditField, EditValues } from '../../tables/editField.ts'
import { useTableWords } from '../../tables/useTableWords.ts'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { isRecent } from './projectRows.ts'

const keyOf = ({ auid }: Holiday) => auid
const nameOf = ({ label }: Holiday) => label
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** A day off with a change laid over it. */
function apply(row: Holiday | undefined, payload: Model, auid: string): Holiday | undefined {
  const date = text(payload['date']) ?? row?.date
  if (date === undefined) return undefined
  return {
    auid,
    date,
    dateEnd: text(payload['dateEnd']) || row?.dateEnd || date,
    label: text(payload['label']) ?? row?.label ?? '',
    source: row?.source ?? 'Team',
    active: typeof payload['active'] === 'boolean' ? payload['active'] : (row?.active ?? true),
  }
}

/** The end follows the start (decision OQ-151). */
export const endFollows = (values: EditValues): EditValues => {
  const { date = '', dateEnd = '' } = values
  return date !== '' && dateEnd !== '' && dateEnd < date ? { ...values, dateEnd: date } : values
}

interface HolidaysProps {
  readonly project: Project
  readonly readOnly: boolean
  readonly fetchedAt: number | undefined
  readonly refresh: () => Promise<void>
}

/** Days off of a project: its own, and those of its billing account, which it may ignore (spec/3 §3.4). */
export function Holidays({ project, readOnly, fetchedAt, refresh }: HolidaysProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const { done, failed } = useTableWords()
  const item = t`Holiday`
  const today = new Date().toISOString().slice(0, 10)
  const rows = useMemo(
    () => (project.holidayCalendar ?? []).filter(({ dateEnd }) => isRecent(dateEnd, today)),
    [project.holidayCalendar, today],
  )
  const columns = useMemo((): TableColumn<Holiday>[] => {
    const say = (date: string) => i18n.date(new Date(`${date}T12:00:00`), { dateStyle: 'medium' })
    return [
      { key: 'label', label: t`Label`, text: nameOf, width: 1.5 },
      {
        key: 'date',
        label: t`Date`,
        width: 1.5,
        text: ({ date, dateEnd }) => (dateEnd === date ? say(date) : `${say(date)} – ${say(dateEnd)}`),
        value: ({ date }) => date,
      },
      { key: 'source', label: t`From`, text: ({ source }) => (source === 'Team' ? t`Project` : t`Billing Account`) },
      { key: 'active', label: t`Day off`, text: ({ active }) => (active ? t`Yes` : t`No, ignored`) },
    ]
  }, [i18n, t])
  const fields = useMemo(
    (): EditField<Holiday>[] => [
      { attribute: 'label', label: t`Label`, required: t`Label Required`, from: (row) => row?.label ?? '' },
      { attribute: 'date', label: t`Date`, kind: 'date', required: t`Date Required`, from: (row) => row?.date ?? '' },
      { attribute: 'dateEnd', label: t`Last day`, kind: 'date', hint: t`Leave empty for one day.`, from: (row) => row?.dateEnd ?? '' },
    ],
    [t],
  )
  const observe = async (row: Holiday) => {
    try {
      const payload = { holidayCalendar: { [row.auid]: { active: !row.active } } }
      await queue(saveRecord, { '*': `teams/${project.id}` }, { payload }, { title: `${item}: ${row.label}` })
      done('Updated', item)
    } catch (error) {
      failed('Updated', item, error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <section className="m-section" aria-labelledby={id}>
      <h2 id={id}>{t`Holiday Calendar`}</h2>
      <EditableTable
        title={t`Holiday Calendar`}
        item={item}
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        path={`teams/${project.id}`}
        map="holidayCalendar"
        apply={apply}
        fields={fields}
        adjust={endFollows}
        payloadOf={({ label = '', date = '', dateEnd = '' }) => {
          const end = dateEnd === '' ? date : dateEnd
          const [from, to] = end < date ? [end, date] : [date, end]
          return { label, date: from, dateEnd: to, source: 'Team', active: true }
        }}
        mayEdit={({ source }) => source === 'Team'}
        mayDelete={({ source }) => source === 'Team'}
        rowActions={(row) =>
          readOnly || row.source === 'Team'
            ? []
            : [{ key: 'observe', label: row.active ? t`Ignore` : t`Observe`, onPress: () => observe(row) }]
        }
        readOnly={readOnly}
        fetchedAt={fetchedAt}
        refresh={refresh}
        keptAs="holidays"
        emptyMessage={t`No days off yet`}
      />
    </section>
  )
}
