import { isTalking } from '../endpoints/conversations.ts'
import { attendanceClass, orientationClass } from './attendanceClass.ts'
import { type BotPageName, botPageNames } from './botPageNames.ts'

interface BotWithPages {
  readonly class: string
  readonly form?: string | undefined
  readonly demoMode: boolean
  readonly archived: boolean
}

/** Returns the pages that a bot has. The rows of `people` and its like lead to `person`. */
export function pagesOfBot({ class: botClass, form, demoMode, archived }: BotWithPages): readonly BotPageName[] {
  const isGate = botClass === attendanceClass && form !== undefined && !archived
  const registers = form !== undefined && (botClass === orientationClass || botClass === 'enrolment')
  const talks = isTalking(botClass)
  const has: Readonly<Record<BotPageName, boolean>> = {
    review: talks,
    demo: demoMode,
    evidenceReview: form !== undefined,
    registrations: isGate || registers,
    people: isGate,
    person: false,
    companies: isGate || botClass === 'manpower',
    leadin: talks,
    manageTime: isGate,
    topics: form !== undefined,
  }
  return botPageNames.filter((name) => has[name])
}
