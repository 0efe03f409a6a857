import { t } from '@lingui/core/macro'
import { listIn } from '../acceptedValue.ts'
import type { Answer } from '../defineAnswer.ts'
import { defineAnswer } from '../defineAnswer.ts'
import { choicesOf, choiceValue, type Item, itemsOf, rowLabel, rowsOf, type Setting } from './itemsOf.ts'

const choiceName = (setting: Setting, answer: string): string =>
  choicesOf(setting).find((choice) => choiceValue(choice) === answer)?.name ?? answer

/** Answer, comment and photos of a row. */
function answersOfRow(setting: Setting, label: string, item: Item): Answer[] {
  const { answer, comment, photos } = item
  const parts: Answer[] = []
  if (answer !== undefined) parts.push({ key: 'answer', label, kind: 'text', value: choiceName(setting, answer) })
  if (comment) parts.push({ key: 'comment', label: answer === undefined ? label : t`Comment`, kind: 'text', value: comment })
  if (photos?.length) parts.push({ key: 'photos', label: parts.length === 0 ? label : t`Photos`, kind: 'files', value: photos })
  return parts
}

/** How the rows add up; nothing while no row is answered. */
function summary(items: readonly Item[]): Answer[] {
  const answered = items.filter(({ answer }) => answer !== undefined)
  // One row alone is the question of a review.
  if (answered.length < 2) return []
  const of = answered.reduce((total, item) => total + (item.of ?? 0), 0)
  const score = answered.reduce((total, item) => total + (item.score ?? 0), 0)
  const failed = answered.filter(({ result }) => result === 'fail').length
  return [
    ...(of > 0 ? [{ key: 'score', label: t`Score`, kind: 'text', value: `${Math.round((100 * score) / of)}%` } as const] : []),
    { key: 'failed', label: t`Failed`, kind: 'text', value: t`${failed} of ${answered.length}` },
  ]
}

const checklist = defineAnswer({
  type: 'checklist',
  accepts: listIn,
  shown(setting, value) {
    const items = itemsOf(value)
    const labels = new Map(rowsOf(setting).map((row) => [row.name, rowLabel(row)]))
    const total = summary([...items.values()])
    const rows = [...items.values()].map((item) => answersOfRow(setting, labels.get(item.name) ?? item.name, item))
    return { kind: 'items', value, items: total.length > 0 ? [total, ...rows] : rows }
  },
})

export const answers = [checklist]
