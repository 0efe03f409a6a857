import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type CatalogueBot, catalogueBot } from '../../../contract/reference/botCatalogue.ts'
import { type CloneLine, type CloneResult, type CloneSaying, cloneSayings } from '../../../contract/endpoints/botEditor.ts'
import { Refused } from '../../../contract/Refused.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { isExternal } from '../../../contract/endpoints/projects.ts'
import { Model } from '../../../contract/endpoints/records.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { followTraining, trainingClass } from '../libraries/followTraining.ts'
import { publishForm } from '../forms/publishForm.ts'
import { listProjects, type ProjectRow, projectRow } from '../projects/listProjects.ts'
import { newId } from '../newId.ts'
import type { Person } from '../sign-in/person.ts'
import { mayOwn } from './writeBot.ts'
import { formKeyOf } from './editor/formFor.ts'
import { atSite } from './editor/startForm.ts'
import { text } from '../../i18n/text.ts'

export interface CloneOrder {
  readonly validateOnly: boolean
  readonly sourceTeam: string
  readonly destinationTeam: string
  readonly bots: readonly string[]
  readonly owner: string
  readonly project?: string | null | undefined
  readonly parent?: string | undefined
}

const SourceBot = z.object({
  id: z.string(),
  class: z.string(),
  title: z.string(),
  form: z.nullable(z.string()),
  parent: z.nullable(z.string()),
  demo: z.boolean(),
  model: z.union([Model, z.string()]),
  settings: z.nullable(z.union([Model, z.string()])),
})
type SourceBot = Readonly<z.infer<typeof SourceBot>>

interface Plan {
  readonly bot: SourceBot
  readonly kind: CatalogueBot
  readonly id: string
}

const read = fromJson

/**
 * Settings that belong to the source project: a copy must not text its contacts or report for its company.
 */
const placeOnly: ReadonlySet<string> = new Set(['contacts', 'company', 'timezone'])

/**
 * Returns the name of the source project. Members may copy from it; for a template, all people of its billing
 * account may (decision OQ-159). Throws Refused.
 */
async function sourceProject(app: App, me: Person, id: string): Promise<string> {
  const project = await projectRow(app.storage.db, me, id)
  if (project && may(project.role ?? undefined, 'bot.create')) return project.name
  const template = (await listProjects(app.storage.db, me, { template: 'true', property: ['team.name'] })).find((one) => one.id === id)
  if (!template) throw new Refused(404, 'NOT_FOUND', text('This project does not exist.'))
  return template.model.name
}

async function destinationOf(app: App, me: Person, id: string): Promise<ProjectRow> {
  const project = await projectRow(app.storage.db, me, id)
  if (!project) throw new Refused(404, 'NOT_FOUND', text('This project does not exist.'))
  if (!may(project.role ?? undefined, 'bot.create')) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
  return project
}

/**
 * Copies bots into another project, each with its settings and its own form, or only reports the result. All
 * or nothing: an error in the log prevents every copy. Throws Refused if the person may not read the source
 * or add bots to the destination.
 */
export async function cloneBots(app: App, me: Person, order: CloneOrder): Promise<CloneResult> {
  const from = await sourceProject(app, me, order.sourceTeam)
  const to = await destinationOf(app, me, order.destinationTeam)
  return app.storage.transaction(async (tx) => {
    const log: CloneLine[] = []
    const plans = await check(tx, order, { from, to }, log)
    const failed = log.some(({ level }) => level === 'error')
    if (failed || order.validateOnly) return { model: { status: failed ? ('error' as const) : ('success' as const), log } }
    for (const plan of plans) await copy(app, tx, me, order, to, plan, plans)
    log.push(lineOf(to.name, 'success', 'copied', { count: String(plans.length) }))
    return { model: { status: 'success' as const, log, bots: plans.map(({ id }) => id) } }
  })
}

type Say = (group: string, level: CloneLine['level'], saying: CloneSaying, values?: Readonly<Record<string, string>>) => void

const lineOf = (...[group, level, saying, values = {}]: Parameters<Say>): CloneLine => ({
  group,
  level,
  message: cloneSayings[saying].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  saying,
  values,
})

/** Returns the catalogue entry of a bot that the destination can have, or undefined after saying why not. */
function cloneableKind(bot: SourceBot, to: ProjectRow, say: Say): CatalogueBot | undefined {
  const kind = catalogueBot(bot.class, to.source)
  if (!kind || !kind.systems.includes(to.source)) {
    say(bot.title, 'error', 'system', { project: to.name })
    return undefined
  }
  if (kind.deprecated) {
    say(bot.title, 'error', 'deprecated')
    return undefined
  }
  return kind
}

