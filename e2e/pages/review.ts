import type { AnswerOf } from '../../contract/endpoint.ts'
import type { openExecutions } from '../../contract/endpoints/executions.ts'
import { people } from '../harness/api.ts'
import type { Site } from '../harness/fixtures.ts'

/** The titles of the answers that wait for a decision of the manager, as the server has them, sorted. */
export async function waitingTitles(site: Site): Promise<readonly string[]> {
  const manager = await site.reader(people.manager)
  const { executions } = await manager.get<AnswerOf<typeof openExecutions>>('/api/executions/open')
  return executions.map(({ title }) => title).sort()
}

/** What the browser has asked the server to do with answers, each decision once. */
export function sentDecisions(site: Site): readonly string[] {
  const sent = site.proxy.seen.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/data/automation/'))
  const once = new Map(sent.map(({ headers, body }) => [headers['idempotency-key'], body.toString()]))
  return [...once.values()].map((body) => (JSON.parse(body) as { payload: { completionAction: string } }).payload.completionAction)
}
