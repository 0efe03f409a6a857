import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { FirstStep } from '../../../contract/endpoints/people/getFirstSteps.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'

const Row = z.object({
  team: z.nullable(z.string()),
  bot: z.nullable(z.string()),
  company: z.boolean(),
  site: z.boolean(),
  lists: z.boolean(),
  managers: z.boolean(),
  poster: z.boolean(),
  tablet: z.boolean(),
})

/** Returns which first steps are done in the projects that the person owns. Each is done when the thing exists. */
export async function firstStepsOf(app: App, me: Person): Promise<FirstStep[]> {
  if (app.demo || !(me.isAdmin || me.teams.some(({ role }) => role === 'Owner'))) return []
  const [found] = await rows(
    app.storage.db,
    Row,
    sql`with mine as (
          select t.id, t.created_at from members m join teams t on t.id = m.team
          where m.uid = ${me.uid} and m.role = 'Owner' and not t.deleted and not t.archived),
        bots as (
          select a.id, a.form, a.created_at from automations a where a.team in (select id from mine) and not a.deleted and not a.archived and not a.demo)
        select (select id from mine order by created_at, id limit 1) as team,
          (select id from bots order by form is null, created_at, id limit 1) as bot,
          exists (select 1 from billing_members bm join billing_accounts b on b.id = bm.billing and not b.deleted
                  where bm.uid = ${me.uid} and bm.role = 'Owner') as company,
          exists (select 1 from sites where team in (select id from mine)) as site,
          exists (select 1 from lookup_items where team in (select id from mine)) as lists,
          exists (select 1 from members where team in (select id from mine) and uid <> ${me.uid} and role <> 'Worker')
            or exists (select 1 from invites where team in (select id from mine) and accepted_at is null and expires_at > now()) as managers,
          exists (select 1 from bot_codes where automation in (select id from bots)) as poster,
          exists (select 1 from kiosk_devices where automation in (select id from bots) and revoked_at is null) as tablet`,
  )
  if (!found) return []
  const { team, bot, company, site, lists, managers, poster, tablet } = found
  const ofBot = (page: string) => (bot === null ? '/automation/add' : `/automation/${bot}/${page}`)
  const project = team === null ? '/teams/create' : `/teams/${team}`
  return [
    { key: 'company', done: company, href: '/billing' },
    { key: 'site', done: site, href: project },
    { key: 'lists', done: lists, href: '/lists' },
    { key: 'managers', done: managers, href: project },
    { key: 'bot', done: bot !== null, href: '/automation/add' },
    { key: 'poster', done: poster, href: ofBot('qr') },
    { key: 'tablet', done: tablet, href: ofBot('kiosk') },
  ]
}
