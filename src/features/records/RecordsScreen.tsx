import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ArrivedRecord } from '../../../contract/endpoints/site/arrived.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import { useCachedPage } from '../../store/queries/cached.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { isLateSave, LateSaves } from './LateSaves.tsx'
import { RecordCard } from './RecordCard.tsx'
import { FoundState, RecordsSearch } from './RecordsSearch.tsx'
import { isFiltered, noFilter, useRecordSearch } from './useRecordSearch.ts'
import * as styles from './records.module.css'

const isArrived = (value: unknown): value is ArrivedRecord => {
  const row = value as Partial<ArrivedRecord> | null
  return typeof row === 'object' && row !== null && typeof row.path === 'string' && typeof row.model === 'object'
}

const arrivedIn = (data: PageData): readonly ArrivedRecord[] => (data.componentConfig?.items ?? []).filter(isArrived)
const nextOf = (data: PageData) => (data.componentConfig as { next?: string } | undefined)?.next

function Cards({ records, page }: { readonly records: readonly ArrivedRecord[]; readonly page: PageData }) {
  return (
    <div className={styles.list}>
      {records.map((record) => (
        <RecordCard key={record.path} record={record} page={page} />
      ))}
    </div>
  )
}

/** One batch of the records, and the next ones on request. `page` has the form of the records. */
function Records({ data, page, address }: { readonly data: PageData; readonly page: PageData; readonly address: string }) {
  const { t } = useLingui()
  const [more, setMore] = useState(false)
  const next = nextOf(data)
  return (
    <>
      <Cards records={arrivedIn(data)} page={page} />
      {next !== undefined && !more && (
        <Button full onClick={() => setMore(true)}>
          {t`Load more`}
        </Button>
      )}
      {next !== undefined && more && <MoreRecords address={address} cursor={next} page={page} />}
    </>
  )
}

function MoreRecords({ address, cursor, page }: { readonly address: string; readonly cursor: string; readonly page: PageData }) {
  const [path = '', query = ''] = address.split('?', 2)
  const kept = query.split('&').filter((pair) => pair !== '' && !pair.startsWith('cursor='))
  const { data, state, error, refresh } = useCachedPage(`${path}?${[...kept, `cursor=${encodeURIComponent(cursor)}`].join('&')}`)
  if (data) return <Records data={data} page={page} address={address} />
  if (state === 'failed') return <FailedState error={error} onRetry={refresh} />
  return <Skeleton rows={3} />
}

/** The key of the form whose records the page lists; undefined for a list of another kind. */
const formOf = (data: PageData, address: string): string | undefined =>
  /^\/api\/arrived\/([^/?]+)\.json/.exec(address)?.[1] ?? /^forms\/([^/]+)\//.exec(arrivedIn(data)[0]?.path ?? '')?.[1]

/** The received records of a form, newest first, with photos and signatures. */
export function RecordsScreen({ data, address, host }: RootScreenProps) {
  const { t } = useLingui()
  const form = formOf(data, address)
  // A part without a match may have others after it.
  const empty = arrivedIn(data).length === 0 && nextOf(data) === undefined
  return (
    <Page title={data.componentConfig?.title ?? data.form?.name ?? t`Arrived`}>
      {empty ? (
        <EmptyState
          icon="archive"
          title={t`Nothing has arrived yet`}
          action={
            <Button icon="refresh" onClick={() => host.reload()}>
              {t`Check again`}
            </Button>
          }
        >
          <Trans>What people save appears here as soon as their device has a connection.</Trans>
        </EmptyState>
      ) : (
        <Arrived key={form} data={data} address={address} form={form} />
      )}
    </Page>
  )
}

interface ArrivedProps {
  readonly data: PageData
  readonly address: string
  readonly form: string | undefined
}

function Arrived({ data, address, form }: ArrivedProps) {
  const [filter, setFilter] = useState(noFilter)
  const here = arrivedIn(data)
  const search = useRecordSearch(form ?? '', filter, here, data)
  const active = isFiltered(filter)
  const shown = active ? (search.found?.records ?? []) : here
  return (
    <>
      {form !== undefined && <RecordsSearch form={form} page={data} filter={filter} onFilter={setFilter} shown={shown} />}
      <FoundState filter={filter} found={search.found} />
      {active ? <FoundRecords search={search} page={data} /> : <AllRecords data={data} address={address} />}
    </>
  )
}

function AllRecords({ data, address }: Pick<ArrivedProps, 'data' | 'address'>) {
  const { form, componentConfig } = data
  return (
    <>
      <LateSaves saves={(componentConfig?.attention ?? []).filter(isLateSave)} nodes={form?.children ?? []} name={form?.name ?? ''} />
      <Records data={data} page={data} address={address} />
    </>
  )
}

interface FoundRecordsProps {
  readonly search: ReturnType<typeof useRecordSearch>
  readonly page: PageData
}

function FoundRecords({ search: { found, busy, findMore }, page }: FoundRecordsProps) {
  const { t } = useLingui()
  if (found === undefined) return <Skeleton rows={3} />
  return (
    <>
      <Cards records={found.records} page={page} />
      {found.next !== undefined && (
        <Button full disabled={busy} onClick={() => void findMore()}>
          {t`Search older records`}
        </Button>
      )}
    </>
  )
}
