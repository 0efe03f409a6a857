import { UTCDateMini } from '@date-fns/utc/date/mini'
import { subDays } from 'date-fns/subDays'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { App } from '../domain/app.ts'
import certificates from '../domain/certifications/worker-certifications.form.json' with { type: 'json' }
import preTaskPlan from '../domain/bots/forms/pre-task-plan.form.json' with { type: 'json' }
import toolboxTalk from '../domain/bots/forms/toolbox-talk.form.json' with { type: 'json' }
import { publishForm } from '../domain/forms/publishForm.ts'
import { rows } from '../storage/database.ts'
import {
  automations as automationTable,
  billingAccounts as billingTable,
  billingMembers as billingMemberTable,
  kioskCodes,
  lookupItems as lookupTable,
  members,
  people as peopleTable,
  sites as siteTable,
  teams as teamTable,
} from '../storage/schema.ts'
import {
  automations,
  billingAccounts,
  billingMembers,
  cedarRidge,
  demoId,
  demoKiosk,
  harborPoint,
  lookupItems,
  people,
  sites,
  teams,
} from './company.ts'
import checkIn from '../domain/bots/forms/check-in.form.json' with { type: 'json' }
import hazardReport from '../domain/bots/forms/hazard-report.form.json' with { type: 'json' }
import hotWorkPermit from './forms/hot-work-permit.form.json' with { type: 'json' }
import manpower from '../domain/bots/forms/manpower.form.json' with { type: 'json' }
import orientation from './forms/orientation.form.json' with { type: 'json' }
import safetyManual from './forms/safety-manual.form.json' with { type: 'json' }
import { arrivals } from './arrivals.ts'
import { demoConversations } from './demoConversations.ts'
import { demoAttendance, demoInductions } from './demoAttendance.ts'

export const demoForms = {
  manpower,
  'check-in': checkIn,
  orientation,
  'hazard-report': hazardReport,
  'hot-work-permit': hotWorkPermit,
  'safety-manual': safetyManual,
}

/**
 * Writes the demo company into an empty database. If the process ends in between, the next start writes the
 * rest.
 */
export async function seedDemo(app: App): Promise<void> {
  const lookups = placed(lookupItems())
  await app.storage.transaction(async (tx) => {
    await tx
      .insert(teamTable)
      // The projects look as if their bots have worked for months.
      .values(teams.map((team) => ({ ...team, model: { demo: true }, createdAt: subDays(new UTCDateMini(), 120) })))
      .onConflictDoNothing()
    await tx.insert(billingTable).values(billingAccounts).onConflictDoNothing()
    await tx.insert(billingMemberTable).values(billingMembers).onConflictDoNothing()
    await tx.insert(siteTable).values(sites).onConflictDoNothing()
    await tx
      .insert(peopleTable)
      .values(
        people.map(({ uid, name, mobile, email, lang, isAdmin }) => ({
          uid,
          name,
          mobile,
          email,
          emailVerified: true,
          lang,
          isAdmin: isAdmin ?? false,
          company: 'Harbor & Pine Builders',
        })),
      )
      .onConflictDoNothing()
    await tx
      .insert(members)
      .values(people.flatMap(({ uid, teams: own }) => Object.entries(own).map(([team, role]) => ({ team, uid, role }))))
      .onConflictDoNothing()
    for (let at = 0; at < lookups.length; at += 200) {
      await tx
        .insert(lookupTable)
        .values(lookups.slice(at, at + 200))
        .onConflictDoNothing()
    }
  })
  const owner = demoId('Grace Okafor')
  const publications = [
    ...Object.entries(demoForms).map(([key, settings]) => ({ key, team: harborPoint, settings: settings as unknown })),
    { key: 'pre-task-plan', team: harborPoint, settings: preTaskPlan as unknown },
    { key: 'toolbox-talk', team: harborPoint, settings: toolboxTalk as unknown },
    { key: 'worker-certifications', team: harborPoint, settings: certificates as unknown },
    { key: 'school-manpower', team: cedarRidge, settings: manpower as unknown },
    { key: 'school-hazard-report', team: cedarRidge, settings: hazardReport as unknown },
  ]
  for (const publication of publications) {
    const published = await publishForm(app, { ...publication, publishedBy: owner })
    if (!published.ok) throw new Error(`the demo form ${publication.key} has problems: ${JSON.stringify(published.problems)}`)
  }
  await app.storage.db.insert(automationTable).values(automations).onConflictDoNothing()
  await app.storage.db.insert(kioskCodes).values(demoKiosk).onConflictDoNothing()
  await arrivals(app)
  await demoInductions(app)
  await demoAttendance(app)
  await demoConversations(app)
  await app.storage.db.execute(
    sql`update billing_accounts set period_start = date_trunc('month', now()), period_end = date_trunc('month', now()) + interval '1 month'
        where plan is not null and period_start is null`,
  )
  await app.storage.db.execute(
    sql`update teams set model = '{"demo": true, "seeded": true}'::jsonb where id in (${harborPoint}, ${cedarRidge})`,
  )
}

function placed(items: ReturnType<typeof lookupItems>) {
  const positions = new Map<string, number>()
  return items.map(({ team, lookup, id, label, attributes }) => {
    const list = `${team} ${lookup}`
    const position = positions.get(list) ?? 0
    positions.set(list, position + 1)
    return { team, lookup, id, label, attributes: attributes ?? {}, position }
  })
}

export type DemoState = 'none' | 'begun' | 'loaded'

const SeededRow = z.object({ seeded: z.boolean() })

export async function demoState(app: Pick<App, 'storage'>): Promise<DemoState> {
  const [team] = await rows(
    app.storage.db,
    SeededRow,
    sql`select coalesce((model ->> 'seeded')::boolean, false) as seeded from teams where id = ${harborPoint} and (model ->> 'demo')::boolean`,
  )
  if (!team) return 'none'
  return team.seeded ? 'loaded' : 'begun'
}

/** True if there is no account yet: the database can get the demo, or needs its first owner. */
export async function isEmpty(app: Pick<App, 'storage'>): Promise<boolean> {
  return (await rows(app.storage.db, sql`select 1 from people limit 1`)).length === 0
}
