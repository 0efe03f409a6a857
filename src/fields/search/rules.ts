import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Form } from '../../engine/form.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

/** The input of the found form is stored next to the text: for `badge` under `badgeAnswers`. */
export const answersAttribute = (attribute: string) => `${attribute}Answers`

/** Found forms by the answers that they wrote: a save must validate them too. */
export const foundForms = new WeakMap<object, Form>()

export const rules: FieldRules<FieldSetting<'search'>> = {
  empty: (value) => typeof value !== 'string' || value.trim() === '',
  reads: ({ attribute }) => [answersAttribute(attribute)],
  beside: ({ attribute }) => [answersAttribute(attribute)],
  message(_, { attribute }, read) {
    const answers = read(answersAttribute(attribute))
    return typeof answers === 'object' && answers !== null && foundForms.get(answers)?.validate().length
      ? t`The form that was found lacks answers`
      : undefined
  },
}
