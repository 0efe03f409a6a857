import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { useAuthoring } from '../settings/Authoring.ts'
import * as styles from '../studio.module.css'
import { CalculationSlot } from './CalculationSlot.tsx'
import { ConditionMenus } from './ConditionEditor.tsx'
import { ExpressionField } from './ExpressionField.tsx'
import {
  type Calculation,
  type CalculationKind,
  isComplete,
  readCalculation,
  type Slot,
  slotsOf,
  writeCalculation,
} from './readCalculation.ts'

interface CalculationEditorProps {
  readonly label: string
  readonly help: string | undefined
  readonly error: string | undefined
  readonly value: string
  onChange(value: string): void
}

type Chosen = CalculationKind | 'own' | ''

function chosenAtFirst(value: string): Chosen {
  const read = readCalculation(value)
  if (read) return read.kind
  return value.trim() === '' || value.trim() === '0' ? '' : 'own'
}

/** A calculation as menus, with its expression below; "own formula" edits the expression alone. */
export function CalculationEditor({ label, help, error, value, onChange }: CalculationEditorProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<Calculation | undefined>(() => readCalculation(value))
  const [chosen, setChosen] = useState<Chosen>(() => chosenAtFirst(value))
  const [written, setWritten] = useState(value)
  if (value !== written) {
    // The code, or an undo, has changed the expression.
    setWritten(value)
    setDraft(readCalculation(value))
    setChosen(chosenAtFirst(value))
  }
  const write = (next: string) => {
    setWritten(next)
    onChange(next)
  }
  const change = (next: Calculation) => {
    setDraft(next)
    if (isComplete(next)) write(writeCalculation(next))
  }
  const kinds: readonly (readonly [CalculationKind, string])[] = [
    ['add', t`Add up answers`],
    ['subtract', t`Take one answer from another`],
    ['multiply', t`Multiply answers`],
    ['sumColumn', t`Add up a column of a list`],
    ['count', t`Count the entries of a list`],
    ['countWhere', t`Count the entries with an answer`],
    ['score', t`Count how many questions have an answer`],
    ['hours', t`Hours between two times`],
    ['minutes', t`Minutes between two times`],
    ['daysBetween', t`Days between two dates`],
    ['addDays', t`A date some days later`],
    ['choose', t`One of two texts, by a condition`],
    ['lookup', t`What a list of the project knows of an answer`],
  ]
  return (
    <div className={styles.condition}>
      <Select
        label={label}
        hint={help}
        error={error}
        data-desk
        value={chosen}
        onChange={(event) => {
          const next = event.target.value as Chosen
          setChosen(next)
          setDraft(next === 'own' || next === '' ? undefined : { kind: next, values: {} })
        }}
      >
        <option value="" disabled>
          {t`Choose what is calculated`}
        </option>
        {kinds.map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
        <option value="own">{t`Own formula`}</option>
      </Select>
      {draft && chosen === draft.kind ? <Slots draft={draft} onChange={change} /> : null}
      {chosen === '' ? null : (
        <details open={chosen === 'own'}>
          <summary>
            <Trans>Expression</Trans> <code>{value}</code>
          </summary>
          <ExpressionField
            label={t`Expression`}
            value={value}
            onChange={(typed) => {
              // The menus would show, and write, what the formula no longer says.
              setChosen('own')
              setDraft(undefined)
              write(typed)
            }}
          />
        </details>
      )}
    </div>
  )
}

interface SlotsProps {
  readonly draft: Calculation
  onChange(draft: Calculation): void
}

function Slots({ draft, onChange }: SlotsProps) {
  const { t } = useLingui()
  const { questions, lists, columnsOf } = useAuthoring()
  const set = (slot: Slot, held: readonly string[]) => onChange({ ...draft, values: { ...draft.values, [slot]: held } })
  const texts = { yes: t`Text if it is true`, no: t`Text if it is not` }
  return (
    <>
      {slotsOf[draft.kind].map((slot) => {
        if (slot === 'condition')
          return (
            <ConditionMenus
              key={slot}
              condition={draft.condition ?? { join: 'and', rows: [] }}
              onChange={(condition) => onChange({ ...draft, condition })}
            />
          )
        if (slot === 'yes' || slot === 'no')
          return (
            <TextField
              key={slot}
              data-desk
              label={texts[slot]}
              value={draft.values[slot]?.[0] ?? ''}
              onChange={(event) => set(slot, [event.target.value])}
            />
          )
        return (
          <CalculationSlot
            key={slot}
            slot={slot}
            values={draft.values}
            questions={questions}
            lists={lists}
            columns={columnsOf(draft.values.ownList?.[0] ?? '')}
            onChange={(held) => set(slot, held)}
          />
        )
      })}
    </>
  )
}
