import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { completeDay, dailyLog, dayPattern, type LogDay, type LogRow } from '../../../contract/endpoints/dailyLog.ts'
import { hoursText } from '../../../contract/rules/crew/hoursText.ts'
import { daysLater } from '../../../contract/rules/daysLater.ts'
import { formatDate } from '../../lib/formatDate.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useProjectToday } from '../../store/queries/useProjectToday.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { ask } from '../../sync/ask.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { alertDialog, confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import * as styles from './dailyLog.module.css'

/** The day is refreshed at this interval, ms. */
const every = 30_000
const keyOf = ({ key }: LogRow) => key

/** `/team/{id}/log?day=…`: the entries in the daily log of a project, day by day. */
export function DailyLogScreen() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/console/team/$id/log' })
  const { day: given = '' } = useSearch({ from: '/console/team/$id/log' })
  const today = useProjectToday(id)
  const day = dayPattern.test(given) ? given : today
  if (day === undefined)
    return (
      <Page title={t`Daily Log`} width="desk">
        <Skeleton rows={6} />
      </Page>
    )
  return <LogOfDay key={id} id={id} day={day} />
}

function LogOfDay({ id, day }: { readonly id: string; readonly day: string }) {
  const { t, i18n } = useLingui()
  const router = useRouter()
  const cached = useCached(dailyLog, { id, day })
  useFresh(cached.refresh, every)
  const go = (to: string) => {
    if (dayPattern.test(to)) void router.navigate({ href: `/team/${id}/log?day=${to}`, replace: true })
  }
  return (
    <Page title={t`Daily Log`} lead={cached.data?.project} width="desk">
      <div className={styles.day}>
        <IconButton icon="back" label={t`The day before`} onClick={() => go(daysLater(day, -1))} />
        <div className={styles.date}>
          <TextField label={t`Day`} type="date" value={day} onChange={({ target }) => go(target.value)} />
        </div>
        <span className={styles.next}>
          <IconButton icon="back" label={t`The day after`} onClick={() => go(daysLater(day, 1))} />
        </span>
      </div>
      <Answered cached={cached}>{(log) => <Day log={log} shown={formatDate(log.day, i18n.locale)} refresh={cached.refresh} />}</Answered>
    </Page>
  )
}

function useLogColumns(): TableColumn<LogRow>[] {
  const { t, i18n } = useLingui()
  const states = useMemo(
    (): Readonly<Record<LogRow['state'], string>> => ({ waiting: t`On its way`, written: t`Written`, refused: t`Refused` }),
    [t],
  )
  return useMemo((): TableColumn<LogRow>[] => {
    const number = (value: number | undefined) => (value === undefined ? '' : i18n.number(value, { maximumFractionDigits: 2 }))
    return [
      { key: 'vendor', label: t`Vendor`, width: 2, text: ({ vendor }) => vendor },
      { key: 'trade', label: t`Trade`, text: ({ trade }) => trade ?? '' },
      { key: 'workers', label: t`Workers`, text: ({ workers }) => number(workers) },
      {
        key: 'hours',
        label: t`Hours`,
        text: ({ hours }) => number(hours),
        draw: ({ hours }) => (hours === undefined ? '' : hoursText(hours)),
      },
      { key: 'location', label: t`Location`, text: ({ location }) => location ?? '' },
      { key: 'notes', label: t`Notes`, width: 3, text: ({ notes }) => notes ?? '' },
      {
        key: 'state',
        label: t`State`,
        text: ({ state, pending }) => (state === 'written' && pending ? t`Pending approval` : states[state]),
      },
    ]
  }, [i18n, states, t])
}

function Day({ log, shown, refresh }: { readonly log: LogDay; readonly shown: string; readonly refresh: () => Promise<void> }) {
  const { t, i18n } = useLingui()
  const router = useRouter()
  const { id } = useParams({ from: '/console/team/$id/log' })
  const { entries, completed, own, mayComplete } = log
  const columns = useLogColumns()
  const manpower = entries.filter(({ kind }) => kind === 'manpower')
  const workers = manpower.reduce((sum, row) => sum + (row.workers ?? 0), 0)
  const hours = manpower.reduce((sum, row) => sum + (row.hours ?? 0), 0)
  const complete = async () => {
    const yes = completed
      ? await confirmDialog({ text: t`Open ${shown} again? Bots may write to it then.`, ok: t`Open the day` })
      : await confirmDialog({
          text: t`Complete ${shown}? Nothing more is written to it. You decide what happens with late entries.`,
          ok: t`Complete`,
        })
    if (!yes) return
    try {
      await ask(completeDay, { id, day: log.day }, { completed: !completed })
    } catch (error) {
      await alertDialog(error instanceof Error ? error.message : t`Unknown error`)
    }
    await refresh()
  }
  return (
    <div className={styles.root}>
      {completed && (
        <Notice level="info">
          <Trans>
            This day was completed by {completed.by}, {i18n.date(new Date(completed.at), { dateStyle: 'medium', timeStyle: 'short' })}.
          </Trans>
        </Notice>
      )}
      {!own && (
        <Notice level="info">
          {t`This project is linked to another system: its daily log has these entries, and days are completed there.`}
        </Notice>
      )}
      {entries.length === 0 ? (
        <EmptyState icon="list" title={t`Nothing was written for this day`}>
          {t`Entries appear here when a bot has written the answers of its contacts.`}
        </EmptyState>
      ) : (
        <>
          <p className={styles.sum}>
            <strong>
              <Plural value={workers} one="# worker" other="# workers" />
            </strong>
            <span>{hoursText(hours)}</span>
          </p>
          <Table
            title={t`Daily Log ${log.day}`}
            columns={columns}
            rows={entries}
            rowKey={keyOf}
            keptAs="daily-log"
            rowActions={({ bot, execution }) => [
              {
                key: 'view',
                label: t`View`,
                onPress: () => router.navigate({ href: `/automation/${bot}/execution/${execution}` }),
              },
            ]}
          />
        </>
      )}
      {mayComplete && (entries.length > 0 || completed) && (
        <div>
          <Button kind={completed ? 'plain' : 'primary'} icon={completed ? 'edit' : 'check'} onClick={complete}>
            {completed ? t`Open the day again` : t`Complete the day`}
          </Button>
        </div>
      )}
    </div>
  )
}
