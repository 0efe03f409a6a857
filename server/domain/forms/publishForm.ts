import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { demoForm, demoTeam } from '../../../contract/endpoints/demoRequests.ts'
import { formKeyPattern } from '../../../contract/endpoints/forms.ts'
import type { FormSettings, SettingsProblem } from '../../../contract/forms/FormSettings.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { unknownActions } from '../actions/unknownActions.ts'
import type { App } from '../app.ts'

export interface Publication {
  readonly key: string
  readonly team: string
  readonly settings: unknown
  readonly publishedBy?: string | undefined
  /** All people with the link may fill the form. If absent, `public` in the settings decides. */
  readonly public?: boolean | undefined
  /** Publish only if this is the newest revision; 0: only if no form with this name exists. */
  readonly base?: number | undefined
}

export type Published =
  | { ok: true; version: string; changed: boolean; revision: number }
  /** `overtaken`: the form has changed since `base`, or belongs to another project. */
  | { ok: false; problems: readonly SettingsProblem[]; overtaken?: boolean }

const PublishedRow = z.object({ changed: z.boolean(), revision: z.number() })

/**
 * Validates the settings and publishes them as the current form. With problems it changes nothing and returns
 * them.
 */
export async function publishForm(
  app: App,
  { key, team, settings, publishedBy, public: open, base }: Publication,
  /** A running transaction, if the form is part of it. */
  db: Database | Transaction = app.storage.db,
): Promise<Published> {
  if (!formKeyPattern.test(key)) {
    return { ok: false, problems: [{ path: '', message: `expected a name of small letters, digits and -, not ${key}` }] }
  }
  // People with the link may change records of that form.
  if (key === demoForm && team !== demoTeam)
    return { ok: false, problems: [{ path: '', message: `${key} is the form of the public demo` }] }
  const checked = checkSettings(settings)
  if (!checked.ok) return checked
  const unknown = unknownActions(checked.form)
  if (unknown.length > 0) return { ok: false, problems: unknown }
  const version = versionOf(checked.form)
  const isPublic = open ?? checked.form.public ?? false
  const by = publishedBy ?? null
  // One statement: of two concurrent publications on the same revision, one is `overtaken`.
  const published = await rows(
    db,
    PublishedRow,
    sql`with before as (select version, public from forms where key = ${key}),
        form as (
          insert into forms (key, team, settings, version, public, published_by, updated_at)
          values (${key}, ${team}, ${JSON.stringify(checked.form)}::jsonb, ${version}, ${isPublic}, ${by}, now())
          on conflict (key) do update set settings = excluded.settings, version = excluded.version, public = excluded.public,
            published_by = excluded.published_by, updated_at = now(),
            revision = forms.revision + (forms.version <> excluded.version or forms.public <> excluded.public)::int
            where forms.team = excluded.team and ${base === undefined ? sql`true` : sql`forms.revision = ${base}`}
          returning *),
        kept as (
          insert into form_versions (key, revision, settings, version, public, published_by, published_at)
          select key, revision, settings, version, public, published_by, updated_at from form
          on conflict (key, revision) do nothing)
        select form.revision, not exists (select 1 from before b where b.version = ${version} and b.public = ${isPublic}) as changed from form`,
  )
  const [row] = published
  if (!row) return { ok: false, overtaken: true, problems: [{ path: '', message: `another project has a form with the name ${key}` }] }
  return { ok: true, version, changed: row.changed, revision: row.revision }
}

const SaidRow = z.object({ version: z.string(), public: z.boolean(), current: z.boolean() })

/**
 * Returns whether the last version from the folder equals this file. A restart then does not overwrite newer
 * versions from the studio. A version that is still current and is open although the file does not say so has to be
 * published again: earlier releases opened every form of the folder.
 */
export async function saidBefore(app: App, key: string, settings: unknown): Promise<boolean> {
  const checked = checkSettings(settings)
  if (!checked.ok) return false
  const [last] = await rows(
    app.storage.db,
    SaidRow,
    sql`select v.version, v.public, v.revision = f.revision as current from form_versions v join forms f using (key)
      where key = ${key} and v.published_by is null order by v.revision desc limit 1`,
  )
  if (last?.version !== versionOf(checked.form)) return false
  return !last.current || last.public === (checked.form.public ?? false)
}

export const versionOf = (settings: FormSettings): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16)
