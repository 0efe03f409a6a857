import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { checkSettings, translateSettings } from '../../../contract/forms/checkSettings.ts'
import { settingsOf as definitionOf } from '../../../contract/forms/fieldShapes.ts'
import { withOptionSets } from '../../../contract/forms/options/withOptionSets.ts'
import { isRaw } from '../../../contract/forms/isRaw.ts'
import { listsOfExpressions } from '../../../contract/forms/lists/listsOfExpressions.ts'
import { needsTranslation } from '../../../contract/endpoints/translate.ts'
import { untranslatedTexts } from '../../../contract/forms/translateSettings.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { createBatcher } from '../../storage/createBatcher.ts'
import { inList, rows } from '../../storage/database.ts'
import { perBudget } from '../../storage/perBudget.ts'
import type { App } from '../app.ts'

export interface PublishedForm {
  readonly key: string
  readonly team: string
  readonly version: string
  readonly public: boolean
  /** All its bots, or its project, are archived or deleted: it takes no new records. */
  readonly rests: boolean
  /** A demo bot fills it: it takes five records. */
  readonly demo: boolean
  readonly settings: FormSettings
  /** Names of the lookups that its fields use. */
  readonly lookups: readonly string[]
  /** Names of the lists that the form may read: its lookups, and those that only its requests name. */
  readonly readLists: readonly string[]
  in(lang: Language): FormSettings
  /** Texts of the form without a translation in its file. */
  untranslated(lang: Language): readonly string[]
}

const kept = new WeakMap<App, Map<string, PublishedForm>>()
/** More than one answer shows: an owner of 200 projects reads 500 forms at once. */
const mostKept = 1500

/** The least recently used form is the first of the map. */
function moveToEnd(forms: Map<string, PublishedForm>, form: PublishedForm): PublishedForm {
  forms.delete(form.key)
  forms.set(form.key, form)
  return form
}

const same = (known: PublishedForm, row: FormRow): boolean =>
  (Object.keys(row) as (keyof typeof row)[]).every((name) => known[name] === row[name])

const FormRow = z.object({
  key: z.string(),
  team: z.string(),
  version: z.string(),
  public: z.boolean(),
  rests: z.boolean(),
  demo: z.boolean(),
})
type FormRow = z.infer<typeof FormRow>

const formRows = sql`select f.key, f.team, f.version, f.public, f.demo, f.rests_since is not null or coalesce(t.archived or t.deleted, false) as rests
  from forms f left join teams t on t.id = f.team`

/** Reads the rows of these keys, in the order of the keys. `read` compares a column with its argument. */
async function readByKey<Row extends { readonly key: string }>(
  keys: readonly string[],
  read: (anyKey: SQL) => Promise<readonly Row[]>,
): Promise<(Row | undefined)[]> {
  const found = await read(inList([...new Set(keys)]))
  const byKey = new Map(found.map((row) => [row.key, row]))
  return keys.map((key) => byKey.get(key))
}

/** Every save reads its form. Concurrent reads share a query. */
const rowOf = perBudget((storage, budget) =>
  createBatcher<string, FormRow | undefined>(
    (keys) => readByKey(keys, (anyKey) => rows(storage.db, FormRow, sql`${formRows} where f.key = ${anyKey}`)),
    { concurrency: storage.kind === 'embedded' || budget === 'listen' ? 1 : 2, maxBatch: 64, minBeside: 16 },
  ),
)

const SettingsRow = z.object({ key: z.string(), version: z.string(), settings: z.unknown() })

/** A page after a start reads hundreds of forms. A few of them at a time, so that saves go between. */
const settingsRowOf = perBudget((storage) =>
  createBatcher<string, z.infer<typeof SettingsRow> | undefined>(
    (keys) =>
      readByKey(keys, (anyKey) => rows(storage.db, SettingsRow, sql`select key, version, settings from forms where key = ${anyKey}`)),
    { concurrency: 1, maxBatch: 8 },
  ),
)

