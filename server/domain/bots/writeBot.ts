import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type CatalogueBot, catalogueBot, isOfferedTo } from '../../../contract/reference/botCatalogue.ts'
import { sendsTexts } from '../../../contract/endpoints/conversations.ts'
import { Refused } from '../../../contract/Refused.ts'
import { merge, same } from '../../../contract/rules/merge.ts'
import { may, type Permission } from '../../../contract/rules/permissions.ts'
import { privateTeam, Source } from '../../../contract/endpoints/projects.ts'
import { idPattern, Model } from '../../../contract/endpoints/records.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { EntityWriter } from '../entities/entityKind.ts'
import type { WriteHeaders } from '../records/writeHeaders.ts'
import type { Person } from '../sign-in/person.ts'
import { formTeamOf } from './bot.ts'
import { holdLogo } from './editor/botLogo.ts'
import { followTraining, trainingClass } from '../libraries/followTraining.ts'
import { formFor, ofTheForm } from './editor/formFor.ts'
import { shownModel } from './editor/shownModel.ts'
import { hasOpenExecutions, hasPendingActions } from './hasOpenExecutions.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { TextValues } from '../../../contract/Text.ts'

const Held = z.object({
  id: z.string(),
  team: z.string(),
  owner: z.string(),
  class: z.string(),
  title: z.string(),
  site: z.nullable(z.string()),
  form: z.nullable(z.string()),
  demo: z.boolean(),
  rev: z.number(),
  model: Model,
  archived: z.boolean(),
  teamArchived: z.nullable(z.boolean()),
  role: z.nullable(TeamRole),
})
type Held = Readonly<z.infer<typeof Held>>

const forbidden = () => new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
const unknownBot = () => new Refused(404, 'NOT_FOUND', text('This bot does not exist.'))
const invalid = (path: string, words: Text, values: TextValues = {}) => new Refused(400, 'INVALID', words, { path, values })

/**
 * Locks the row of the bot and returns it. Throws Refused if the person may not see the bot or lacks the
 * permission `asked`, or if the project is archived.
 */
async function held(tx: Transaction, me: Person, id: string, asked: Permission | 'bot.remove'): Promise<Held> {
  const needs = asked === 'bot.remove' ? 'bot.manage' : asked
  const [bot] = await rows(
    tx,
    Held,
    sql`select a.id, a.team, a.owner, a.class, a.title, a.site, a.form, a.demo, a.rev, a.model, a.archived, t.archived as "teamArchived", m.role
        from automations a left join teams t on t.id = a.team and not t.deleted left join members m on m.team = a.team and m.uid = ${me.uid}
        where a.id = ${id} and not a.deleted for update of a`,
  )
  if (!bot) throw unknownBot()
  // An administrator of the product may remove a demo bot (spec/3 §9).
  if (bot.demo && me.isAdmin && asked === 'bot.remove') return bot
  const own = bot.team === privateTeam && bot.owner === me.uid
  const has = (permission: Permission) => own || may(bot.role ?? undefined, permission)
  if (!has('bot.create')) throw unknownBot()
  if (!has(needs)) throw forbidden()
  if (bot.teamArchived) throw new Refused(403, 'FORBIDDEN', text('This project is archived: nothing in it can be changed.'))
  return bot
}

const Target = z.object({ source: Source, archived: z.boolean() })
type Target = Readonly<z.infer<typeof Target>>

const TargetRow = z.extend(Target, { role: z.nullable(TeamRole) })

/** Returns the project that the bot will belong to. Throws Refused. */
async function target(tx: Transaction, me: Person, team: string): Promise<Target> {
  const [found] = await rows(
    tx,
    TargetRow,
    sql`select t.source, t.archived, m.role from teams t left join members m on m.team = t.id and m.uid = ${me.uid}
        where t.id = ${team} and not t.deleted`,
  )
  if (!found || !may(found.role ?? undefined, 'bot.create')) throw forbidden()
  if (found.archived) throw new Refused(403, 'FORBIDDEN', text('This project is archived: nothing in it can be changed.'))
  return found
}

const RoleRow = z.object({ role: TeamRole })

