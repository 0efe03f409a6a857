import { preTaskPlan } from './preTaskPlan.ts'
import type { Talk } from './talk.ts'
import { toolboxTalk } from './toolboxTalk.ts'

/** The talks by the class of their bot. */
const talks: Readonly<Record<string, Talk<never>>> = {
  'pre-task-plan': preTaskPlan as Talk<never>,
  'toolbox-talk': toolboxTalk as Talk<never>,
}

/** Returns the talk of a class of bots, or undefined if its bots do not chat in the app. */
export const talkOfClass = (botClass: string): Talk<never> | undefined => (Object.hasOwn(talks, botClass) ? talks[botClass] : undefined)