/**
 * Reads the version on each call, so a form published by another server is visible at once. The rest is
 * cached until the version changes.
 */
export async function publishedForm(app: App, key: string): Promise<PublishedForm | undefined> {
  const row = await rowOf(app.storage)(key)
  return row && formOf(app, row)
}

const FormsRow = z.object({ all: z.nullable(z.array(FormRow)) })

/** Returns the first `most` forms of these projects, by key. As fresh as publishedForm, with one read for all. */
export async function formsOfTeams(app: App, teams: readonly string[], most: number): Promise<PublishedForm[]> {
  const [found] = await rows(
    app.storage.db,
    FormsRow,
    sql`select json_agg(x) as all from (${formRows} where f.team = ${inList(teams)} order by f.key limit ${most}) x`,
  )
  const forms = await Promise.all((found?.all ?? []).map((row) => formOf(app, row)))
  return forms.filter((form) => form !== undefined)
}

/** The form of a row that was just read. */
async function formOf(app: App, row: FormRow): Promise<PublishedForm | undefined> {
  const { key } = row
  const forms = kept.get(app) ?? new Map<string, PublishedForm>()
  kept.set(app, forms)
  const known = forms.get(key)
  if (known && same(known, row)) return moveToEnd(forms, known)

  const stored = await settingsRowOf(app.storage)(key)
  if (!stored) return undefined
  const form = compiled({ ...row, version: stored.version, settings: settingsOf(stored.settings) })
  const [oldest] = forms.size >= mostKept ? forms.keys() : []
  if (oldest !== undefined) forms.delete(oldest)
  forms.set(key, form)
  return form
}

/**
 * The form as this server read it last; undefined if it is not kept. It may have changed since then: only for a caller who checks
 * that it has not (`form` of applyWrite), because a read for each save would cost more than the rest of its checks.
 */
export function keptForm(app: App, key: string): PublishedForm | undefined {
  const forms = kept.get(app)
  const known = forms?.get(key)
  return forms && known && moveToEnd(forms, known)
}

/**
 * Settings from an older version may fail the current validation. The app then shows a notice for the parts
 * that it cannot read.
 */
function settingsOf(stored: unknown): FormSettings {
  const value: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored
  const checked = checkSettings(value)
  return checked.ok ? withOptionSets(checked.form) : (value as FormSettings)
}

function compiled(form: Omit<PublishedForm, 'lookups' | 'readLists' | 'in' | 'untranslated'>): PublishedForm {
  const { children, template, recordTitle, recordSubtitle } = form.settings
  const lookups = [...new Set([...lookupsIn(children, 'lookups'), ...listsOfExpressions([template, recordTitle, recordSubtitle])])].sort()
  const translated = new Map<Language, FormSettings>()
  const missing = new Map<Language, readonly string[]>()
  return {
    ...form,
    lookups,
    readLists: [...new Set([...lookups, ...lookupsIn(children, 'readLists')])],
    in(lang) {
      const known = translated.get(lang)
      if (known) return known
      const { translations: _, $schema: __, ...settings } = translateSettings(form.settings, lang)
      translated.set(lang, settings)
      return settings
    },
    untranslated(lang) {
      const known = missing.get(lang) ?? (needsTranslation(lang) ? untranslatedTexts(form.settings, lang) : [])
      missing.set(lang, known)
      return known
    },
  }
}

function lookupsIn(nodes: readonly unknown[], kind: 'lookups' | 'readLists'): string[] {
  const names = new Set<string>()
  const walk = (node: unknown) => {
    if (!isRaw(node)) return
    const { children, subform, ...own } = node
    const { type, lookup } = own
    if (kind === 'lookups')
      for (const name of [...(typeof lookup === 'string' ? [lookup] : []), ...listsOfExpressions(own)]) names.add(name)
    for (const name of definitionOf(type)?.[kind]?.(node) ?? []) names.add(name)
    for (const list of [children, subform]) if (Array.isArray(list)) for (const child of list) walk(child)
  }
  for (const node of nodes) walk(node)
  return [...names].sort()
}
