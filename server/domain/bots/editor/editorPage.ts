import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type CatalogueBot, catalogueBot, isOfferedTo } from '../../../../contract/reference/botCatalogue.ts'
import { translateSettings } from '../../../../contract/forms/checkSettings.ts'
import { ownForm } from '../../../../contract/endpoints/botEditor.ts'
import { Refused } from '../../../../contract/Refused.ts'
import type { Language } from '../../../../contract/reference/languages.ts'
import type { PageData } from '../../../../contract/endpoints/pages.ts'
import { may } from '../../../../contract/rules/permissions.ts'
import { sendsTexts } from '../../../../contract/endpoints/conversations.ts'
import { textsNeedProject } from '../writeBot.ts'
import { isExternal, privateTeam, Source } from '../../../../contract/endpoints/projects.ts'
import type { Model } from '../../../../contract/endpoints/records.ts'
import { type Database, inList, rows } from '../../../storage/database.ts'
import type { App } from '../../app.ts'
import { canText } from '../../texts/canText.ts'
import { pageLookups } from '../../forms/pageLookups.ts'
import { ownerOf } from '../../records/ownerOf.ts'
import { forbidden, notFound } from '../../access/refusals.ts'
import { roleIn, type Person } from '../../sign-in/person.ts'
import { botById, formTeamOf, type Bot } from '../bot.ts'
import { type Choice, settingsOfBot } from './settingsOfBot.ts'
import { traitsOf } from './botTraits.ts'
import { shownModel } from './shownModel.ts'
import { text } from '../../../i18n/text.ts'

/** The query parameters of a new bot (contract/endpoints/botEditor.ts). */
export interface Asked {
  readonly class?: string | undefined
  readonly team?: string | undefined
  readonly owner?: string | undefined
  readonly project?: string | undefined
  readonly company?: string | undefined
  readonly timezone?: string | undefined
  readonly demo?: string | undefined
  readonly parent?: string | undefined
}

interface Question {
  readonly me: Person
  readonly lang: Language
}

const Place = z.object({ source: Source, archived: z.boolean() })
type Place = Readonly<z.infer<typeof Place>>

async function placeOf(db: Database, team: string): Promise<Place> {
  if (team === privateTeam) return { source: 'own', archived: false }
  const [found] = await rows(db, Place, sql`select source, archived from teams where id = ${team} and not deleted`)
  if (!found) throw notFound()
  return found
}

const FormRow = z.object({ id: z.string(), name: z.string() })

/** Returns the forms of the project that no other bot fills. */
const freeForms = (db: Database, team: string, bot: string): Promise<Choice[]> =>
  rows(
    db,
    FormRow,
    sql`select f.key as id, coalesce(f.settings ->> 'name', f.key) as name from forms f where f.team = ${team}
        and not exists (select 1 from automations a where a.form = f.key and a.id <> ${bot} and not a.deleted) order by lower(f.settings ->> 'name'), f.key`,
  )

const ChildRow = z.object({ id: z.string(), name: z.string(), parent: z.nullable(z.string()) })

/**
 * Returns the bots of the project that this bot may trigger: of an allowed class and without another parent.
 */
const possibleChildren = (
  db: Database,
  team: string,
  bot: string,
  classes: readonly string[],
): Promise<(Choice & { parent: string | null })[]> =>
  rows(
    db,
    ChildRow,
    sql`select id, title as name, parent from automations where team = ${team} and id <> ${bot} and not deleted and not archived
          and class = ${inList(classes)}
          and (parent is null or parent = ${bot} or not exists (select 1 from automations up where up.id = automations.parent and not up.deleted))
        order by lower(title), id`,
  )

function lookupsOf(botClass: string): readonly string[] {
  const { talks, broadcasts } = traitsOf(botClass)
  if (talks) return ['vendorSmsContacts', 'vendors', 'trades', 'costCodes', 'locations']
  return broadcasts ? ['employeeSmsContacts', 'vendors', 'locations'] : ['vendors']
}

