import { useLingui } from '@lingui/react/macro'
import { Select } from '../../../ui/controls/Select.tsx'
import { type TemplateGroup, templateGroups, templates } from './templates.ts'

interface TemplateFieldProps {
  /** The id of the chosen template; '' for an empty form. */
  readonly value: string
  onChoose(id: string): void
}

/** What a new form starts with. */
export function TemplateField({ value, onChoose }: TemplateFieldProps) {
  const { t, i18n } = useLingui()
  const chosen = templates.find(({ id }) => id === value)
  const note = chosen ? i18n._(chosen.description) : t`A template brings its questions, rules and translations. You can change everything.`
  return (
    <Select label={t`Start with`} note={note} value={value} onChange={(event) => onChoose(event.target.value)}>
      <option value="">{t`An empty form`}</option>
      {(Object.keys(templateGroups) as TemplateGroup[]).map((group) => (
        <optgroup key={group} label={i18n._(templateGroups[group])}>
          {templates
            .filter((one) => one.group === group)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {i18n._(name)}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  )
}
