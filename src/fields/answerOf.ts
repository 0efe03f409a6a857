import type { AnswerDefinition } from './defineAnswer.ts'

/** The optional `answer.ts` of each folder. Only records, reviews and drafts load them. */
const folders = import.meta.glob<Readonly<Record<string, unknown>>>('./*/answer.ts', { eager: true })

const isDefinition = (part: unknown): part is AnswerDefinition => typeof part === 'object' && part !== null && 'type' in part

const byType: ReadonlyMap<string, AnswerDefinition> = new Map(
  Object.values(folders).flatMap((parts) =>
    Object.values(parts)
      .filter(isDefinition)
      .map((definition) => [definition.type as string, definition] as const),
  ),
)

/** How the answers of a type are treated; undefined for a type without anything special. */
export const answerOf = (type: string): AnswerDefinition | undefined => byType.get(type)