/** `GET /api/automation/{id}`: the settings of a bot as a form, with their values. */
export async function editorPage(app: App, { me, lang }: Question, id: string): Promise<PageData> {
  const { db } = app.storage
  const bot = await botById(db, id)
  if (!bot) throw notFound()
  const own = bot.team === privateTeam && bot.owner === me.uid
  if (!own && !may(roleIn(me, bot.team), 'bot.create')) throw notFound()
  const { source, archived } = await placeOf(db, bot.team)
  const kind = catalogueBot(bot.class, source)
  if (!kind) throw notFound()
  const [forms, children, lists, owner, model] = await Promise.all([
    freeForms(db, formTeamOf(bot), id).then((free) => (bot.demo ? free.filter(({ id: key }) => key === bot.form) : free)),
    possibleChildren(db, bot.team, id, kind.childClasses),
    pageLookups(app, bot.team, ['sites', ...lookupsOf(bot.class)], { member: true, person: me }),
    ownerOf(app.storage, bot.team, bot.owner),
    shownModel(db, bot, kind.childClasses),
  ])
  const settings = settingsOfBot({
    kind,
    title: bot.title,
    owner: owner.user,
    project: owner.team,
    source,
    isNew: false,
    isPrivate: own,
    isMute: !canText(app),
    forms,
    children,
    returnUrl: own ? '/automations' : `/team/${bot.team}/automations`,
  })
  const readOnly = archived || bot.archived
  return {
    component: 'automationForm',
    componentConfig: { title: bot.title, ...(readOnly && { readOnly, allowSave: false }) },
    owner,
    ...lists,
    form: translateSettings(settings, lang),
    formVersion: String(bot.rev),
    record: {
      path: `automations/${bot.id}`,
      rev: bot.rev,
      model,
    },
  }
}

async function parentOf(db: Database, me: Person, id: string): Promise<Bot> {
  const parent = await botById(db, id)
  if (!parent || (parent.team === privateTeam ? parent.owner !== me.uid : !may(roleIn(me, parent.team), 'bot.create'))) throw notFound()
  return parent
}

/** Returns the catalogue entry of a new bot. Throws Refused if the project can have no such bot. */
function offeredKind(me: Person, botClass: string | undefined, source: Source): CatalogueBot {
  const kind = botClass === undefined ? undefined : catalogueBot(botClass, source)
  if (!kind || !isOfferedTo(kind, me) || !kind.systems.includes(source))
    throw new Refused(400, 'INVALID', text('This project can have no such bot. Choose one of the list.'))
  return kind
}

/** Returns the company, or the site, of a new bot. The external project is that of its project. */
function placeInProject({ project, company }: Asked, source: Source, parent: Bot | undefined): Model {
  if (isExternal(source)) return company ? { company } : {}
  const site = project ?? parent?.site
  return site ? { site } : {}
}

interface NewBot {
  readonly kind: CatalogueBot
  readonly team: string
  readonly owner: string
  readonly source: Source
  readonly parent: Bot | undefined
}

const isDemo = (asked: Asked, parent: Bot | undefined): boolean => asked.demo === 'true' || parent?.demo === true

/** Returns the values of the editor of a new bot. */
function newModel(asked: Asked, { kind, team, owner, source, parent }: NewBot): Model {
  const { shows, chats, broadcasts } = traitsOf(kind.class)
  return {
    class: kind.class,
    team,
    owner,
    ...(shows && { [shows]: [] }),
    // A bot with chats in the app or with broadcasts always gets its own form.
    ...((chats || broadcasts) && { form: ownForm }),
    ...(parent && { parent: parent.id }),
    ...placeInProject(asked, source, parent),
    ...(asked.timezone && { timezone: asked.timezone }),
    ...(isDemo(asked, parent) && { demo: true }),
  }
}

/** `GET /api/automation/new?class=…`: the settings of a new bot. Stores nothing. */
export async function newBotPage(app: App, { me, lang }: Question, asked: Asked): Promise<PageData> {
  const { db } = app.storage
  const parent = asked.parent ? await parentOf(db, me, asked.parent) : undefined
  const team = asked.team ?? parent?.team ?? privateTeam
  if (team !== privateTeam && !may(roleIn(me, team), 'bot.create')) throw forbidden()
  const { source, archived } = await placeOf(db, team)
  if (archived) throw new Refused(403, 'FORBIDDEN', text('This project is archived: nothing in it can be changed.'))
  const kind = offeredKind(me, asked.class, source)
  if (team === privateTeam && sendsTexts(kind.class)) throw new Refused(400, 'INVALID', textsNeedProject)
  const owner = asked.owner ?? parent?.owner ?? me.uid
  const isPrivate = team === privateTeam
  const [forms, lists, names] = await Promise.all([
    isDemo(asked, parent) ? [] : freeForms(db, formTeamOf({ team, owner }), ''),
    pageLookups(app, team, ['sites', ...lookupsOf(kind.class)], { member: true, person: me }),
    ownerOf(app.storage, team, owner),
  ])
  const settings = settingsOfBot({
    kind,
    title: kind.name,
    owner: names.user,
    project: names.team,
    source,
    isNew: true,
    isPrivate,
    isMute: !canText(app),
    forms,
    children: [],
    returnUrl: '',
  })
  return {
    component: 'automationForm',
    componentConfig: { title: kind.name },
    owner: names,
    ...lists,
    form: translateSettings(settings, lang),
    record: {
      path: 'automations/:new',
      rev: 0,
      model: newModel(asked, { kind, team, owner, source, parent }),
    },
  }
}