/**
 * Returns whether this person may own a bot of the project. Workers may not: owners approve, and write with
 * their own credentials.
 */
export async function mayOwn(tx: Database | Transaction, uid: string, team: string): Promise<boolean> {
  const [member] = await rows(
    tx,
    RoleRow,
    sql`select m.role from members m join people p on p.uid = m.uid where m.team = ${team} and m.uid = ${uid} and not p.disabled`,
  )
  return may(member?.role, 'bot.create')
}

const DeletedRow = z.object({ deleted: z.boolean() })

/**
 * `automations/{id}`: creates a bot (`class`, `team`, `owner`, `title` …), changes its settings, or makes one
 * of the moves of spec/3 §4.1: `{team}`, `{disabled: true, archived: true}`, `{disabled: false, archived:
 * false}`, `{deleted: true}`.
 */
export const writeBot: EntityWriter = async (tx, { app, segments, payload, base, headers, me }) => {
  const [, id = '', ...rest] = segments
  if (!idPattern.test(id) || rest.length > 0)
    throw invalid('path', text('Bots are written at /api/data/automations/ and an id of 20 letters and digits.'))
  const [exists] = await rows(tx, DeletedRow, sql`select deleted from automations where id = ${id}`)
  if (!exists) return create(app, tx, me, id, payload)
  if ('team' in payload) return changeTeam(app, tx, me, id, payload['team'])
  if (payload['deleted'] === true) return remove(tx, me, id)
  if ('archived' in payload) return setArchived(tx, me, id, payload['archived'] === true)
  return update(app, tx, me, id, payload, base ? { base, headers } : undefined)
}

const RevRow = z.object({ rev: z.number() })

const nextRev = async (tx: Transaction, statement: ReturnType<typeof sql>): Promise<{ rev: number }> => {
  const [row] = await rows(tx, RevRow, statement)
  return { rev: row?.rev ?? 0 }
}

async function changeTeam(app: App, tx: Transaction, me: Person, id: string, wanted: unknown) {
  const bot = await held(tx, me, id, 'bot.manage')
  const team = wanted === null ? privateTeam : wanted
  if (typeof team !== 'string') throw invalid('team', text('Choose a project.'))
  // A private bot belongs to its owner only.
  if (team === privateTeam && bot.owner !== me.uid) throw new Refused(403, 'FORBIDDEN', text('Only its owner can make a bot private.'))
  const { source } = team === privateTeam ? { source: 'own' as const } : await target(tx, me, team)
  const children = await rows(
    tx,
    MovedRow,
    sql`select id, class, owner, form, title from automations where parent = ${id} and team = ${bot.team} and not deleted order by id for update`,
  )
  for (const one of [bot, ...children]) await refuseMove(tx, one, { from: bot.team, team, source, mover: me.uid })
  for (const { id: child } of children) await move(tx, child, team, id)
  const moved = await move(tx, id, team, null)
  for (const { class: botClass, form } of [bot, ...children])
    if (form !== null && botClass === trainingClass) await followTraining(app, tx, { by: me.uid, form })
  return moved
}

const MovedRow = z.object({ id: z.string(), class: z.string(), owner: z.string(), form: z.nullable(z.string()), title: z.string() })

interface Destination {
  readonly from: string
  readonly team: string
  readonly source: Source
  /** uid of the person who moves the bots. */
  readonly mover: string
}

export const textsNeedProject = text('A bot that texts needs a project, whose account pays for the texts.')
/** The error of a delete while executions are open (spec/3 §8). */
const botHasExecutions = text('Cannot delete an automation containing running or unactioned executions.')

/** Why a bot, or one that it starts, cannot move. */
const unmovable = {
  notYours: text('{bot} cannot move: only its owner can make it private.'),
  ownerElsewhere: text('{bot} cannot move: its owner is not a member of that project.'),
  notOffered: text('{bot} cannot move: that project cannot have a bot of this kind.'),
  textsNeedProject: text('{bot} cannot move: a bot that texts needs a project, whose account pays for the texts.'),
  hasRecords: text('{bot} cannot move: its form has records, which stay in their project. Archive the bot and create a new one there.'),
}

