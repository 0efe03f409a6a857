import type { Model } from '../../../contract/endpoints/records.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { listIn } from '../acceptedValue.ts'
import { type Answer, defineAnswer, type Shown } from '../defineAnswer.ts'
import { answerField, moreFields } from './Check.ts'
import type { EntrySetting } from './entryFields.ts'
import { entryWords } from './entryWords.ts'

type AnswersOf = (nodes: readonly NodeSetting[], model: Model) => readonly Answer[]

const itemsIn = (value: unknown): Model[] =>
  Array.isArray(value) ? value.filter((item): item is Model => typeof item === 'object' && item !== null) : []

const ownFields = (subform: readonly NodeSetting[] | undefined, value: unknown, answersOf: AnswersOf): Shown => ({
  kind: 'items',
  value,
  items: itemsIn(value).map((item) => answersOf(subform ?? [], item)),
})

/** The entries of a list: each with its own answers, or as one line when the form has no fields for them. */
function entries(setting: EntrySetting, value: unknown, answersOf: AnswersOf): Shown {
  if (setting.subform) return ownFields(setting.subform, value, answersOf)
  return { kind: 'lines', value, lines: (today, language) => itemsIn(value).map((item) => entryWords(setting, item, today, language)) }
}

const subForm = defineAnswer({
  type: 'subForm',
  shown: ({ subform }, value, answersOf) => ownFields(subform, value, answersOf),
  accepts: listIn,
  entryOf: ({ subform }) => subform,
})
const staffSmsContact = defineAnswer({ type: 'staffSmsContact', shown: entries })
const vendorSmsContact = defineAnswer({ type: 'vendorSmsContact', shown: entries })
const vendor = defineAnswer({ type: 'vendor', shown: entries })
const checkout = defineAnswer({ type: 'checkout', shown: entries })
const preflight = defineAnswer({
  type: 'preflight',
  shown({ checks }, value, answersOf) {
    const byName = new Map(checks?.map((check) => [check.name, check]))
    const items = itemsIn(value).flatMap((item) => {
      const check = byName.get(String(item['name'])) ?? { name: String(item['name']) }
      return item['answer'] === undefined ? [] : [answersOf([answerField(check), ...moreFields(check)], item)]
    })
    return { kind: 'items', value, items }
  },
})

export const answers = [subForm, staffSmsContact, vendorSmsContact, vendor, checkout, preflight]
