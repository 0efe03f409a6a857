import type { Model } from '../../../contract/endpoints/records.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { Refused } from '../../../contract/Refused.ts'
import { reviewScreenOf } from '../../../contract/rules/reviewScreenOf.ts'
import type { App } from '../app.ts'
import { readExecution } from '../executions/listExecutions.ts'
import { demoConversation } from './demoConversation.ts'
import type { PageQuestion } from './pageQuestion.ts'

/**
 * `/frontend/automation/{bot}/execution/{conversation}`: the decision about a conversation, for people who may
 * see it; otherwise a conversation of the public demo.
 */
export async function executionPage(app: App, question: PageQuestion, bot: string, execution: string): Promise<PageData> {
  const row = question.person && (await seenBy(app, question, bot, execution))
  if (!row) return demoConversation(app, question, bot, execution)
  return {
    component: reviewScreenOf(row),
    componentConfig: { title: row.title },
    record: { path: row.path, rev: row.rev, model: row.execution as Model },
  }
}

/** Returns the conversation, or undefined if there is none that this person may see. */
async function seenBy(app: App, { person }: PageQuestion, id: string, execId: string) {
  if (!person) return undefined
  try {
    return await readExecution(app, person, { id, execId })
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}