/** Moves the form of a bot to the new project. Throws Refused if the bot cannot belong there. */
async function refuseMove(tx: Transaction, bot: z.infer<typeof MovedRow>, to: Destination): Promise<void> {
  const { from, team, source, mover } = to
  const refuse = (words: Text) => invalid('team', words, { bot: bot.title })
  if (team === privateTeam && bot.owner !== mover) throw refuse(unmovable.notYours)
  if (team !== privateTeam && !(await mayOwn(tx, bot.owner, team))) throw refuse(unmovable.ownerElsewhere)
  if (catalogueBot(bot.class, source)?.systems.includes(source) !== true) throw refuse(unmovable.notOffered)
  if (team === privateTeam && sendsTexts(bot.class)) throw refuse(unmovable.textsNeedProject)
  if (bot.form === null) return
  // Records, their files, their history and their chain stay in the project that they were saved in.
  if (from !== team && (await hasRecords(tx, bot.form))) throw refuse(unmovable.hasRecords)
  await takeForm(tx, bot.id, bot.form, formTeamOf({ team, owner: bot.owner }))
}

async function hasRecords(tx: Transaction, form: string): Promise<boolean> {
  const found = await rows(tx, sql`select 1 from records where parent = ${`forms/${form}`} limit 1`)
  return found.length > 0
}

/** Sites belong to one project. What the bot is asking now goes along; what is done stays where it was done. */
async function move(tx: Transaction, id: string, team: string, parent: string | null) {
  await tx.execute(sql`update executions set team = ${team}, updated_at = now() where automation = ${id} and phase <> 'done'`)
  return nextRev(
    tx,
    sql`update automations set team = ${team}, site = null, parent = ${parent}, rev = rev + 1, updated_at = now() where id = ${id} returning rev`,
  )
}

/** Moves the form together with the bot. Throws Refused if another bot fills the same form. */
async function takeForm(tx: Transaction, id: string, form: string, team: string): Promise<void> {
  const others = await rows(tx, sql`select 1 from automations where form = ${form} and id <> ${id} and not deleted limit 1`)
  if (others.length > 0) throw invalid('team', text('Another bot fills the same form.'))
  await tx.execute(sql`update forms set team = ${team}, updated_at = now() where key = ${form}`)
}

async function setArchived(tx: Transaction, me: Person, id: string, archived: boolean) {
  await held(tx, me, id, 'bot.manage')
  return nextRev(
    tx,
    sql`update automations set archived = ${archived}, disabled = ${archived}, rev = rev + 1, updated_at = now() where id = ${id} returning rev`,
  )
}

async function remove(tx: Transaction, me: Person, id: string) {
  const bot = await held(tx, me, id, 'bot.remove')
  if (await hasOpenExecutions(tx, bot)) throw new Refused(409, 'FORBIDDEN', botHasExecutions)
  return nextRev(
    tx,
    sql`update automations set deleted = true, disabled = true, rev = rev + 1, updated_at = now() where id = ${id} returning rev`,
  )
}

const longestTitle = 200

function titleOf(payload: Model): string | undefined {
  const title = payload['title'] ?? payload['name']
  if (title === undefined) return undefined
  if (typeof title !== 'string' || title.trim() === '' || title.length > longestTitle)
    throw invalid('title', text('The name of a bot has 1 to {longestTitle} characters.'), { longestTitle })
  return title.trim()
}

async function checkSite(tx: Transaction, team: string, site: unknown): Promise<string | null> {
  if (site === undefined || site === null || site === '') return null
  const found = await rows(tx, sql`select 1 from sites where id = ${String(site)} and team = ${team}`)
  if (found.length === 0) throw invalid('site', text('Choose a site of the project.'))
  return String(site)
}

const ClassRow = z.object({ class: z.string() })

/** Checks that the parent is a bot of the project that may trigger this class. Throws Refused. */
export async function checkParent(
  tx: Database | Transaction,
  team: string,
  source: Source,
  botClass: string,
  parent: unknown,
): Promise<void> {
  if (parent === undefined || parent === null) return
  const [up] = await rows(
    tx,
    ClassRow,
    sql`select class from automations where id = ${String(parent)} and team = ${team} and not deleted and not archived`,
  )
  if (!up || !catalogueBot(up.class, source)?.childClasses.includes(botClass))
    throw invalid('parent', text('Choose a bot that can start this one.'))
}

