import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type NodeSetting, settingsOf } from '../../../contract/forms/fieldShapes.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'

const CompanyRow = z.object({ name: z.string(), id: z.nullable(z.string()) })

/**
 * Returns the nodes of a new record with the company of the bot as the first answer to the question for a company
 * (`lookup: vendors`). Questions with a first answer of their own keep it.
 */
export async function presetForBot(app: App, form: string, nodes: readonly NodeSetting[]): Promise<readonly NodeSetting[]> {
  if (!asksCompany(nodes)) return nodes
  const [company] = await rows(
    app.storage.db,
    CompanyRow,
    sql`select a.model ->> 'company' as name, i.id from automations a
          left join lookup_items i on i.team = a.team and i.lookup = 'vendors' and not i.disabled and i.merged_into is null
            and lower(i.label) = lower(a.model ->> 'company')
        where a.form = ${form} and not a.deleted and not a.archived and coalesce(a.model ->> 'company', '') <> '' order by a.id, i.id limit 1`,
  )
  return company ? withCompany(nodes, company) : nodes
}

type Choice = NodeSetting & { readonly lookup?: unknown; readonly default?: unknown; readonly other?: unknown; readonly store?: unknown }

/** A question for one company, without a first answer. */
const isOpenChoice = (node: Choice): boolean =>
  node.lookup === 'vendors' &&
  node.default === undefined &&
  typeof settingsOf(node.type)?.sample?.(node as never, () => undefined) !== 'object'

const asksCompany = (nodes: readonly NodeSetting[]): boolean =>
  nodes.some((node) => (node.type === 'group' ? asksCompany(node.children) : isOpenChoice(node)))

function withCompany(nodes: readonly NodeSetting[], company: z.infer<typeof CompanyRow>): readonly NodeSetting[] {
  return nodes.map((node) => {
    if (node.type === 'group') return { ...node, children: [...withCompany(node.children, company)] }
    const value = isOpenChoice(node) ? answerFor(node, company) : undefined
    return value === undefined ? node : ({ ...node, default: value } as NodeSetting)
  })
}

/** A first answer is a template, so a name with braces can not be one. */
function answerFor({ type, other, store }: Choice, { id, name }: z.infer<typeof CompanyRow>): string | undefined {
  const free = name.includes('{{') ? undefined : name
  if (settingsOf(type)?.isPicker === true) return store === 'label' ? free : undefined
  if (id !== null) return id
  return other === true ? free : undefined
}
