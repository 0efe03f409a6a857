import { useLingui } from '@lingui/react/macro'
import { useId, useMemo } from 'react'
import type { Holiday } from '../../../contract/projects.ts'
import type { Model } from '../../../contract/records.ts'
import { addDays } from '../../lib/dates.ts'
import { EditableTable } from '../../tables/EditableTable.tsx'
import type { EditField, EditValues } from '../../tables/editField.ts'
import type { TableColumn } from '../../ui/table/Table.tsx'
import type { PartProps } from './AccountMembers.tsx'

const keyOf = ({ auid }: Holiday) => auid
const nameOf = ({ label }: Holiday) => label
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
/** Days for which a day off that is over is still shown. */
const shownAfter = 7

function apply(row: Holiday | undefined, payload: Model, auid: string): Holiday | undefined {
  const date = text(payload['date']) ?? row?.date
  if (date === undefined) return undefined
  const label = text(payload['label']) ?? row?.label ?? ''
  return { auid, date, dateEnd: text(payload['dateEnd']) || row?.dateEnd || date, label, source: 'Billing', active: true }
}

/** The end follows the start (decision OQ-151). */
const endFollows = (values: EditValues): EditValues => {
  const { date = '', dateEnd = '' } = values
  return date !== '' && dateEnd !== '' && dateEnd < date ? { ...values, dateEnd: date } : values
}

/** Days off of every project of an account. */
export function AccountHolidays({ account, readOnly, fetchedAt, refresh }: PartProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const since = addDays(new Date().toISOString().slice(0, 10), -shownAfter)
  const rows = useMemo(() => (account.holidayCalendar ?? []).filter(({ dateEnd }) => dateEnd >= since), [account.holidayCalendar, since])
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
  return (
    <section className="m-billing-section" aria-labelledby={id}>
      <h2 id={id}>{t`Global Holiday Calendar`}</h2>
      <EditableTable
        title={t`Global Holiday Calendar`}
        item={t`Holiday`}
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        path={`billing/${account.id}`}
        map="holidayCalendar"
        apply={apply}
        fields={fields}
        adjust={endFollows}
        payloadOf={({ label = '', date = '', dateEnd = '' }) => ({
          label,
          date,
          dateEnd: dateEnd === '' ? date : dateEnd,
          source: 'Billing',
          active: true,
        })}
        readOnly={readOnly}
        fetchedAt={fetchedAt}
        refresh={refresh}
        keptAs="billing-holidays"
        emptyMessage={t`No days off yet`}
      />
    </section>
  )
}
