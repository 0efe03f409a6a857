import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { checkSettings } from '../../../contract/checkSettings.ts'
import type { FormSettings, SettingsProblem } from '../../../contract/settings.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

/** The name of a form in addresses and file names. */
export const formKeyPattern = /^[a-z0-9][a-z0-9-]{0,62}$/

export interface Publication {
  readonly key: string
  readonly team: string
  readonly settings: unknown
  readonly publishedBy?: string | undefined
  /** Anybody with the link may fill it; else the settings' own `public` decides. */
  readonly public?: boolean | undefined
}

export type Published = { ok: true; version: string; changed: boolean } | { ok: false; problems: readonly SettingsProblem[] }

/** Checks the settings and makes them the form that everybody gets from now on. What is wrong is told and changes nothing. */
export async function publishForm(app: App, { key, team, settings, publishedBy, public: open }: Publication): Promise<Published> {
  if (!formKeyPattern.test(key)) {
    return { ok: false, problems: [{ path: '', message: `expected a name of small letters, digits and -, not ${key}` }] }
  }
  const checked = checkSettings(settings)
  if (!checked.ok) return checked
  const version = versionOf(checked.form)
  const isPublic = open ?? checked.form.public ?? false
  const published = await rows<{ changed: boolean }>(
    app.storage.db,
    sql`with before as (select version, public from forms where key = ${key})
        insert into forms (key, team, settings, version, public, published_by, updated_at)
        values (${key}, ${team}, ${JSON.stringify(checked.form)}::jsonb, ${version}, ${isPublic}, ${publishedBy ?? null}, now())
        on conflict (key) do update set settings = excluded.settings, version = excluded.version, public = excluded.public,
          published_by = excluded.published_by, updated_at = now()
          where forms.team = excluded.team
        returning not exists (select 1 from before b where b.version = ${version} and b.public = ${isPublic}) as changed`,
  )
  const [row] = published
  if (!row) return { ok: false, problems: [{ path: '', message: `another project has a form with the name ${key}` }] }
  return { ok: true, version, changed: row.changed }
}

export const versionOf = (settings: FormSettings): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16)
