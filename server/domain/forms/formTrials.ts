import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { mostTrialRecords, trialHours } from '../../../contract/endpoints/studio/formTrials.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { Refused } from '../../../contract/Refused.ts'
import { rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'
import { projectFor, projectOf } from './readAuthored.ts'
import { text } from '../../i18n/text.ts'

/** Drafts that authors try on a phone. Only those who may publish a form make the link; the link itself is the right. */

/** Links of one form that work at the same time; the oldest ones end first. */
const mostTrials = 10
/** The same for all forms of a project: at most so many links, with 200 records each. */
const mostOfProject = 50
const mostListed = 50
const sha256 = (token: string) => createHash('sha256').update(token).digest('hex')
const notFound = () => new Refused(404, 'NOT_FOUND', text('This trial has ended. Ask the author of the form for a new code.'))

const TrialRow = z.object({ settings: z.union([z.record(z.string(), z.unknown()), z.string()]), expires: z.string() })

export interface NewTrial {
  readonly key: string
  readonly settings: unknown
  /** The project of a form that is not published yet. */
  readonly team?: string | undefined
}

export async function startTrial(app: App, person: Person, { key, settings, team }: NewTrial) {
  const project = (await projectOf(app, person, key)) ?? projectFor(person, team)
  const checked = checkSettings(settings)
  if (!checked.ok) {
    const details = checked.problems.map(({ path, message }) => ({ path, message }))
    throw new Refused(400, 'INVALID', text('This form has problems and cannot be tried yet.'), { details })
  }
  const token = randomBytes(24).toString('base64url')
  const [made] = await rows(
    app.storage.db,
    z.object({ expires: z.string() }),
    sql`insert into form_trials (token_sha256, form, team, settings, made_by, expires_at)
        values (${sha256(token)}, ${key}, ${project}, ${JSON.stringify(checked.form)}::jsonb, ${person.uid}, now() + make_interval(hours => ${trialHours}))
        returning to_json(expires_at) #>> '{}' as expires`,
  )
  await app.storage.db.execute(
    sql`update form_trials set expires_at = now() where form = ${key} and team = ${project} and expires_at > now() and token_sha256 not in
        (select token_sha256 from form_trials where form = ${key} and team = ${project} order by created_at desc limit ${mostTrials})`,
  )
  await app.storage.db.execute(
    sql`update form_trials set expires_at = now() where team = ${project} and expires_at > now() and token_sha256 not in
        (select token_sha256 from form_trials where team = ${project} and expires_at > now() order by created_at desc limit ${mostOfProject})`,
  )
  // Links that ended keep their records for some days: the oldest go first, so that trials never fill the disk.
  await app.storage.db.execute(
    sql`delete from form_trials where team = ${project} and token_sha256 not in
        (select token_sha256 from form_trials where team = ${project} order by created_at desc limit ${mostOfProject * 2})`,
  )
  return { token, expires: new Date(made?.expires ?? '').toISOString() }
}

export async function readTrial(app: App, token: string) {
  const [trial] = await rows(
    app.storage.db,
    TrialRow,
    sql`select settings, to_json(expires_at) #>> '{}' as expires from form_trials where token_sha256 = ${sha256(token)} and expires_at > now()`,
  )
  if (!trial) throw notFound()
  return { settings: fromJson<Record<string, unknown>>(trial.settings), expires: new Date(trial.expires).toISOString() }
}

const SavedRow = z.object({ saved: z.number() })

export async function saveTrialRecord(app: App, token: string, { id, model }: { readonly id: string; readonly model: Model }) {
  const trial = sha256(token)
  await readTrial(app, token)
  await app.storage.db.execute(
    sql`insert into trial_records (trial, id, model)
        select ${trial}, ${id}, ${JSON.stringify(model)}::jsonb where (select count(*) from trial_records where trial = ${trial}) < ${mostTrialRecords}
        on conflict do nothing`,
  )
  const [row] = await rows(
    app.storage.db,
    SavedRow,
    sql`select count(*)::int as saved from trial_records where trial = ${trial} having bool_or(id = ${id})`,
  )
  if (!row)
    throw new Refused(409, 'conflict', text('This trial has {mostTrialRecords} records. Make a new code in the studio.'), {
      values: { mostTrialRecords },
    })
  return { saved: row.saved }
}

const ListedRow = z.object({ id: z.string(), at: z.string(), model: z.union([z.record(z.string(), z.unknown()), z.string()]) })

export async function listTrialRecords(app: App, person: Person, key: string) {
  const published = await projectOf(app, person, key)
  const teams = published === undefined ? person.teams.map(({ id }) => projectOrNone(person, id)) : [published]
  const ids = teams.filter((id) => id !== undefined)
  if (ids.length === 0) throw new Refused(403, 'FORBIDDEN', text('Only owners and administrators of the project may edit its forms.'))
  const found = await rows(
    app.storage.db,
    ListedRow,
    sql`select r.id, to_json(r.created_at) #>> '{}' as at, r.model from trial_records r join form_trials t on t.token_sha256 = r.trial
        where t.form = ${key} and t.team in ${ids} order by r.created_at desc limit ${mostListed}`,
  )
  return { records: found.map(({ id, at, model }) => ({ id, at: new Date(at).toISOString(), model: fromJson<Model>(model) })) }
}

function projectOrNone(person: Person, id: string): string | undefined {
  try {
    return projectFor(person, id)
  } catch {
    return undefined
  }
}
