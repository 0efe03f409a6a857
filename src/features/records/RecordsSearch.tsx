import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ArrivedRecord } from '../../../contract/endpoints/site/arrived.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { csvName } from '../../../contract/rules/csvOf.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { recordsCsv } from './recordsCsv.ts'
import { type Found, isFiltered, noFilter, type RecordFilter, searchOnServer } from './useRecordSearch.ts'
import * as styles from './records.module.css'

/** The most records of one file. */
const mostInFile = 5000

interface RecordsSearchProps {
  readonly form: string
  readonly page: PageData
  readonly filter: RecordFilter
  readonly onFilter: (filter: RecordFilter) => void
  /** The records on the screen, for a file without a connection. */
  readonly shown: readonly ArrivedRecord[]
}

/** Search and period of the received records, and a CSV file of what they select. */
export function RecordsSearch({ form, page, filter, onFilter, shown }: RecordsSearchProps) {
  const { t } = useLingui()
  const [isPeriodOpen, setIsPeriodOpen] = useState(false)
  const hasPeriod = isPeriodOpen || filter.from !== '' || filter.to !== ''
  return (
    <div className={styles.search} role="search">
      <TextField
        type="search"
        label={t`Search`}
        placeholder={t`Words, a name, a company`}
        autoComplete="off"
        value={filter.q}
        onChange={(event) => onFilter({ ...filter, q: event.target.value })}
      />
      <CsvButton form={form} page={page} filter={filter} shown={shown} />
      {hasPeriod ? (
        <div className={styles.period}>
          <TextField
            type="date"
            label={t`Arrived from`}
            value={filter.from}
            onChange={(event) => onFilter({ ...filter, from: event.target.value })}
          />
          <TextField
            type="date"
            label={t`Arrived until`}
            value={filter.to}
            onChange={(event) => onFilter({ ...filter, to: event.target.value })}
          />
          <Button
            kind="quiet"
            icon="close"
            onClick={() => {
              setIsPeriodOpen(false)
              onFilter(noFilter)
            }}
          >{t`Show all`}</Button>
        </div>
      ) : (
        <div className={styles.period}>
          <div>
            <Button kind="quiet" icon="clock" onClick={() => setIsPeriodOpen(true)}>{t`Choose days`}</Button>
          </div>
        </div>
      )}
    </div>
  )
}

function CsvButton({ form, page, filter, shown }: Omit<RecordsSearchProps, 'onFilter'>) {
  const { t, i18n } = useLingui()
  const [count, setCount] = useState<number>()
  const collect = async () => {
    const records: ArrivedRecord[] = []
    let cursor: string | undefined
    do {
      const answer = await searchOnServer(form, filter, i18n.locale, cursor)
      records.push(...answer.records)
      cursor = answer.next
      setCount(records.length)
    } while (cursor !== undefined && records.length < mostInFile)
    if (cursor !== undefined) toast(t`The file has the newest ${mostInFile} records. Choose days for the others.`)
    return records
  }
  const download = async () => {
    setCount(0)
    let records: readonly ArrivedRecord[]
    try {
      records = await collect()
    } catch {
      records = shown
      toast(t`No connection: the file has the ${shown.length} records that are on this screen.`)
    }
    setCount(undefined)
    downloadFile(
      new Blob([recordsCsv(i18n, records, page)], { type: 'text/csv;charset=utf-8' }),
      csvName(page.componentConfig?.title ?? page.form?.name ?? form),
    )
  }
  return (
    <Button icon="download" disabled={count !== undefined} onClick={download}>
      {count === undefined ? t`CSV` : t`${count} records…`}
    </Button>
  )
}

interface FoundStateProps {
  readonly filter: RecordFilter
  readonly found: Found | undefined
}

/** How many were found, and where. */
export function FoundState({ filter, found }: FoundStateProps) {
  const { t } = useLingui()
  if (!isFiltered(filter)) return null
  return (
    <p className={styles.state} role="status">
      {found === undefined ? (
        t`Searching...`
      ) : (
        <>
          <Plural value={found.records.length} one="# record found" other="# records found" />
          {found.onDevice && <Trans>Only what is on this device was searched.</Trans>}
        </>
      )}
    </p>
  )
}
