// A very large company, written directly into the database of a stopped server.
import { sql } from 'drizzle-orm'
import { withQueryBudget } from '../../server/storage/queryBudget.ts'
import { openStorage } from '../../server/storage/storage.ts'

export const size = { projects: 500, bots: 5000, people: 20_000 }
/** People of the largest project: a hospital, an airport. */
const atTheLargest = 5000

/** Ids are 20 letters and digits. */
export const idOf = (kind, n) => `${kind}${String(n).padStart(20 - kind.length, '0')}`
const id = (kind, n) => sql.raw(`'${kind}' || lpad((${n})::text, ${20 - kind.length}, '0')`)

/** Fills the database. Project n is "Project 0042 North"; its bots and people carry the number too. */
export async function fillCompany(dataDir, adminMobile) {
  const storage = await openStorage({ dataDir })
  // A busy machine may take longer than a request is given.
  const run = (statement) => withQueryBudget('none', async () => await storage.db.execute(statement))
  const billing = idOf('account', 1)
  await run(sql`insert into billing_accounts (id, name, status) values (${billing}, 'Meridian Builders', 'Active')`)
  await run(sql`insert into billing_members (billing, uid, role) select ${billing}, uid, 'Owner' from people where mobile = ${adminMobile}`)
  await run(sql`insert into teams (id, name, billing)
    select ${id('project', 'n')}, 'Project ' || lpad(n::text, 4, '0') || (array[' North', ' Tower', ' School', ' Bridge', ' Plant'])[n % 5 + 1], ${billing}
      from generate_series(1, ${size.projects}::int) n`)
  await run(
    sql`insert into members (team, uid, role) select t.id, p.uid, 'Owner' from teams t, people p where t.billing = ${billing} and p.mobile = ${adminMobile}`,
  )
  await run(sql`insert into sites (id, team, name, timezone, country)
    select ${id('site', 'n')}, ${id('project', 'n')}, 'Site ' || n, 'America/New_York', 'us' from generate_series(1, ${size.projects}::int) n`)
  await run(sql`insert into automations (id, team, owner, class, title, site)
    select ${id('bot', 'n')}, ${id('project', `n % ${size.projects} + 1`)}, p.uid,
        (array['attendance', 'orientation', 'manpower', 'hazards', 'toolbox-talk'])[n % 5 + 1],
        (array['Gate Check-in ', 'Orientation ', 'Manpower ', 'Hazards ', 'Toolbox Talk '])[n % 5 + 1] || lpad(n::text, 5, '0'),
        ${id('site', `n % ${size.projects} + 1`)}
      from generate_series(1, ${size.bots}::int) n, people p where p.mobile = ${adminMobile}`)
  await run(sql`insert into people (uid, name, email)
    select ${id('person', 'n')}, (array['Ana', 'Luis', 'Bo', 'Petra', 'Noor', 'Iván', 'Wes'])[n % 7 + 1] || ' '
          || (array['Silva', 'Núñez', 'Lind', 'Okoro', 'Marsh', 'Tran', 'Vega', 'Cole', 'Reyes', 'Berg', 'Ito'])[n % 11 + 1] || ' ' || lpad(n::text, 5, '0'),
        'person' || n || '@meridian.example'
      from generate_series(1, ${size.people}::int) n`)
  await run(sql`insert into members (team, uid, role)
    select case when n <= ${atTheLargest} then ${idOf('project', 1)} else ${id('project', `n % ${size.projects - 1} + 2`)} end, ${id('person', 'n')},
        case when n % 20 = 0 then 'Member' else 'Worker' end
      from generate_series(1, ${size.people}::int) n`)
  // Forty conversations for every tenth bot; the last one waits for a decision.
  await run(sql`insert into executions (id, team, automation, owner, kind, mobile, day, phase, model)
    select ${id('talk', 'n * 40 + d')}, a.team, a.id, a.owner, 'manpower', '+12015550100', current_date - d, case when d = 0 then 'decide' else 'done' end,
        jsonb_build_object('title', 'Keystone Concrete ' || lpad(n::text, 4, '0'), 'name', 'Ana Silva', 'vendor', 'Keystone Concrete', 'requiresApproval', d = 0,
          'model', jsonb_build_object('vendor', 'Keystone Concrete', 'worker_count', 6, 'worker_hours', 8, 'hours', 48, 'location', 'Level 2'))
      from generate_series(1, ${size.bots / 10}::int) n join automations a on a.id = ${id('bot', 'n * 10')}, generate_series(0, 39) d`)
  await run(sql`analyze`)
  await storage.close()
}
