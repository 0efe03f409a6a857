import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { listProjects, projectsToPick } from '../../../contract/endpoints/projects.ts'
import {
  needsDates,
  periodDates,
  periodTrouble,
  type ReportGroup,
  type ReportPeriod,
  reportGroups,
  reportPeriods,
  runStatistics,
  type Statistics,
  tooLong,
} from '../../../contract/endpoints/reporting.ts'
import { today } from '../../lib/formatDate.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ErrorText } from '../../ui/controls/ErrorText.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { SelectButton } from '../../ui/controls/SelectButton.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { LazyListPicker } from '../../ui/list-picker/LazyListPicker.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { usePeriodNames } from './useMetricNames.ts'
import * as styles from './reporting.module.css'

/** The filters of a report, and the button that runs it. */
export function ReportFilters({ onRun }: { readonly onRun: (statistics: Statistics) => void }) {
  const { t } = useLingui()
  const online = useOnline()
  const periods = usePeriodNames()
  const [period, setPeriod] = useState<ReportPeriod>('this-week')
  const [own, setOwn] = useState({ start: '', end: '' })
  const [group, setGroup] = useState<ReportGroup>('team')
  const [projects, setProjects] = useState<readonly string[]>([])
  const [trouble, setTrouble] = useState<string>()
  const groups: Readonly<Record<ReportGroup, string>> = { team: t`Team`, project: t`Project`, bot: t`Bot`, type: t`Bot Type` }
  const wordsOf = useMistakeWords()
  const run = async () => {
    const dates = period === 'custom' ? own : periodDates(period, today())
    const wrong = periodTrouble(dates.start, dates.end)
    setTrouble(wrong && wordsOf(wrong))
    if (wrong !== undefined) return
    try {
      onRun(await ask(runStatistics, undefined, { ...dates, group, projects: [...projects] }))
    } catch (error) {
      setTrouble((error instanceof Error && error.message) || t`The report could not be run. Please try again.`)
    }
  }
  return (
    <section className={styles.filters} aria-label={t`Filters`}>
      <SelectField
        label={t`Reporting Period`}
        value={period}
        options={reportPeriods}
        names={periods}
        onChoose={(chosen) => {
          setTrouble(undefined)
          setPeriod(chosen)
        }}
      />
      {period === 'custom' && (
        <PeriodDates
          dates={own}
          onChange={(dates) => {
            setTrouble(undefined)
            setOwn(dates)
          }}
        />
      )}
      <SelectField label={t`Group By`} value={group} options={reportGroups} names={groups} onChoose={setGroup} />
      <Projects chosen={projects} onChoose={setProjects} />
      <div className={styles.run}>
        <Button kind="primary" onClick={run} disabled={!online}>
          <Trans>Run Report</Trans>
        </Button>
        {trouble !== undefined && <ErrorText>{trouble}</ErrorText>}
      </div>
      {!online && (
        <div className={styles.wide}>
          <Notice>
            <Trans>A new report needs a connection. The last one stays below.</Trans>
          </Notice>
        </div>
      )}
    </section>
  )
}

/** Returns the text of what is wrong with the dates. */
function useMistakeWords(): (wrong: string) => string {
  const { t } = useLingui()
  const saying: Readonly<Record<string, string>> = {
    [needsDates]: t`Start and end date required`,
    [tooLong]: t`Custom reporting period limited to 1 month`,
    'The end is before the start.': t`The end is before the start.`,
  }
  return (wrong) => saying[wrong] ?? wrong
}

interface Dates {
  readonly start: string
  readonly end: string
}

function PeriodDates({ dates, onChange }: { readonly dates: Dates; readonly onChange: (dates: Dates) => void }) {
  const { t } = useLingui()
  return (['start', 'end'] as const).map((edge) => (
    <TextField
      key={edge}
      label={edge === 'start' ? t`Start` : t`End`}
      type="date"
      value={dates[edge]}
      onChange={(event) => onChange({ ...dates, [edge]: event.target.value })}
    />
  ))
}

interface SelectFieldProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly V[]
  readonly names: Readonly<Record<V, string>>
  readonly onChoose: (value: V) => void
}

function SelectField<V extends string>({ label, value, options, names, onChoose }: SelectFieldProps<V>) {
  return (
    <Select label={label} value={value} onChange={(event) => onChoose(event.target.value as V)}>
      {options.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </Select>
  )
}

/** The choice of projects; none means all. */
function Projects({ chosen, onChoose }: { readonly chosen: readonly string[]; readonly onChoose: (ids: readonly string[]) => void }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { data, state, stale, fetchedAt } = useCached(listProjects, undefined, projectsToPick)
  const items = (data?.teams ?? [])
    .filter(({ role }) => role !== undefined && role !== 'Worker')
    .map((project) => ({ id: project.id, label: project.model.name }))
  const names = items.filter((item) => chosen.includes(item.id)).map(({ label }) => label)
  const words = names.length === 0 ? t`All Projects` : names.join(', ')
  return (
    <>
      <Field
        label={<Trans>Projects</Trans>}
        note={
          state === 'failed' && (
            <span role="alert">
              <Trans>The projects could not be loaded: the report is about all of them.</Trans>
            </span>
          )
        }
      >
        {({ id }) => (
          <>
            <SelectButton id={id} aria-label={t`Projects: ${words}`} onClick={() => setOpen(true)}>
              {words}
            </SelectButton>
            {stale && <OfflineCopy at={fetchedAt} />}
          </>
        )}
      </Field>
      {open && (
        <Suspense>
          <LazyListPicker
            config={{ title: t`Project`, items, multiSelect: true, allowClear: true, selected: [...chosen], loading: state === 'loading' }}
            onCancel={() => setOpen(false)}
            onPick={(picked) => {
              setOpen(false)
              onChoose(picked.map((item) => item.id))
            }}
          />
        </Suspense>
      )}
    </>
  )
}
