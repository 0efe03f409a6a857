import { isTalking } from '../../../../contract/conversations.ts'

/** What bots of a class need to be told, beside their name and place. */
export interface BotTraits {
  /** Asks contacts by text on a schedule, and writes what they answer. */
  readonly talks: boolean
  /** Behind its code is a form that people fill in. */
  readonly fills: boolean
  /** Talks in the app: its form is what its conversations become. */
  readonly chats: boolean
  /** Texts everybody on its list at once. */
  readonly broadcasts: boolean
  /** Its form is due on days, under My Tasks. */
  readonly scheduled: boolean
  /** Behind its code is something to read, which its settings say: people to call, or documents. */
  readonly shows: 'people' | 'documents' | undefined
}

const scheduled: ReadonlySet<string> = new Set(['forms-scheduled', 'forms-adhoc', 'time-materials', 'worker-certifications'])

export function traitsOf(botClass: string): BotTraits {
  const shows = botClass === 'directory' ? 'people' : botClass === 'document-viewer' ? 'documents' : undefined
  return {
    talks: isTalking(botClass),
    chats: botClass === 'pre-task-plan' || botClass === 'toolbox-talk',
    broadcasts: botClass === 'broadcast',
    fills: shows === undefined,
    scheduled: scheduled.has(botClass),
    shows,
  }
}
