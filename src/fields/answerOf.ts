import type { AnswerDefinition } from './defineAnswer.ts'

/** The optional `answers.ts` of each folder. Only records, reviews and drafts load them. */
const folders = import.meta.glob<readonly AnswerDefinition[]>('./*/answers.ts', { eager: true, import: 'answers' })

const byType: ReadonlyMap<string, AnswerDefinition> = new Map(
  Object.values(folders).flatMap((answers) => answers.map((definition) => [definition.type as string, definition] as const)),
)

/** How the answers of a type are treated; undefined for a type without anything special. */
export const answerOf = (type: string): AnswerDefinition | undefined => byType.get(type)
