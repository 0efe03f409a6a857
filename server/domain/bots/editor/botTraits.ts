import { isTalking } from '../../../../contract/conversations.ts'

/** What bots of a class need to be told, beside their name and place. */
export interface BotTraits {
  /** Asks contacts by text on a schedule, and writes what they answer. */
  readonly talks: boolean
  /** Behind its code is a form that people fill in. */
  readonly fills: boolean
  /** Its form is due on days, under My Tasks. */
  readonly scheduled: boolean
  /** Behind its code is something to read, which its settings say: people to call, or documents. */
  readonly shows: 'people' | 'documents' | undefined
}

const scheduled: ReadonlySet<string> = new Set(['forms-scheduled', 'pre-task-plan', 'toolbox-talk', 'time-materials'])

export function traitsOf(botClass: string): BotTraits {
  const shows = botClass === 'directory' ? 'people' : botClass === 'document-viewer' ? 'documents' : undefined
  return { talks: isTalking(botClass), fills: shows === undefined, scheduled: scheduled.has(botClass), shows }
}
