import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import {
  type HeldMusterEvent,
  isOver,
  longestMuster,
  mostMusterEvents,
  musterEventOf,
  mustersOf,
} from '../../../contract/endpoints/muster.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import type { getRollCalls, RollCall } from '../../../contract/endpoints/site/getRollCalls.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'

const EventRow = z.object({ team: z.string(), path: z.string(), model: Model, name: z.nullable(z.string()) })

/** Returns the roll calls in progress in the projects whose records this person may read. */
export async function rollCallsFor(app: App, me: Person): Promise<AnswerOf<typeof getRollCalls>> {
  const readable = me.teams.filter(({ role }) => may(role, 'record.readAll'))
  return { rollCalls: readable.length === 0 ? [] : await runningRollCalls(app, readable) }
}

/** Returns the roll calls in progress in these projects, newest first. The caller checks the permission. */
export async function runningRollCalls(
  app: App,
  projects: readonly { readonly id: string; readonly name: string }[],
  now = Date.now(),
): Promise<RollCall[]> {
  const found = await rows(
    app.storage.db,
    EventRow,
    sql`select t.id as team, r.path, p.name,
          case when r.model ->> 'type' = 'start' then r.model || '{"roll": []}'::jsonb else r.model end as model
        from jsonb_array_elements_text(${JSON.stringify(projects.map(({ id }) => id))}::jsonb) as t(id)
          join records r on r.parent = 'muster/' || t.id and not r.deleted
            and r.created_at > ${new Date(now - 2 * longestMuster).toISOString()}::timestamptz
          left join people p on p.uid = r.created_by
        order by r.n desc limit ${mostMusterEvents}`,
  )
  const events = new Map<string, HeldMusterEvent[]>()
  for (const { team, path, model, name } of found) {
    const event = musterEventOf(model)
    if (!event) continue
    const held = { ...event, id: path.slice(path.lastIndexOf('/') + 1), ...(name !== null && { byName: name }) }
    events.set(team, [...(events.get(team) ?? []), held])
  }
  return projects
    .flatMap(({ id, name }): RollCall[] => {
      const running = mustersOf(events.get(id) ?? []).find((muster) => !isOver(muster, now))
      if (!running) return []
      const { ids, drill, startedAt, startedBy } = running
      return [
        {
          team: id,
          project: name,
          ids: [...ids],
          drill,
          at: new Date(startedAt).toISOString(),
          ...(startedBy !== undefined && { by: startedBy }),
        },
      ]
    })
    .sort((a, b) => b.at.localeCompare(a.at))
}
