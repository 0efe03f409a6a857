import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { ArrivedRecord } from '../../../contract/endpoints/site/arrived.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { csvOf } from '../../../contract/rules/csvOf.ts'
import { answersOf } from '../../answers/answersOf.ts'
import { answerText } from '../../answers/answerText.ts'
import { senderText } from './senderText.ts'

type Page = Pick<PageData, 'form' | 'lookups'>

/** Times in a table: the local date and time, without the order of a country. */
const timeText = (time: string) => {
  const at = new Date(time)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16).replace('T', ' ')
}

/** Returns records as a CSV file: one column for each question, with its label, and answers as people read them. */
export function recordsCsv(i18n: I18n, records: readonly ArrivedRecord[], { form, lookups }: Page): string {
  const read = records.map((record) => ({ record, answers: answersOf(form?.children ?? [], record.model, lookups) }))
  const columns = new Map<string, string>()
  // Attributes keep the order of the form: the first record that has an answer may lack the others.
  const order = orderOf(form?.children ?? [])
  const found = new Map(read.flatMap(({ answers }) => answers.map(({ key, label }) => [key, label] as const)))
  for (const key of [...order, ...found.keys()]) {
    const label = found.get(key)
    if (label !== undefined) columns.set(key, label)
  }
  const head = [t`Title`, t`Made`, t`Arrived`, t`Sent by`, t`Device`, ...columns.values()]
  const rows = read.map(({ record, answers }) => {
    const answerOf = new Map(answers.map((answer) => [answer.key, answer]))
    const { sender, title = '', createdAt, correctedAt } = record
    return [
      title,
      timeText(correctedAt ?? createdAt),
      timeText(createdAt),
      sender ? senderText({ ...sender, device: undefined }) : '',
      sender?.device ?? '',
      ...[...columns.keys()].map((key) => {
        const answer = answerOf.get(key)
        return answer ? answerText(answer, i18n) : ''
      }),
    ]
  })
  return csvOf([head, ...rows])
}

type Nodes = NonNullable<PageData['form']>['children']

function orderOf(nodes: Nodes): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'group') return orderOf(node.children)
    return 'attribute' in node && typeof node.attribute === 'string' ? [node.attribute] : []
  })
}
