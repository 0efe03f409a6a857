import { isTalking } from '../../../../contract/endpoints/conversations.ts'

/** What bots of a class do, which decides the settings that they need. */
export interface BotTraits {
  /** Texts contacts on a schedule and writes their answers. */
  readonly talks: boolean
  /** The code opens a form that people fill in. */
  readonly fills: boolean
  /** Has chats in the app; the result of a chat is a record of its form. */
  readonly chats: boolean
  /** Texts all its contacts at once. */
  readonly broadcasts: boolean
  /** Its form is due on certain days, under My Tasks. */
  readonly scheduled: boolean
  /** The code opens content from the settings: people to call, or documents. */
  readonly shows: 'people' | 'documents' | undefined
}

const scheduled: ReadonlySet<string> = new Set(['forms-scheduled', 'forms-adhoc', 'time-materials', 'worker-certifications'])

const contentOf = new Map<string, BotTraits['shows']>([
  ['directory', 'people'],
  ['document-viewer', 'documents'],
])

export function traitsOf(botClass: string): BotTraits {
  const shows = contentOf.get(botClass)
  return {
    talks: isTalking(botClass),
    chats: botClass === 'pre-task-plan' || botClass === 'toolbox-talk',
    broadcasts: botClass === 'broadcast',
    fills: shows === undefined,
    scheduled: scheduled.has(botClass),
    shows,
  }
}
