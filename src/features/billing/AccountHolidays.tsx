import { useLingui } from '@lingui/react/macro'
import { HolidayTable } from '../../tables/HolidayTable.tsx'
import type { PartProps } from './AccountMembers.tsx'
import * as styles from './billing.module.css'

/** Holidays of all projects of an account. */
export function AccountHolidays({ account, ...part }: PartProps) {
  const { t } = useLingui()
  return (
    <HolidayTable
      {...part}
      title={t`Global Holiday Calendar`}
      item={t`Holiday`}
      days={account.holidayCalendar}
      own="Billing"
      path={`billing/${account.id}`}
      keptAs="billing-holidays"
      className={styles.section}
    />
  )
}
