import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/fields.ts'
import type { Form } from '../../engine/form.ts'
import type { FieldRules } from '../../engine/rules.ts'

/** What is entered in the found form is kept beside the text: of `badge` under `badgeAnswers`. */
export const answersAttribute = (attribute: string) => `${attribute}Answers`

/** Found forms by the answers that they wrote: a save must not pass over what is missing in them. */
export const foundForms = new WeakMap<object, Form>()

export const searchRules: FieldRules<FieldSetting<'search'>> = {
  empty: (value) => typeof value !== 'string' || value.trim() === '',
  reads: ({ attribute }) => [answersAttribute(attribute)],
  message(_, { attribute }, read) {
    const answers = read(answersAttribute(attribute))
    return typeof answers === 'object' && answers !== null && foundForms.get(answers)?.validate().length
      ? t`Something is missing in what was found`
      : undefined
  },
}
