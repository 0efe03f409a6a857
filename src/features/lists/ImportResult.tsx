import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import { type ListImport, mostProblems, type RowProblem } from '../../../contract/endpoints/lists/projectLists.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import * as styles from './lists.module.css'
import { useListWords } from './useListWords.ts'

interface ImportResultProps {
  readonly last: ListImport
  readonly onApply: () => Promise<void>
  readonly onUndo: () => Promise<void>
}

/** What the last import does or has done, and what to do next. */
export function ImportResult({ last, onApply, onUndo }: ImportResultProps) {
  const { t } = useLingui()
  const { file, state, counts, kept, arrived, total } = last
  const { added, changed, unchanged, problem } = counts
  const titles = {
    checking: t`Check of ${file}`,
    applying: t`Import of ${file} is not finished`,
    applied: t`Imported: ${file}`,
    undoing: t`Undoing ${file} is not finished`,
    undone: t`Undone: ${file}`,
  }
  // The rows of a check that was cut off are not on this device any more, and nothing has changed.
  if (state === 'checking' && arrived < total)
    return <Notice>{t`The check of ${file} was interrupted. Nothing has changed. Choose the file again.`}</Notice>
  const undo = async () => {
    if (await confirmDialog({ text: t`Undo the import of ${file}?`, ok: t`Undo the import`, danger: true })) await onUndo()
  }
  return (
    <section className={styles.column} aria-label={titles[state]}>
      <h2>{titles[state]}</h2>
      {state !== 'undone' && (
        <p>
          <Trans>
            {added} added, {changed} changed, {unchanged} unchanged, {problem} with a problem
          </Trans>
        </p>
      )}
      {state === 'checking' && problem > 0 && <p>{t`Rows with a problem are left out. The others can be imported.`}</p>}
      {kept > 0 && (
        <p>
          {plural(kept, {
            one: '# entry was changed after the import and stays as it is.',
            other: '# entries were changed after the import and stay as they are.',
          })}
        </p>
      )}
      {problem > 0 && state !== 'undone' && <Problems problems={last.problems} count={problem} />}
      <div className={styles.bar}>
        {state === 'checking' && added + changed > 0 && (
          <Button kind="primary" onClick={onApply}>
            {plural(added + changed, { one: 'Import # row', other: 'Import # rows' })}
          </Button>
        )}
        {state === 'applying' && <Button kind="primary" onClick={onApply}>{t`Continue`}</Button>}
        {state === 'undoing' && <Button kind="primary" onClick={onUndo}>{t`Continue`}</Button>}
        {(state === 'applied' || state === 'applying') && <Button onClick={undo}>{t`Undo the import`}</Button>}
      </div>
    </section>
  )
}

function Problems({ problems, count }: { readonly problems: readonly RowProblem[]; readonly count: number }) {
  const { t } = useLingui()
  const words = useListWords()
  const whatToDo = useCallback(
    ({ problem, other, otherRow, column }: RowProblem) => {
      const columnName = (words.columns as Readonly<Record<string, string>>)[column] ?? column
      if (problem === 'taken' && other !== undefined)
        return t`${other} has this value already (column: ${columnName}). Correct the row, or merge the two entries first.`
      if (problem === 'twice' && otherRow !== undefined) return t`Row ${otherRow} has the same entry. Delete one of the two rows.`
      return words.problems[problem]
    },
    [t, words],
  )
  const columns = useMemo(
    (): TableColumn<RowProblem>[] => [
      { key: 'row', label: t`Row`, text: ({ row }) => String(row), value: ({ row }) => row, width: 0.5 },
      { key: 'name', label: words.columns.name, text: ({ name }) => name },
      {
        key: 'column',
        label: t`Column`,
        text: ({ column }) => (words.columns as Readonly<Record<string, string>>)[column] ?? column,
      },
      { key: 'problem', label: t`What to do`, text: (problem) => whatToDo(problem), width: 2 },
    ],
    [t, whatToDo, words],
  )
  return (
    <>
      {count > mostProblems && <p>{t`The first ${mostProblems} problems:`}</p>}
      <Table title={t`Problems`} columns={columns} rows={problems} rowKey={({ row }) => row} />
    </>
  )
}
