import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { type ListEntry, readList } from '../../../contract/endpoints/lists/projectLists.ts'
import { type Model, saveRecord } from '../../../contract/endpoints/records.ts'
import { isProjectList, listColumns, type ProjectListName } from '../../../contract/reference/projectLists.ts'
import { readEntry } from '../../../contract/rules/readEntry.ts'
import { queue } from '../../store/outbox/queue.ts'
import { correctedNow } from '../../store/db/correctedNow.ts'
import { type Cached, useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { EditableTable } from '../../tables/EditableTable.tsx'
import type { EditField } from '../../tables/editField.ts'
import { useTableWords } from '../../tables/useTableWords.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import type { RowAction, TableColumn } from '../../ui/table/Table.tsx'
import { entryChange } from './entryChange.ts'
import * as styles from './lists.module.css'
import { ListActions } from './ListActions.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { SameEntriesNotice } from './SameEntriesNotice.tsx'
import { type ListWords, useListWords } from './useListWords.ts'

const keyOf = ({ key }: ListEntry) => key
const nameOf = ({ name }: ListEntry) => name
const isOwn = ({ source }: ListEntry) => source !== 'connection'

/** `/teams/{id}/lists/{list}`: one list of a project. */
export function ProjectListScreen() {
  const { t } = useLingui()
  const { id, list } = useParams({ from: '/console/teams/$id/lists/$list' })
  if (isProjectList(list)) return <OneList key={`${id} ${list}`} team={id} list={list} />
  return (
    <Page width="desk" title={t`Project lists`}>
      <EmptyState
        icon="list"
        title={t`There is no such list`}
        action={<Link to="/teams/$id/lists" params={{ id }}>{t`Project lists`}</Link>}
      />
    </Page>
  )
}

function OneList({ team, list }: { readonly team: string; readonly list: ProjectListName }) {
  const { titles, leads } = useListWords()
  const asked = useSearch({ strict: false }).search
  const [search, setSearch] = useState(asked ?? '')
  const whole = useCached(readList, { id: team, list }, {})
  // A list that is whole on the device is searched there, also without a connection.
  const isHere = whole.data !== undefined && whole.data.total <= whole.data.entries.length
  const cached = useCached(readList, { id: team, list }, search === '' || isHere ? {} : { search })
  return (
    <Page width="desk" title={titles[list]} lead={cached.data ? `${cached.data.project}. ${leads[list]}` : leads[list]}>
      <Answered cached={cached}>
        {(answer) => (
          <>
            {(search !== '' || answer.total > answer.entries.length) && (
              <WholeSearch search={search} answer={isHere ? searchedIn(answer, search) : answer} onSearch={setSearch} />
            )}
            <EntryTable team={team} list={list} answer={isHere ? searchedIn(answer, search) : answer} cached={cached} />
          </>
        )}
      </Answered>
    </Page>
  )
}

type Answer = AnswerOf<typeof readList>

function searchedIn(answer: Answer, search: string): Answer {
  if (search === '') return answer
  const asked = search.toLowerCase()
  return { ...answer, entries: answer.entries.filter(({ name }) => name.toLowerCase().includes(asked)) }
}

/** The search in a list: on the device if it is whole there, otherwise the server searches. */
function WholeSearch({ search, answer, onSearch }: { search: string; answer: Answer; onSearch: (search: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(search)
  const { total } = answer
  const shown = answer.entries.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <form className={styles.column} onSubmit={submit}>
      <div className={styles.bar}>
        <TextField label={t`Search the whole list`} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
        <Button type="submit" icon="search">{t`Search`}</Button>
      </div>
      <p>
        <Trans>
          Shown: {shown} of {total}
        </Trans>
      </p>
    </form>
  )
}

interface EntryTableProps {
  readonly team: string
  readonly list: ProjectListName
  readonly answer: Answer
  readonly cached: Cached<Answer>
}

function EntryTable({ team, list, answer, cached }: EntryTableProps) {
  const { t } = useLingui()
  const { titles, items } = useListWords()
  const { report, failed } = useTableWords()
  const [merging, setMerging] = useState<ListEntry>()
  const { columns, fields } = useEntryColumns(list, answer.system)
  const apply = useMemo(() => entryChange(list), [list])
  const item = items[list]
  const change = async (row: ListEntry, payload: Model) => {
    try {
      const { opId } = await queue(
        saveRecord,
        { '*': `teams/${team}` },
        { payload: { [list]: { [row.key]: payload } } },
        { title: `${item}: ${row.name}` },
      )
      report('Updated', item, opId)
    } catch (error) {
      failed('Updated', item, error instanceof Error ? error.message : String(error))
    }
  }
  const merge = async (was: ListEntry, stays: ListEntry) =>
    await change(was, { mergedInto: stays.key, mergedAt: (await correctedNow()).at })
  const rowActions = (row: ListEntry): RowAction[] =>
    answer.mayEdit
      ? [
          {
            key: 'disable',
            label: row.disabled ? t`Enable` : t`Disable`,
            onPress: () => change(row, { disabled: !row.disabled }),
          },
          { key: 'merge', label: t`Merge`, onPress: () => setMerging(row) },
        ]
      : []
  return (
    <>
      {list === 'people' && answer.mayEdit && (
        <SameEntriesNotice team={team} entries={answer.entries} same={answer.same} cached={cached} onMerge={merge} />
      )}
      <EditableTable
        title={titles[list]}
        item={item}
        rows={answer.entries}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        path={`teams/${team}`}
        map={list}
        apply={apply}
        fields={fields}
        readOnly={!answer.mayEdit}
        mayEdit={isOwn}
        mayDelete={isOwn}
        rowActions={rowActions}
        fetchedAt={cached.fetchedAt}
        refresh={cached.refresh}
        keptAs={`list-${list}`}
        emptyMessage={t`Nothing here yet. Add the first entry or import a file.`}
        actions={<ListActions team={team} list={list} answer={answer} refresh={cached.refresh} />}
      />
      {merging && (
        <MergeDialog
          entry={merging}
          of={{ id: team, list }}
          here={answer}
          onClose={() => setMerging(undefined)}
          onMerge={async (stays) => {
            await merge(merging, stays)
            setMerging(undefined)
          }}
        />
      )}
    </>
  )
}

/** The columns of the table and the fields of its dialog. */
function useEntryColumns(list: ProjectListName, system: string | undefined) {
  const words = useListWords()
  return useMemo(() => ({ columns: tableColumns(list, system, words), fields: dialogFields(list, words) }), [list, system, words])
}

function tableColumns(list: ProjectListName, system: string | undefined, words: ListWords): TableColumn<ListEntry>[] {
  return [
    { key: 'name', label: words.columns.name, text: nameOf, width: 1.5 },
    ...listColumns[list].map((column) => ({
      key: column,
      label: words.columns[column],
      text: ({ values }: ListEntry) => values[column] ?? '',
      hidden: column === 'externalId' || column === 'serial',
    })),
    {
      key: 'source',
      label: words.from,
      text: ({ source }) => (source === 'connection' && system !== undefined ? system : words.sources[source]),
    },
    { key: 'active', label: words.columns.active, text: ({ disabled }) => (disabled ? words.no : words.yes) },
  ]
}

function dialogFields(list: ProjectListName, { columns, problems }: ListWords): EditField<ListEntry>[] {
  return [
    { attribute: 'name', label: columns.name, required: problems.nameMissing, from: (row) => row?.name ?? '' },
    ...listColumns[list].map((column) => ({
      attribute: column,
      label: columns[column],
      from: (row: ListEntry | undefined) => row?.values[column] ?? '',
      check: (value: string) => {
        const read = readEntry(list, { name: '-', [column]: value })
        return 'problem' in read ? problems[read.problem] : undefined
      },
    })),
  ]
}
