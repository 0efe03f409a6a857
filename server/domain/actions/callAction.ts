import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { didYouMean } from '../../../contract/forms/didYouMean.ts'
import { Refused } from '../../../contract/Refused.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { Model, RecordPath } from '../../../contract/endpoints/records.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { addJob, type Job } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { newId } from '../newId.ts'
import { changeOnce, changeRecord } from '../records/changeRecord.ts'
import { policyFor } from '../records/policies.ts'
import type { WriteHeaders } from '../records/writeHeaders.ts'
import { type Person, roleIn } from '../sign-in/person.ts'
import type { ActionRequest } from './actionRequest.ts'
import { callOnce } from '../records/callOnce.ts'
import { type ActionEffects, actionNames, type NamedAction, namedAction } from './namedActions.ts'
import { text } from '../../i18n/text.ts'

export interface ActionCall {
  readonly name: string
  readonly path: string | undefined
  readonly input: Model
  readonly person: Person | undefined
  readonly device: string
  readonly language: Language
  /** Set for a call that waited in an outbox. */
  readonly headers: WriteHeaders | undefined
  readonly clientAt?: string | undefined
  readonly skewMs?: number | undefined
}

/**
 * `POST /api/rpc/{name}`: runs a named action on a record, once per key. Throws Refused if the action or the
 * record does not exist or is not allowed.
 */
export async function callAction(app: App, call: ActionCall): Promise<{ body: Model; replayed: boolean }> {
  const { name, path, person, device, language, input, clientAt, skewMs } = call
  const action = namedAction(name)
  if (!action) throw unknownAction(name)
  if (!person) throw new Refused(401, 'NOT_AUTHORIZED', text('You need to be logged in to do that.'))
  if (path === undefined) {
    throw new Refused(400, 'INVALID', text('This action is about a record.'), {
      details: [{ path: 'path', message: 'expected the path of a record, such as forms/hazard-report/ and its id' }],
    })
  }
  policyFor(path)
  const headers = call.headers ?? atOnce(person.uid, device)
  const once = { headers, person, path, asks: { rpc: name, path, input }, numbered: call.headers !== undefined, clientAt, skewMs }
  const done = await callOnce(app.storage, once, async (tx) => {
    const tenant = await tenantFor(tx, path, person, action)
    const asked: ActionRequest = { key: `${headers.opId}:call`, path, tenant, actor: person.uid, input }
    const { change } = action
    if (change) await changeOnce(tx, { ...asked, change: (model) => change(model) })
    if (action.effect) await addJob(tx, { kind: 'rpc', key: asked.key, payload: { ...asked, name } })
    return { ...action.answer(language) }
  })
  if (action.effect) app.storage.jobSignal.notify()
  return done
}

const RecordRow = z.object({ tenant: z.string(), createdBy: z.string() })

/**
 * Returns the tenant that counts the change. Throws Refused if the record does not exist or the person may
 * not act on it.
 */
async function tenantFor(tx: Transaction | Database, path: string, person: Person, action: NamedAction): Promise<string> {
  const [record] = await rows(
    tx,
    RecordRow,
    sql`select tenant, created_by as "createdBy" from records where path = ${path} and not deleted`,
  )
  const role = record && roleIn(person, record.tenant)
  // A person outside the project must not learn which records exist.
  if (!record || !role) throw new Refused(404, 'NOT_FOUND', text('This record does not exist.'))
  const own = record.createdBy === person.uid && may(role, 'record.readOwn')
  if (!own && !may(role, 'record.readAll')) throw new Refused(404, 'NOT_FOUND', text('This record does not exist.'))
  if (!may(role, action.needs)) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
  return record.tenant
}

const Payload = z.object({
  name: z.string(),
  path: RecordPath,
  tenant: z.string(),
  actor: z.string(),
  input: z.optional(Model),
})

/** Runs the job of a save with `rpc` or `saveRpc`, or of an action with effects outside the database. */
export async function runActionJob(app: App, job: Job, effects: ActionEffects): Promise<void> {
  const { name, path, tenant, actor, input = {} } = z.parse(Payload, job.payload)
  const action = namedAction(name)
  // An earlier version of this server had the action.
  if (!action) return app.log.warn({ job: job.id }, 'a save asked for an action that is gone')
  const asked: ActionRequest = { key: job.key, path, tenant, actor, input }
  const { change } = action
  if (change) await changeRecord(app.storage, { ...asked, change: (model) => change(model) })
  if (action.effect) await effects[action.effect](app, asked)
}

export function unknownAction(name: string): Refused {
  const near = didYouMean(name, actionNames)
  return new Refused(404, 'NOT_FOUND', text('This server has no action of that name.'), {
    details: [{ path: 'name', message: `expected one of ${[...actionNames].join(', ')}${near ? `; did you mean ${near}?` : ''}` }],
  })
}

/** Returns headers for a direct call: it has no sequence number of its device. */
export const atOnce = (actor: string, device: string): WriteHeaders => ({ opId: newId(), actor, device: device || 'program', seq: 0 })
