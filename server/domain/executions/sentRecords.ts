import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { Execution } from '../../../contract/endpoints/executions.ts'
import {
  type listSent,
  mostSent,
  mostSentBytes,
  sentDays,
  type SentRecord,
  type SentState,
} from '../../../contract/endpoints/people/listSent.ts'
import { privateSpace } from '../../../contract/endpoints/projects.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { inList, rows } from '../../storage/database.ts'
import { fromJson, jsonDocument } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { firstSavedAt } from '../records/firstSavedAt.ts'
import { mayIn, type Person } from '../sign-in/person.ts'

const Json = z.union([z.string(), jsonDocument<Record<string, unknown>>()])
const Row = z.object({
  path: z.string(),
  form: z.string(),
  rev: z.number(),
  model: Json,
  at: z.string(),
  updated_at: z.string(),
  phase: z.nullable(z.string()),
  rejected: z.nullable(z.boolean()),
  execution: z.nullable(Json),
  decided_by: z.nullable(z.string()),
})
type Row = Readonly<z.infer<typeof Row>>

function stateOf({ phase, rejected }: Row): SentState {
  if (phase === null) return 'received'
  if (phase !== 'done') return 'review'
  return rejected === true ? 'rejected' : 'approved'
}

/** Returns the words of the daily log about a refused or rejected entry. */
function reasonOf({ execution }: Row, state: SentState): string | undefined {
  if (execution === null || (state !== 'rejected' && state !== 'review')) return undefined
  const { approveResult, approveFailure } = fromJson<Partial<Execution>>(execution as Partial<Execution> | string)
  const said = state === 'rejected' ? approveResult : approveFailure
  return said?.messages.map(({ message }) => message).join(' ') || undefined
}

interface SentPage {
  readonly lang: Language
  /** The path of the last record of the page before. */
  readonly before: string | undefined
}

/** Returns the records that this person has made lately, with what became of them. */
export async function sentRecords(app: App, me: Person, { lang, before }: SentPage): Promise<AnswerOf<typeof listSent>> {
  const older =
    before === undefined ? sql`true` : sql`n < (select b.n from records b where b.path = ${before} and b.created_by = ${me.uid})`
  const teams = [...me.teams.map(({ id }) => id).filter((id) => mayIn(me, id, 'record.readOwn')), privateSpace(me.uid)]
  const found = await rows(
    app.storage.db,
    Row,
    sql`select r.path, f.key as form, r.rev, r.model, to_json(${firstSavedAt}) #>> '{}' as at,
          to_json(r.updated_at) #>> '{}' as updated_at, e.phase, (e.talk ->> 'rejected')::boolean as rejected, e.model as execution,
          coalesce(p.name, e.decided_by) as decided_by
        from forms f
        cross join lateral (
          select path, rev, model, corrected_at, created_at, updated_at, n from records
          where parent = 'forms/' || f.key and created_by = ${me.uid} and not deleted and created_at > now() - make_interval(days => ${sentDays})
            and ${older}
          order by n desc limit ${mostSent + 1}) r
        left join manpower_reports m on m.path = r.path
        left join executions e on e.id = m.execution
        left join people p on p.uid = e.decided_by
        where f.team = ${inList(teams)}
        order by r.n desc limit ${mostSent + 1}`,
  )
  let room = mostSentBytes
  const records: SentRecord[] = []
  for (const row of found.slice(0, mostSent)) {
    const model = fromJson<Model>(row.model)
    room -= JSON.stringify(model).length
    const state = stateOf(row)
    const reason = reasonOf(row, state)
    const form = await publishedForm(app, row.form)
    records.push({
      path: row.path,
      form: row.form,
      name: form?.in(lang).name ?? row.form,
      rev: row.rev,
      at: new Date(row.at).toISOString(),
      updatedAt: new Date(row.updated_at).toISOString(),
      state,
      ...(reason !== undefined && { reason }),
      ...(row.decided_by !== null && state !== 'review' && { by: row.decided_by }),
      ...(room >= 0 && { model }),
    })
  }
  return { records, ...(found.length > mostSent && { more: true }) }
}
