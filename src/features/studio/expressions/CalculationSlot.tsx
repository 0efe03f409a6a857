import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { CheckField } from '../../../ui/controls/CheckField.tsx'
import { FieldGroup } from '../../../ui/controls/FieldGroup.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import type { AnswerKind, Question, QuestionOption } from './questionsAt.ts'
import type { Calculation, Slot } from './readCalculation.ts'
import { writeValue } from './readCondition.ts'

type Asked = Exclude<Slot, 'condition' | 'yes' | 'no'>

interface CalculationSlotProps {
  readonly slot: Asked
  readonly values: Calculation['values']
  readonly questions: readonly Question[]
  /** Names of the lists of the project. */
  readonly lists: readonly string[]
  /** The columns of the chosen list of the project. */
  readonly columns: readonly string[]
  onChange(held: readonly string[]): void
}

const kinds: Readonly<Record<Asked, readonly AnswerKind[]>> = {
  numbers: ['number', 'other'],
  factors: ['number', 'other'],
  from: ['number', 'other'],
  less: ['number', 'other'],
  ownList: [],
  key: ['text', 'choice', 'number', 'other'],
  ownColumn: [],
  list: ['list'],
  column: [],
  time: ['time'],
  endTime: ['time'],
  date: ['date'],
  endDate: ['date'],
  days: [],
  answers: ['choice', 'yesNo'],
  answer: [],
  cell: [],
}

/** Slots for several questions, and those for a text. */
const several: readonly Asked[] = ['numbers', 'factors', 'answers']
const typed: readonly Asked[] = ['days', 'ownColumn']

/** A question with an answer for calculations: also a choice where each option is stored as a number. */
const fits = ({ kind, options }: Question, slot: Asked): boolean =>
  kinds[slot].includes(kind) ||
  (kinds[slot].includes('number') && kind === 'choice' && options.every(({ value }) => typeof value === 'number'))

/** One place of a calculation: questions to tick, a question to choose, or a value. */
export function CalculationSlot({ slot, values, questions, lists, columns, onChange }: CalculationSlotProps) {
  const { t } = useLingui()
  const names: Record<Asked, string> = {
    numbers: t`Answers to add up`,
    factors: t`Answers to multiply`,
    from: t`From this answer`,
    less: t`Take away`,
    ownList: t`List of the project`,
    key: t`Answer to look for`,
    ownColumn: t`Column of the list`,
    list: t`List`,
    column: t`Column`,
    time: t`From`,
    endTime: t`Until`,
    date: t`From`,
    endDate: t`Until`,
    days: t`Days later`,
    answers: t`Questions that count`,
    answer: t`Counts when the answer is`,
    cell: t`Counts when the answer is`,
  }
  const held = values[slot] ?? []
  const fitting = questions.filter((question) => fits(question, slot))
  if (typed.includes(slot)) {
    const shared = { label: names[slot], value: held[0] ?? '', onChange: (text: string) => onChange([text]) }
    return slot === 'days' ? <TypedSlot type="number" {...shared} /> : <TypedSlot suggestions={columns} {...shared} />
  }
  if (several.includes(slot)) {
    return (
      <FieldGroup label={names[slot]} hint={fitting.length === 0 ? t`The form has no such question yet.` : undefined}>
        {fitting.map(({ name, label }) => (
          <CheckField
            key={name}
            label={label}
            checked={held.includes(name)}
            onChange={(event) => onChange(event.target.checked ? [...held, name] : held.filter((one) => one !== name))}
          />
        ))}
      </FieldGroup>
    )
  }
  const choices = choicesFor(slot, values, {
    questions,
    fitting,
    lists,
    yesAndNo: [
      { value: true, name: t`Yes` },
      { value: false, name: t`No` },
    ],
  })
  const isDate = slot === 'date' || slot === 'endDate'
  return (
    <Select
      data-desk
      label={names[slot]}
      hint={choices.length === 0 && !isDate ? t`The form has no such question yet.` : undefined}
      value={held[0] ?? ''}
      onChange={(event) => onChange([event.target.value])}
    >
      <option value="">–</option>
      {isDate ? <option value="today()">{t`Today`}</option> : null}
      {choices.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
  )
}

interface TypedSlotProps {
  readonly label: string
  readonly value: string
  readonly type?: 'number'
  readonly suggestions?: readonly string[]
  onChange(text: string): void
}

/** A value that is typed; known values are suggested. */
function TypedSlot({ label, value, type, suggestions = [], onChange }: TypedSlotProps) {
  const id = useId()
  return (
    <>
      <TextField
        data-desk
        {...(type && { type, step: 1 })}
        {...(suggestions.length > 0 && { list: id })}
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {suggestions.length === 0 ? null : (
        <datalist id={id}>
          {suggestions.map((suggestion) => (
            <option key={suggestion}>{suggestion}</option>
          ))}
        </datalist>
      )}
    </>
  )
}

/** The columns of the chosen list, the choices of the chosen questions, or the questions that fit. */
function choicesFor(
  slot: Asked,
  values: Calculation['values'],
  {
    questions,
    fitting,
    lists,
    yesAndNo,
  }: Readonly<Record<'questions' | 'fitting', readonly Question[]>> & {
    lists: readonly string[]
    yesAndNo: readonly QuestionOption[]
  },
) {
  if (slot === 'ownList') return lists.map((name) => ({ value: name, name }))
  if (slot === 'column') {
    const list = questions.find(({ name }) => name === values.list?.[0])
    return (list?.columns ?? []).map(({ name, label }) => ({ value: name, name: label }))
  }
  if (slot === 'answer' || slot === 'cell') {
    const columns = questions.find(({ name }) => name === values.list?.[0])?.columns ?? []
    const chosen =
      slot === 'answer'
        ? questions.filter(({ name }) => values.answers?.includes(name))
        : columns.filter(({ name }) => name === values.column?.[0])
    const options = chosen.flatMap((question) => (question.kind === 'yesNo' && question.options.length === 0 ? yesAndNo : question.options))
    const found = new Map(options.map(({ value, name }) => [writeValue(value), name]))
    return [...found].map(([value, name]) => ({ value, name }))
  }
  return fitting.map(({ name, label }) => ({ value: name, name: label }))
}
