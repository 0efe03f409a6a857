import type { AnswerOf } from '../../../contract/endpoint.ts'
import { Refused } from '../../../contract/Refused.ts'
import type { ArrivedRecord, searchArrived as searchCall } from '../../../contract/endpoints/site/arrived.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { type NodeSetting, settingsOf } from '../../../contract/forms/fieldShapes.ts'
import { shownAnswers } from '../../../contract/forms/shownAnswers.ts'
import { withSteps, stepBudgets } from '../../../contract/forms/stepBudgets.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { matchesWords } from '../../../contract/rules/search/matchesWords.ts'
import { text } from '../../i18n/text.ts'
import type { App } from '../app.ts'
import { forbidden, notFound } from '../access/refusals.ts'
import { pageLookups } from '../forms/pageLookups.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { listRecords } from '../records/listRecords.ts'
import { numberBefore } from '../records/numberBefore.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import { arrivedItems } from './arrivedPage.ts'

/** Records of one query, and queries of one answer: the cost of a search does not depend on the history of its form. */
const perQuery = 200
const mostQueries = 5
/** An answer ends with the query that finds this many. */
const enough = 50

interface Asked {
  readonly form: string
  readonly lang: Language
  readonly q?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly cursor?: string | undefined
}

/** Returns the received records that match, newest first. Throws Refused. */
export async function searchArrived(app: App, me: Person, asked: Asked): Promise<AnswerOf<typeof searchCall>> {
  const { form: key, lang, q = '' } = asked
  const [since, until] = [timeOf('since', asked.since), timeOf('until', asked.until)]
  const form = await publishedForm(app, key)
  if (!form) throw notFound()
  if (!mayIn(me, form.team, 'record.readAll')) throw forbidden()
  const path = `forms/${key}`
  const settings = form.in(lang)
  const { lookups } = await pageLookups(app, form.team, form.lookups, { member: true, person: me })
  const matches = (record: ArrivedRecord) => q === '' || matchesWords(q, wordsOf(record, settings.children, lookups))
  const found: ArrivedRecord[] = []
  let cursor = asked.cursor ?? (until === undefined ? undefined : String(await numberBefore(app.storage.db, path, until)))
  let at: string | undefined
  for (let query = 0; query < mostQueries && found.length < enough; query++) {
    const { records, next } = await listRecords(app.storage, { path, person: me, cursor, limit: String(perQuery) })
    const inside = records.filter(({ createdAt }) => since === undefined || createdAt >= since)
    const { items } = await arrivedItems(app, { key, settings, lookups, records: inside })
    found.push(...withSteps(stepBudgets.form, () => items.filter(matches)))
    at = inside.at(-1)?.createdAt ?? at
    cursor = inside.length < records.length ? undefined : next
    if (cursor === undefined) break
  }
  return { records: found, ...(cursor !== undefined && { next: cursor }), ...(at !== undefined && { at }) }
}

/** Throws Refused if the text is no time. */
function timeOf(name: string, said: string | undefined): string | undefined {
  if (said === undefined) return undefined
  const at = new Date(said)
  if (Number.isNaN(at.getTime()))
    throw new Refused(400, 'INVALID', text('The question is not valid.'), {
      details: [{ path: name, message: 'expected a time' }],
    })
  return at.toISOString()
}

/** What people read of a record: its title, its sender, and its answers with the labels of choices. */
function wordsOf({ title, sender, model }: ArrivedRecord, nodes: readonly NodeSetting[], lookups: Parameters<typeof shownAnswers>[2]) {
  return [title, sender?.name, sender?.device, ...answerWords(nodes, model, lookups)].join(' ')
}

function answerWords(nodes: readonly NodeSetting[], model: Model, lookups: Parameters<typeof shownAnswers>[2]): string[] {
  const shown = shownAnswers(nodes, model, lookups, (type) => settingsOf(type)?.names)
  const visit = (node: NodeSetting): string[] => {
    if (node.type === 'group') return node.children.flatMap(visit)
    const { attribute, subform } = node as { attribute?: string; subform?: readonly NodeSetting[] }
    if (attribute === undefined) return []
    const value = shown(attribute)
    if (subform && Array.isArray(value))
      return value.flatMap((item) => (typeof item === 'object' && item !== null ? answerWords(subform, item as Model, lookups) : []))
    return leaves(value)
  }
  return nodes.flatMap(visit)
}

/** Texts and numbers inside of an answer. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : []
}
