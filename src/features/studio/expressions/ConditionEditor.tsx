import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { useAuthoring } from '../settings/Authoring.ts'
import { ToolButton } from '../ToolButton.tsx'
import { comparisonName, comparisonsFor, firstRow, firstValue } from './comparisonsFor.ts'
import { type Comparison, type Condition, type ConditionRow, readCondition, writeCondition } from './readCondition.ts'
import { ConditionValue } from './ConditionValue.tsx'
import { ExpressionField } from './ExpressionField.tsx'
import type { Question } from './questionsAt.ts'
import * as styles from '../studio.module.css'

interface ConditionEditorProps {
  /** What the condition decides, for screen readers. */
  readonly label: string
  readonly value: string
  onChange(value: string): void
}

/** A condition as menus, with its expression below; an expression that menus cannot show is edited as text. */
export function ConditionEditor({ label, value, onChange }: ConditionEditorProps) {
  const { t } = useLingui()
  const condition = readCondition(value)
  const [open, setOpen] = useState(false)
  const isText = condition === undefined && value.trim() !== ''
  return (
    <fieldset className={styles.condition} aria-label={label}>
      {isText ? (
        <p className={styles.hint}>
          <Trans>The menus cannot show this condition. Edit its expression, or clear it to start with the menus.</Trans>
        </p>
      ) : (
        <ConditionMenus condition={condition ?? { join: 'and', rows: [] }} onChange={(next) => onChange(writeCondition(next))} />
      )}
      <details open={isText || open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Trans>Expression</Trans> {isText || value === '' ? null : <code>{value}</code>}
        </summary>
        <ExpressionField label={t`Expression`} value={value} onChange={onChange} />
      </details>
    </fieldset>
  )
}

interface ConditionMenusProps {
  readonly condition: Condition
  onChange(condition: Condition): void
}

/** The rows of a condition, and how they are joined. */
export function ConditionMenus({ condition: { join, rows }, onChange }: ConditionMenusProps) {
  const { t } = useLingui()
  const { questions } = useAuthoring()
  const [first] = questions
  if (!first && rows.length === 0) {
    return (
      <p className={styles.hint}>
        <Trans>Add another question first. A condition compares its answer.</Trans>
      </p>
    )
  }
  const replace = (index: number, row: ConditionRow) => onChange({ join, rows: rows.map((one, at) => (at === index ? row : one)) })
  return (
    <>
      {rows.length > 1 ? (
        <Select
          data-desk
          aria-label={t`How the conditions are joined`}
          value={join}
          onChange={(event) => onChange({ join: event.target.value === 'or' ? 'or' : 'and', rows })}
        >
          <option value="and">{t`All of these are true`}</option>
          <option value="or">{t`At least one of these is true`}</option>
        </Select>
      ) : null}
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity
        <Row
          key={index}
          row={row}
          onChange={(next) => replace(index, next)}
          onRemove={() => onChange({ join, rows: rows.toSpliced(index, 1) })}
        />
      ))}
      <Button
        size="desk"
        icon="plus"
        disabled={!first}
        onClick={() => first && onChange({ join, rows: [...rows, firstRow(first)] })}
      >{t`Add a condition`}</Button>
    </>
  )
}

const unknown = (name: string): Question => ({ name, label: name, kind: 'other', options: [], columns: [] })

interface RowProps {
  readonly row: ConditionRow
  onChange(row: ConditionRow): void
  onRemove(): void
}

function Row({ row, onChange, onRemove }: RowProps) {
  const { t, i18n } = useLingui()
  const { questions } = useAuthoring()
  const question = questions.find(({ name }) => name === row.question) ?? unknown(row.question)
  const listed = questions.includes(question) ? questions : [...questions, question]
  return (
    <div className={styles.conditionRow} role="group" aria-label={t`Condition`}>
      <Select
        data-desk
        aria-label={t`Question`}
        value={row.question}
        onChange={(event) => {
          const chosen = listed.find(({ name }) => name === event.target.value)
          if (chosen) onChange(firstRow(chosen))
        }}
      >
        {listed.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        data-desk
        aria-label={t`Comparison`}
        value={row.comparison}
        onChange={(event) => {
          const comparison = event.target.value as Comparison
          const keeps = Array.isArray(row.value) === (comparison === 'oneOf' || comparison === 'notOneOf') && row.value !== undefined
          onChange({ ...row, comparison, value: keeps ? row.value : firstValue(question, comparison) })
        }}
      >
        {comparisonsFor(question.kind, row.comparison).map((comparison) => (
          <option key={comparison} value={comparison}>
            {comparisonName(i18n, comparison, question.kind)}
          </option>
        ))}
      </Select>
      {row.comparison === 'answered' || row.comparison === 'empty' ? null : (
        <ConditionValue question={question} others={questions} value={row.value} onChange={(value) => onChange({ ...row, value })} />
      )}
      <ToolButton sign="remove" label={t`Remove the condition`} onClick={onRemove} />
    </div>
  )
}
