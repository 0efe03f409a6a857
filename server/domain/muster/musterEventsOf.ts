import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { MusterEvent, mostMusterEvents, type musterEvents } from '../../../contract/endpoints/muster.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { idPattern, Model } from '../../../contract/endpoints/records.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { forbidden } from '../access/refusals.ts'
import { mayIn, type Membership, type Person } from '../sign-in/person.ts'

const MusterRecordRow = z.object({ path: z.string(), model: Model, by: z.string(), name: z.nullable(z.string()) })

/** Returns the events of the roll calls of a project, newest first. Throws Refused. */
export async function musterEventsOf(app: App, team: string, me: Person): Promise<AnswerOf<typeof musterEvents>> {
  if (!mayIn(me, team, 'record.readAll')) throw forbidden()
  const found = await rows(
    app.storage.db,
    MusterRecordRow,
    sql`select r.path, r.model, r.created_by as by, p.name from records r left join people p on p.uid = r.created_by
        where r.parent = ${`muster/${team}`} and not r.deleted order by r.n desc limit ${mostMusterEvents + 1}`,
  )
  const events = found.slice(0, mostMusterEvents).map(({ path, model, by, name }) => ({
    id: path.slice(path.lastIndexOf('/') + 1),
    by,
    ...(name && { byName: name }),
    event: model,
  }))
  return { events, ...(found.length > mostMusterEvents && { more: true }) }
}

/** Returns whether the person may add a roll call event at this path. */
export const mayAddMusterEvent = (
  [, team, id, ...rest]: readonly string[],
  person: { readonly teams?: readonly Pick<Membership, 'id' | 'role'>[] },
): boolean =>
  team !== undefined &&
  id !== undefined &&
  rest.length === 0 &&
  idPattern.test(id) &&
  may(person.teams?.find((one) => one.id === team)?.role, 'record.readAll')

/** Returns the problems of an event; empty if it is valid. */
export function musterEventProblems(payload: Model): { path: string; message: string }[] {
  const read = MusterEvent.safeParse(payload)
  return read.success ? [] : read.error.issues.map(({ path, message }) => ({ path: ['payload', ...path].join('.'), message }))
}
