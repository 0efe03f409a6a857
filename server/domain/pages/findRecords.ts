import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Finding } from '../../../contract/endpoints/console.ts'
import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import { recordTitle } from '../../../contract/forms/recordTitle.ts'
import { shownAnswers } from '../../../contract/forms/shownAnswers.ts'
import { stepBudgets, withSteps } from '../../../contract/forms/stepBudgets.ts'
import { scopeOf } from '../../../contract/forms/template.ts'
import { findsWords, foldedWords } from '../../../contract/rules/search/findsWords.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { type Database, rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { pageLookups } from '../forms/pageLookups.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { recordsForList } from '../forms/recordForReader.ts'
import { wordsOf } from '../projects/findAnything.ts'
import type { Person } from '../sign-in/person.ts'

const most = 20
/** The newest records of a form in which a query is looked for, and the forms: the cost does not grow with the history. */
const newest = 100
const mostForms = 100
/** Shorter queries are in almost every record. */
const shortest = 3

const Row = z.object({ form: z.string(), path: z.string(), model: Model, by: z.nullable(z.string()), at: z.string() })
type Row = z.infer<typeof Row>

/** All texts and figures in an answer. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Returns records of the person's projects, newest first, whose answers, titles or authors hold all words of the query. */
export async function findRecords(app: App, me: Person, query: string, reads: Database): Promise<Finding[]> {
  const words = wordsOf(query)
  if (query.trim().length < shortest || foldedWords(query).length === 0) return []
  const holds = (word: string): SQL => {
    const inAnswers = `$.** ? (@.type() == "string" && @ like_regex ${JSON.stringify(word)} flag "iq")`
    // The text of the whole record is a cheap first look, and most records do not pass it.
    const asJson = JSON.stringify(word).slice(1, -1)
    return sql`((strpos(r.whole, lower(${asJson})) > 0 and jsonb_path_exists(r.model, ${inAnswers}::jsonpath)) or strpos(r.author, lower(${word})) > 0)`
  }
  const found = await rows(
    reads,
    Row,
    // Names are read by a subquery, which goes by the index: a join would read all people.
    sql`select r.form, r.path, r.model, r.by, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from (select f.key from forms f join teams t on t.id = f.team and not t.deleted
                join members m on m.team = f.team and m.uid = ${me.uid} and m.role in ('Owner', 'Administrator', 'Member')
                where f.rests_since is null order by f.updated_at desc limit ${mostForms}) f
          cross join lateral (select *, lower(coalesce(by, '')) as author, lower(model::text) as whole from (
            select f.key as form, path, model, created_at, (select p.name from people p where p.uid = created_by) as by from records
              where parent = 'forms/' || f.key and not deleted order by n desc limit ${newest}) one offset 0) r
        where ${sql.join(words.map(holds), sql` and `)}
        order by r.created_at desc limit ${3 * most}`,
  )
  const keys = [...new Set(found.map(({ form }) => form))]
  const findings = await Promise.all(keys.map((key) => findingsOf(app, me, { key, own: found.filter(({ form }) => form === key), query })))
  return findings
    .flat()
    .sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
    .slice(0, most)
}

interface OfForm {
  readonly key: string
  readonly own: readonly Row[]
  readonly query: string
}

/** A word that is only in an answer that the person does not see finds nothing. */
async function findingsOf(app: App, me: Person, { key, own, query }: OfForm): Promise<Finding[]> {
  const form = await publishedForm(app, key)
  if (!form) return []
  const { name, recordTitle: template, children } = form.settings
  const { lookups } = await pageLookups(app, form.team, form.lookups, { member: true, person: me })
  const titleOf = (model: Row['model']) => {
    if (template === undefined) return ''
    try {
      return recordTitle(
        template,
        scopeOf(model),
        shownAnswers(children, model, lookups, (type) => settingsOf(type)?.names),
      )
    } catch {
      return ''
    }
  }
  const seen = await recordsForList(app, `forms/${key}`, own)
  return withSteps(stepBudgets.form, () =>
    seen.flatMap(({ path, model, by, at }): Finding[] => {
      const title = titleOf(model)
      const isFound = findsWords(query, [title, by ?? '', ...textsIn(model)].join(' '))
      return isFound ? [{ kind: 'record', id: path, title: title || name, note: [title && name, by].filter(Boolean).join(' · '), at }] : []
    }),
  )
}
