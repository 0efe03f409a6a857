import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Holiday } from '../../contract/endpoints/projects.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import { dayIn } from '../../contract/rules/dayIn.ts'
import { daysLater } from '../../contract/rules/daysLater.ts'
import type { RowAction, TableColumn } from '../ui/table/Table.tsx'
import type { EditField, EditValues } from './editField.ts'
import { EditableTable } from './EditableTable.tsx'

const keyOf = ({ auid }: Holiday) => auid
const nameOf = ({ label }: Holiday) => label
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
/** Holidays are shown until a week after their end (spec/3 §9). `today`: yyyy-MM-dd. */
export const isRecent = (dateEnd: string, today: string): boolean => dateEnd >= daysLater(today, -7)

/** Applies a pending change to a holiday. */
const applied =
  (own: Holiday['source']) =>
  (row: Holiday | undefined, payload: Model, auid: string): Holiday | undefined => {
    const date = text(payload['date']) ?? row?.date
    if (date === undefined) return undefined
    return {
      auid,
      date,
      dateEnd: text(payload['dateEnd']) || row?.dateEnd || date,
      label: text(payload['label']) ?? row?.label ?? '',
      source: row?.source ?? own,
      active: typeof payload['active'] === 'boolean' ? payload['active'] : (row?.active ?? true),
    }
  }

/** The end date follows the start date (decision OQ-151). */
export const endFollows = (values: EditValues): EditValues => {
  const { date = '', dateEnd = '' } = values
  return date !== '' && dateEnd !== '' && dateEnd < date ? { ...values, dateEnd: date } : values
}

interface HolidayTableProps {
  readonly title: string
  readonly item: string
  readonly days: readonly Holiday[] | undefined
  /** The level of this calendar: only its own holidays can be changed. */
  readonly own: Holiday['source']
  /** The path of the record with the calendar. */
  readonly path: string
  readonly keptAs: string
  /** The CSS class of the surrounding section. */
  readonly className: string
  readonly columns?: readonly TableColumn<Holiday>[] | undefined
  readonly rowActions?: ((row: Holiday) => readonly RowAction[]) | undefined
  /** The time zone of the project, which decides what day it is; without it that of the device. */
  readonly zone?: string | undefined
  readonly readOnly: boolean
  readonly fetchedAt: number | undefined
  readonly refresh: () => Promise<void>
}

const none: readonly TableColumn<Holiday>[] = []

/** A table of holidays without those that ended long ago. */
export function HolidayTable({
  title,
  item,
  days,
  own,
  path,
  keptAs,
  className,
  columns: more = none,
  rowActions,
  zone,
  ...table
}: HolidayTableProps) {
  const { t, i18n } = useLingui()
  const today = dayIn(zone, Date.now())
  const rows = useMemo(() => (days ?? []).filter(({ dateEnd }) => isRecent(dateEnd, today)), [days, today])
  const apply = useMemo(() => applied(own), [own])
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
      ...more,
    ]
  }, [i18n, more, t])
  const fields = useMemo(
    (): EditField<Holiday>[] => [
      { attribute: 'label', label: t`Label`, required: t`Label Required`, from: (row) => row?.label ?? '' },
      { attribute: 'date', label: t`Date`, kind: 'date', required: t`Date Required`, from: (row) => row?.date ?? '' },
      { attribute: 'dateEnd', label: t`Last day`, kind: 'date', hint: t`Leave empty for one day.`, from: (row) => row?.dateEnd ?? '' },
    ],
    [t],
  )
  const isOwn = ({ source }: Holiday) => source === own
  return (
    <div className={className}>
      <h2>{title}</h2>
      <EditableTable
        {...table}
        title={title}
        item={item}
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        path={path}
        map="holidayCalendar"
        apply={apply}
        fields={fields}
        adjust={endFollows}
        payloadOf={({ label = '', date = '', dateEnd = '' }) => {
          const end = dateEnd === '' ? date : dateEnd
          const [from, to] = end < date ? [end, date] : [date, end]
          return { label, date: from, dateEnd: to, source: own, active: true }
        }}
        mayEdit={isOwn}
        mayDelete={isOwn}
        rowActions={rowActions}
        keptAs={keptAs}
        emptyMessage={t`No days off yet`}
      />
    </div>
  )
}