/** Says what a copy takes from its bot, and what it does not. */
function describeCopy({ title, model, demo, form }: SourceBot, say: Say): void {
  const contacts = read(model)['contacts']
  if (Array.isArray(contacts) && contacts.length > 0) say(title, 'warning', 'contacts')
  if (demo) say(title, 'info', 'demo')
  if (form !== null) say(title, 'info', 'form')
}

const TitleRow = z.object({ title: z.string() })

async function check(
  tx: Transaction,
  order: CloneOrder,
  { from, to }: { readonly from: string; readonly to: ProjectRow },
  log: CloneLine[],
): Promise<Plan[]> {
  const say: Say = (...line) => log.push(lineOf(...line))
  if (to.archived) say(to.name, 'error', 'archived')
  if (!(await mayOwn(tx, order.owner, order.destinationTeam))) say(to.name, 'error', 'owner')
  await checkPlace(tx, order, to, say)
  const found = await rows(
    tx,
    SourceBot,
    sql`select a.id, a.class, a.title, a.form, a.parent, a.demo, a.model, f.settings from automations a left join forms f on f.key = a.form
        where a.team = ${order.sourceTeam} and not a.deleted and not a.archived
          and a.id in (select jsonb_array_elements_text(${JSON.stringify(order.bots)}::jsonb))`,
  )
  const byId = new Map(found.map((bot) => [bot.id, bot]))
  const titles = new Set(
    (
      await rows(
        tx,
        TitleRow,
        sql`select lower(title) as title from automations where team = ${order.destinationTeam} and not deleted and not archived`,
      )
    ).map(({ title }) => title),
  )
  const chosen = new Set(order.bots)
  const plans: Plan[] = []
  for (const id of chosen) {
    const bot = byId.get(id)
    if (!bot) {
      say(from, 'error', 'gone')
      continue
    }
    const kind = cloneableKind(bot, to, say)
    if (!kind) continue
    if (titles.has(bot.title.toLowerCase())) say(bot.title, 'warning', 'twin', { project: to.name })
    describeCopy(bot, say)
    if (bot.parent !== null && !chosen.has(bot.parent) && order.parent === undefined) say(bot.title, 'warning', 'untriggered')
    say(bot.title, 'success', 'ready')
    plans.push({ bot, kind, id: newId() })
  }
  return plans
}

/** Checks the site or the external project, and the parent bot of the copies. */
async function checkPlace(tx: Transaction, { destinationTeam, project, parent }: CloneOrder, to: ProjectRow, say: Say): Promise<void> {
  if (isExternal(to.source)) {
    if (project && project !== to.model['sourceProjectReference']) say(to.name, 'error', 'otherProject')
    else if (!project) say(to.name, 'error', 'noProject')
  } else if (project) {
    const sites = await rows(tx, sql`select 1 from sites where id = ${project} and team = ${destinationTeam}`)
    if (sites.length === 0) say(to.name, 'error', 'otherSite')
  } else say(to.name, 'warning', 'noSite')
  if (parent === undefined) return
  const up = await rows(
    tx,
    sql`select 1 from automations where id = ${parent} and team = ${destinationTeam} and class like 'attendance%' and not deleted and not archived`,
  )
  if (up.length === 0) say(to.name, 'error', 'noAttendance')
}

async function copy(
  app: App,
  tx: Transaction,
  me: Person,
  order: CloneOrder,
  to: ProjectRow,
  { bot, kind, id }: Plan,
  plans: readonly Plan[],
): Promise<void> {
  const model = Object.fromEntries(Object.entries(read(bot.model)).filter(([name]) => !placeOnly.has(name)))
  const external = isExternal(to.source)
  const site = external || kind.noSite ? null : (order.project ?? null)
  const triggered = plans.find((plan) => plan.bot.id === bot.parent)?.id
  const parent = triggered ?? (bot.parent !== null ? (order.parent ?? null) : null)
  let form: string | null = null
  if (bot.settings !== null) {
    form = formKeyOf(bot.class, id)
    const held = read(bot.settings)
    const settings = { ...held, children: atSite(held['children'], site) }
    const published = await publishForm(app, { key: form, team: order.destinationTeam, settings, publishedBy: me.uid }, tx)
    if (!published.ok)
      throw new Refused(409, 'INVALID', text('The form of {bot} cannot be copied: {problem}.'), {
        values: { bot: bot.title, problem: published.problems[0]?.message ?? '–' },
      })
  }
  await tx.execute(
    sql`insert into automations (id, team, owner, class, title, form, site, parent, demo, model)
        values (${id}, ${order.destinationTeam}, ${order.owner}, ${kind.class}, ${bot.title}, ${form}, ${site}, ${parent}, ${bot.demo},
          ${JSON.stringify(model)}::jsonb)`,
  )
  if (form !== null && kind.class === trainingClass) await followTraining(app, tx, { by: me.uid, form })
}
