import { useLingui } from '@lingui/react/macro'
import { CheckField } from '../../../ui/controls/CheckField.tsx'
import { FieldGroup } from '../../../ui/controls/FieldGroup.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import type { Question } from '../expressions/questionsAt.ts'
import { useAuthoring } from './Authoring.ts'
import type { ControlProps } from './SettingProps.ts'

/** One question of the form. */
export function QuestionSetting({ label, help, problem, required, value, onChange }: ControlProps) {
  const { t } = useLingui()
  const { questions } = useAuthoring()
  const known = questions.some(({ name }) => name === value)
  return (
    <Select
      label={label}
      note={help}
      error={problem}
      required={required}
      data-desk
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="" disabled={required}>
        {required ? t`Choose a question` : '–'}
      </option>
      {known || value === undefined || value === '' ? null : <option>{String(value)}</option>}
      {questions.map(({ name, label: question }) => (
        <option key={name} value={name}>
          {question}
        </option>
      ))}
    </Select>
  )
}

interface TickedProps extends ControlProps {
  readonly questions: readonly Question[]
}

function TickedQuestions({ label, help, problem, value, onChange, questions }: TickedProps) {
  const { t } = useLingui()
  const chosen = Array.isArray(value) ? value.map(String) : []
  const others = chosen.filter((name) => !questions.some((question) => question.name === name))
  const change = (next: readonly string[]) => onChange(next.length === 0 ? undefined : next)
  const rows = [...questions.map(({ name, label: text }) => ({ name, text })), ...others.map((name) => ({ name, text: name }))]
  return (
    <FieldGroup label={label} hint={rows.length === 0 ? t`There are no questions yet.` : help} error={problem}>
      {rows.map(({ name, text }) => (
        <CheckField
          key={name}
          label={text}
          checked={chosen.includes(name)}
          onChange={(event) => change(event.target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))}
        />
      ))}
    </FieldGroup>
  )
}

/** Several questions of the form. */
export function QuestionsSetting(props: ControlProps) {
  return <TickedQuestions {...props} questions={useAuthoring().questions} />
}

/** Several questions of the entries of the list. */
export function ColumnsSetting(props: ControlProps) {
  return <TickedQuestions {...props} questions={useAuthoring().columns} />
}
