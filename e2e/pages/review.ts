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
