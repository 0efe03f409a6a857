import { sql } from 'drizzle-orm'
import { demoForm } from '../../../contract/endpoints/demoRequests.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { formPage } from '../pages/formPage.ts'
import type { PageQuestion } from '../pages/pageQuestion.ts'
import { notFound } from '../pages/refusals.ts'

/**
 * `/frontend/automation/{bot}/execution/{conversation}` of a demo bot: each person with the link may read and
 * fill it.
 */
export async function demoConversation(app: App, question: PageQuestion, automation: string, execution: string): Promise<PageData> {
  if (!app.demo) throw notFound()
  const path = `forms/${demoForm}/${execution}`
  const [record] = await rows<{ rev: number; model: Model }>(
    app.storage.db,
    sql`select r.rev, r.model from demo_requests d join automations a on a.id = d.automation and not a.deleted
        join records r on r.path = ${path} and not r.deleted where d.automation = ${automation} and d.execution = ${execution}`,
  )
  if (!record) throw notFound()
  const page = await formPage(app, { ...question, rest: [demoForm] })
  return {
    ...page,
    componentConfig: { ...page.componentConfig, title: `DEMO: ${page.componentConfig?.title ?? ''}` },
    record: { path, ...record },
  }
}
