import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { ProjectListName } from '../../../contract/reference/projectLists.ts'
import type { EntryCells } from '../../../contract/rules/readEntry.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { ReadFile } from './FileStep.tsx'
import { type ColumnGuess, entriesOf, guessColumns, hasName, type Target, targetsOf } from './files/guessColumns.ts'
import * as styles from './lists.module.css'
import { useListWords } from './useListWords.ts'

interface ColumnsStepProps {
  readonly list: ProjectListName
  readonly file: ReadFile
  readonly onBack: () => void
  readonly onCheck: (rows: readonly { row: number; cells: EntryCells }[]) => Promise<void>
}

/** Shows what each column of the file was taken for, to be changed. */
export function ColumnsStep({ list, file, onBack, onCheck }: ColumnsStepProps) {
  const { t } = useLingui()
  const online = useOnline()
  const { columns } = useListWords()
  const [guess, setGuess] = useState<ColumnGuess>(() => guessColumns(list, file.table))
  const [tried, setTried] = useState(false)
  const rows = useMemo(() => entriesOf(file.table, guess), [file.table, guess])
  const count = rows.length
  const label = (target: Target) => {
    if (target === 'firstName') return t`First name`
    return target === 'lastName' ? t`Last name` : columns[target]
  }
  const set = (at: number, target: string) => {
    const targets = guess.targets.map((old, n) => {
      if (n === at) return target === '' ? undefined : (target as Target)
      return old === target ? undefined : old
    })
    setGuess({ ...guess, targets })
  }
  const first = guess.hasHeading ? 1 : 0
  const check = async () => {
    setTried(true)
    if (hasName(guess.targets) && count > 0) await onCheck(rows)
  }
  return (
    <section className={styles.column} aria-label={t`Columns`}>
      <h2>{file.name}</h2>
      <CheckField
        label={t`The first row has the headings`}
        checked={guess.hasHeading}
        onChange={() => setGuess({ ...guess, hasHeading: !guess.hasHeading })}
      />
      {tried && !hasName(guess.targets) && <Notice level="error">{t`Choose the column with the name.`}</Notice>}
      {tried && count === 0 && <Notice level="error">{t`There are no rows below the headings.`}</Notice>}
      <div className={styles.columns}>
        {guess.targets.map((target, at) => {
          const heading = (guess.hasHeading && file.table.rows[0]?.[at]) || t`Column ${at + 1}`
          const examples = file.table.rows
            .slice(first, first + 3)
            .map((row) => row[at] ?? '')
            .filter(Boolean)
          return (
            <Select
              key={`${at}`}
              label={heading}
              hint={examples.join(' · ') || undefined}
              value={target ?? ''}
              onChange={(event) => set(at, event.target.value)}
            >
              <option value="">{t`Do not import`}</option>
              {targetsOf(list).map((one) => (
                <option key={one} value={one}>
                  {label(one)}
                </option>
              ))}
            </Select>
          )
        })}
      </div>
      {!online && (
        <Notice>
          <Trans>The check needs a connection.</Trans>
        </Notice>
      )}
      <div className={styles.bar}>
        <Button kind="primary" disabled={!online} onClick={check}>
          {plural(count, { one: 'Check # row', other: 'Check # rows' })}
        </Button>
        <Button onClick={onBack}>{t`Cancel`}</Button>
      </div>
    </section>
  )
}
