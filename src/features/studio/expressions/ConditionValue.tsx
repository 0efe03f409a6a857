import { useLingui } from '@lingui/react/macro'
import { CheckField } from '../../../ui/controls/CheckField.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { useTyped } from '../settings/useTyped.ts'
import type { RowValue } from './readCondition.ts'
import type { Question } from './questionsAt.ts'
import * as styles from '../studio.module.css'

interface ConditionValueProps {
  readonly question: Question
  readonly others: readonly Question[]
  readonly value: RowValue
  onChange(value: RowValue): void
}

const isAnswer = (value: RowValue): value is { readonly question: string } => typeof value === 'object' && 'question' in value

/** What the answer is compared with: choices of the question, a value, or the answer to another question. */
export function ConditionValue(props: ConditionValueProps) {
  const { question, value } = props
  if (Array.isArray(value)) return <ManyValues {...props} />
  if (isAnswer(value)) return <OtherAnswer {...props} chosen={value.question} />
  if (question.options.length > 0 || question.kind === 'yesNo') return <OneChoice {...props} />
  return <TypedValue {...props} />
}

const valuesIn = (typed: string) => typed.split(',').map((part) => part.trim())

function ManyValues({ question, value, onChange }: ConditionValueProps) {
  const { t } = useLingui()
  const chosen = Array.isArray(value) ? (value as readonly (string | number | boolean)[]) : []
  const [text, setText] = useTyped(chosen.join(', '), valuesIn, chosen.map(String))
  if (question.options.length === 0) {
    return (
      <TextField
        data-desk
        aria-label={t`Values, separated by commas`}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onChange(valuesIn(event.target.value))
        }}
      />
    )
  }
  return (
    <fieldset className={styles.checks} aria-label={t`Values`}>
      {question.options.map((option) => (
        <CheckField
          key={String(option.value)}
          label={option.name}
          checked={chosen.includes(option.value)}
          onChange={(event) => onChange(event.target.checked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value))}
        />
      ))}
    </fieldset>
  )
}

/** The questions with the same kind of answer; the first entry of the menu goes back to a fixed value. */
function OtherAnswer({ question, others, chosen, onChange }: ConditionValueProps & { readonly chosen: string }) {
  const { t } = useLingui()
  const fitting = others.filter(({ name, kind }) => name !== question.name && (kind === question.kind || name === chosen))
  return (
    <Select
      data-desk
      aria-label={t`Other answer`}
      value={chosen}
      onChange={(event) => onChange(event.target.value === '' ? '' : { question: event.target.value })}
    >
      <option value="">{t`A fixed value`}</option>
      {fitting.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
      {fitting.some(({ name }) => name === chosen) ? null : <option>{chosen}</option>}
    </Select>
  )
}

function OneChoice({ question, value, onChange }: ConditionValueProps) {
  const { t } = useLingui()
  const options =
    question.options.length > 0
      ? question.options
      : [
          { value: true, name: t`Yes` },
          { value: false, name: t`No` },
        ]
  const known = options.some((option) => option.value === value)
  return (
    <Select
      data-desk
      aria-label={t`Value`}
      value={String(value)}
      onChange={(event) => onChange(options.find((option) => String(option.value) === event.target.value)?.value)}
    >
      {known ? null : <option value={String(value)}>{String(value)}</option>}
      {options.map((option) => (
        <option key={String(option.value)} value={String(option.value)}>
          {option.name}
        </option>
      ))}
    </Select>
  )
}

const inputs: Readonly<Partial<Record<Question['kind'], string>>> = { number: 'number', list: 'number', date: 'date', time: 'time' }

function TypedValue({ question, others, value, onChange }: ConditionValueProps) {
  const { t } = useLingui()
  const type = inputs[question.kind] ?? 'text'
  const fitting = others.filter(({ name, kind }) => name !== question.name && kind === question.kind && kind !== 'text' && kind !== 'list')
  const isNumber = type === 'number' || typeof value === 'number'
  return (
    <>
      <TextField
        data-desk
        type={type}
        step={type === 'number' ? 'any' : undefined}
        aria-label={t`Value`}
        value={String(value ?? '')}
        onChange={(event) => {
          const typed = event.target.value
          onChange(isNumber && typed !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed)
        }}
      />
      {fitting.length > 0 ? (
        <Select
          data-desk
          aria-label={t`Compare with another answer`}
          value=""
          onChange={(event) => onChange({ question: event.target.value })}
        >
          <option value="" disabled>
            {t`or another answer`}
          </option>
          {fitting.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      ) : null}
    </>
  )
}
