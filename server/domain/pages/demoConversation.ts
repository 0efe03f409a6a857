import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { demoForm } from '../../../contract/endpoints/demoRequests.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { formPage } from './formPage.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { notFound } from '../access/refusals.ts'

const DemoRequestRow = z.object({ rev: z.number(), model: Model })

/**
 * `/frontend/automation/{bot}/execution/{conversation}` of a demo bot: each person with the link may read and
 * fill it.
 */
export async function demoConversation(app: App, question: PageQuestion, automation: string, execution: string): Promise<PageData> {
  if (!app.demo) throw notFound()
  const path = `forms/${demoForm}/${execution}`
  const [record] = await rows(
    app.storage.db,
    DemoRequestRow,
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
