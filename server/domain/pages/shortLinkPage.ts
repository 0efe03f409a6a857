import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { App } from '../app.ts'
import { shortLinkTarget } from './shortLinkTarget.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { notFound } from '../access/refusals.ts'

/** `/frontend/s/{code}`: redirects to the shared page, within a day. */
export async function shortLinkPage(app: App, { rest }: PageQuestion): Promise<PageData> {
  const target = rest.length === 1 ? await shortLinkTarget(app, rest[0] ?? '') : undefined
  if (target === undefined) throw notFound()
  return { component: 'redirect', componentConfig: { redirectNow: target } }
}
