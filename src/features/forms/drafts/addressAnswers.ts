import type { Model } from '../../../../contract/endpoints/records.ts'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import type { Lookups } from '../../../engine/FieldRules.ts'
import { writeValue } from '../../../engine/readValue.ts'
import { answerOf } from '../../../fields/answerOf.ts'

const longest = 500

/** The questions that take an answer from the address, also inside groups. */
const questionsIn = (nodes: readonly NodeSetting[]): NodeSetting[] =>
  nodes.flatMap((node) => {
    const inside = 'children' in node ? questionsIn(node.children as NodeSetting[]) : []
    return 'prefill' in node && node.prefill === true ? [node, ...inside] : inside
  })

/** The answers in the query of an address (`…?machine=M-1`), for questions with `prefill` whose type takes the text. */
export function addressAnswers(nodes: readonly NodeSetting[], lookups: Lookups, address: string): Model {
  const given = new URLSearchParams(address.split('?')[1] ?? '')
  const answers: Model = {}
  for (const node of questionsIn(nodes)) {
    const attribute = 'attribute' in node && typeof node.attribute === 'string' ? node.attribute : ''
    const text = given.get(attribute)?.trim().slice(0, longest) ?? ''
    const type = answerOf(node.type)
    const take = type?.fromText ?? type?.accepts
    const answer = text === '' ? undefined : take?.(text, node as never, lookups)
    if (answer !== undefined && answer !== null) writeValue(answers, attribute, answer)
  }
  return answers
}