/** Returns the catalogue entry of a new bot. Throws Refused if the project can have no such bot. */
function offeredKind(me: Person, botClass: unknown, source: Source): CatalogueBot {
  const kind = typeof botClass === 'string' ? catalogueBot(botClass, source) : undefined
  if (!kind || !isOfferedTo(kind, me) || !kind.systems.includes(source))
    throw invalid('class', text('This project can have no such bot. Choose one of the list.'))
  return kind
}

/** Throws Refused if the person can not own such a bot in this project. */
async function refuseOwner(tx: Transaction, me: Person, { team, owner, botClass }: Record<'team' | 'owner' | 'botClass', string>) {
  if (team === privateTeam ? owner !== me.uid : !(await mayOwn(tx, owner, team)))
    throw invalid('owner', text('Only a member of the project can own its bots.'))
  if (team === privateTeam && sendsTexts(botClass)) throw invalid('team', textsNeedProject)
}

async function create(app: App, tx: Transaction, me: Person, id: string, payload: Model) {
  const { team = privateTeam, owner = me.uid, class: botClass, parent } = payload
  if (typeof team !== 'string' || typeof owner !== 'string') throw invalid('team', text('Choose a project.'))
  const { source } = team === privateTeam ? { source: 'own' as const } : await target(tx, me, team)
  const kind = offeredKind(me, botClass, source)
  await refuseOwner(tx, me, { team, owner, botClass: kind.class })
  const site = await checkSite(tx, team, payload['site'])
  await checkParent(tx, team, source, kind.class, parent)
  const title = titleOf(payload) ?? kind.name
  const model = settingsOf(payload)
  await holdLogo(tx, { id, me: me.uid, before: {}, payload })
  const demo = payload['demo'] === true || payload['demoMode'] === true
  const made = await nextRev(
    tx,
    sql`insert into automations (id, team, owner, class, title, site, parent, demo, model)
        values (${id}, ${team}, ${owner}, ${kind.class}, ${title}, ${site}, ${parent ?? null},
          ${demo}, ${JSON.stringify(model)}::jsonb) returning rev`,
  )
  const form = await formFor(app, tx, me, {
    id,
    team: formTeamOf({ team, owner }),
    class: kind.class,
    title,
    site,
    form: null,
    demo,
    model,
    said: payload,
  })
  if (form !== null) await tx.execute(sql`update automations set form = ${form} where id = ${id}`)
  if (form !== null && kind.class === trainingClass) await followTraining(app, tx, { by: me.uid, form })
  return made
}

/** Attributes that have their own columns, or that a save must not set. */
const columns = new Set([
  'id',
  'key',
  'name',
  'title',
  'team',
  'project',
  'owner',
  'class',
  'type',
  'path',
  'site',
  'parent',
  'demo',
  'demoMode',
])
const fixed = new Set(['disabled', 'archived', 'deleted', 'rev', 'form', 'statistics', 'triggeredBy', 'triggers'])

function settingsOf(payload: Model): Model {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !columns.has(name) && !fixed.has(name) && !ofTheForm.has(name)))
}

const changedFrom = (base: Model, payload: Model): Model =>
  Object.fromEntries(Object.entries(payload).filter(([name, value]) => !same(value, base[name])))

/** The version that the person edited, and the headers of the save, which say what they have seen. */
interface Found {
  readonly base: Model
  readonly headers: WriteHeaders
}

/**
 * Returns the settings that the person changed. A setting that they left alone keeps its current value.
 * Throws Refused `conflict` if another person has set the same setting to another value: then a person
 * decides.
 */
async function changesOn(tx: Transaction, bot: Held, payload: Model, { base, headers }: Found): Promise<Model> {
  if ((await seenRev(tx, headers)) === bot.rev) return changedFrom(base, payload)
  const childClasses = catalogueBot(bot.class, await sourceOf(tx, bot.team))?.childClasses ?? []
  const current = await shownModel(tx, bot, childClasses)
  const { model, conflicts } = merge(`automations/${bot.id}`, base, payload, current)
  if (conflicts.length > 0)
    throw new Refused(409, 'conflict', text('Another person changed the same answers in the meantime.'), {
      current,
      rev: bot.rev,
      fields: [...conflicts],
    })
  return changedFrom(current, model)
}

const OwnSaveRow = z.object({ rev: z.nullable(z.number()) })

/** Returns the last revision of the bot that the person knows. Their own previous save counts. */
async function seenRev(tx: Transaction, { baseRev, parentOp }: WriteHeaders): Promise<number | undefined> {
  if (parentOp === undefined) return baseRev
  const [own] = await rows(tx, OwnSaveRow, sql`select coalesce((body ->> 'rev')::int, rev) as rev from receipts where op_id = ${parentOp}`)
  return Math.max(baseRev ?? 0, own?.rev ?? 0)
}

/** Replaces the bots that this bot triggers, among those of the allowed classes. */
async function setTriggers(tx: Transaction, bot: Held, wanted: unknown): Promise<void> {
  const ids = Array.isArray(wanted) ? wanted.filter((one) => typeof one === 'string') : []
  const source = await sourceOf(tx, bot.team)
  const classes = catalogueBot(bot.class, source)?.childClasses ?? []
  const list = sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  await tx.execute(
    sql`update automations set parent = null, rev = rev + 1, updated_at = now() where parent = ${bot.id} and id not in ${list}`,
  )
  await tx.execute(
    sql`update automations set parent = ${bot.id}, rev = rev + 1, updated_at = now()
        where id in ${list} and team = ${bot.team} and id <> ${bot.id} and not deleted and parent is distinct from ${bot.id}
          and class in (select jsonb_array_elements_text(${JSON.stringify(classes)}::jsonb))`,
  )
}

const SourceRow = z.object({ source: Source })

async function sourceOf(tx: Transaction, team: string): Promise<Source> {
  const [project] = await rows(tx, SourceRow, sql`select source from teams where id = ${team}`)
  return project?.source ?? 'own'
}

async function update(app: App, tx: Transaction, me: Person, id: string, whole: Model, found: Found | undefined) {
  const bot = await held(tx, me, id, 'bot.create')
  const payload = found ? await changesOn(tx, bot, whole, found) : whole
  // The code of a demo bot may hang on a wall, so it must never become one that counts (spec/3 §9).
  for (const name of ['demo', 'demoMode'])
    if (name in payload && payload[name] !== bot.demo) throw invalid(name, text('A demo bot stays one. Create a new bot instead.'))
  const title = titleOf(payload) ?? bot.title
  const site = 'site' in payload ? await checkSite(tx, bot.team, payload['site']) : bot.site
  const model = { ...bot.model, ...settingsOf(payload) }
  await holdLogo(tx, { id, me: me.uid, before: bot.model, payload })
  if ('triggers' in payload) await setTriggers(tx, bot, payload['triggers'])
  const form = await formFor(app, tx, me, { ...bot, team: formTeamOf(bot), title, site, model, said: payload })
  const written = await nextRev(
    tx,
    sql`update automations set title = ${title}, site = ${site}, form = ${form}, model = ${JSON.stringify(model)}::jsonb,
          rev = rev + 1, updated_at = now() where id = ${id} returning rev`,
  )
  if (form !== null && form !== bot.form && bot.class === trainingClass) await followTraining(app, tx, { by: me.uid, form })
  return written
}

/**
 * Gives a bot to another owner. From then on their credentials are used, and they approve. `error` is a
 * problem that people can solve.
 */
export async function reassign({ storage }: App, me: Person, id: string, owner: string): Promise<{ success: boolean; error?: string }> {
  return storage.transaction(async (tx) => {
    const bot = await held(tx, me, id, 'bot.manage')
    if (await hasPendingActions(tx, bot))
      return { success: false, error: translate(me.lang, text('Bot with pending actions can not be reassigned')) }
    if (bot.team === privateTeam || !(await mayOwn(tx, owner, bot.team)))
      return { success: false, error: translate(me.lang, text('Only a member of the project can own its bots.')) }
    await tx.execute(sql`update automations set owner = ${owner}, rev = rev + 1, updated_at = now() where id = ${id}`)
    return { success: true }
  })
}
