// A company that has grown for a year, written directly into the database of a running server: the screens make
// one record at a time.
import pg from 'pg'

/** 20 letters and digits, as the server makes them. */
const id = (kind, n) => `'${kind}' || lpad((${n})::text, ${20 - kind.length}, '0')`

/**
 * Adds records, projects and people to the project `team` and its company, as many as `to` has. The
 * records are copies of those that the project has, spread over the last year and over all projects: each second one
 * stays in `team`.
 */
export const growCompany = (url, company) => withDatabase(url, (run) => grow(run, company))

/** Calls `work` with a function that sends a statement to PostgreSQL and returns the rows. */
export async function withDatabase(url, work) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(async (statement, values) => (await client.query(statement, values)).rows)
  } finally {
    await client.end()
  }
}

/** `run` sends a statement to the database. */
export async function grow(run, { team, owner, to }) {
  const numbers = (kind) => `generate_series(1, ${to[kind]})`
  const { projects, people } = to
  // The copies change no counter and start no job: they stand for history.
  await run(`set session_replication_role = replica`)
  await run(
    `insert into teams (id, name, billing) select ${id('scale', 'n')}, 'Project ' || n, t.billing from teams t, ${numbers('projects')} n where t.id = $1`,
    [team],
  )
  await run(`insert into tenants (id) select ${id('scale', 'n')} from ${numbers('projects')} n on conflict do nothing`)
  await run(`insert into members (team, uid, role) select ${id('scale', 'n')}, $1, 'Owner' from ${numbers('projects')} n`, [owner])
  await run(
    `insert into forms (key, team, settings, version)
      select f.key || '-' || n, ${id('scale', 'n')}, f.settings, f.version from forms f, ${numbers('projects')} n where f.team = $1`,
    [team],
  )
  await run(
    `insert into automations (id, team, owner, class, title, form, site, model)
      select ${id('bot', 'n * 100 + row_number() over (partition by n)')}, ${id('scale', 'n')}, a.owner, a.class, a.title || ' ' || n, a.form || '-' || n, a.site, a.model
        from automations a, ${numbers('projects')} n where a.team = $1 and a.form is not null`,
    [team],
  )
  await run(
    `insert into people (uid, name, email) select ${id('person', 'n')}, 'Person ' || lpad(n::text, 6, '0'), 'person' || n || '@scale.example' from ${numbers('people')} n`,
  )
  await run(
    `insert into members (team, uid, role)
      select case when n <= 5000 then $1 else ${id('scale', `n % ${projects} + 1`)} end, ${id('person', 'n')}, 'Worker' from ${numbers('people')} n`,
    [team],
  )
  // As the trigger of a member writes it.
  await run(`update members m set sorted = lower(left(p.name, 100)) from people p where p.uid = m.uid and m.sorted is null`)
  await run(
    `create temporary table kept as
      select row_number() over () as k, * from records where tenant = $1 and not deleted and created_device <> 'scale'`,
    [team],
  )
  await run(
    `insert into records (path, tenant, rev, model, created_by, created_device, updated_by, created_at, updated_at, corrected_at)
      select case when i % 2 = 0 then k.parent else k.parent || '-' || p end || '/' || ${id('copy', 'i')},
          case when i % 2 = 0 then k.tenant else ${id('scale', 'p')} end, 1, k.model, ${id('person', `i % ${people} + 1`)}, 'scale', k.updated_by, at, at, at
        from ${numbers('records')} i
          join kept k on k.k = i % (select count(*) from kept) + 1
          cross join lateral (select i % ${projects} + 1 as p, now() - (i::bigint * 7919 % 525600 + 2880) * interval '1 minute' as at) x`,
  )
  await run(
    `insert into changes (tenant, seq, kind, path, rev, at)
      select r.tenant, t.seq + row_number() over (partition by r.tenant order by r.n), 'record', r.path, 1, r.created_at
        from records r join tenants t on t.id = r.tenant where r.created_device = 'scale' and not exists (select 1 from changes c where c.tenant = r.tenant and c.path = r.path) and r.created_at > now() - interval '60 days'`,
  )
  await run(`update tenants t set seq = greatest(t.seq, (select coalesce(max(c.seq), 0) from changes c where c.tenant = t.id))`)
  await run(
    `insert into usage_people (team, day, person, billing, supervisor)
      select t.id, current_date - d, ${id('person', 'n')}, t.billing, false from teams t, generate_series(0, 29) d, ${numbers('people')} n where t.id = $1 and n <= 5000`,
    [team],
  )
  // As the trigger counts them, which takes one row of a day for each person.
  await run(
    `insert into usage_days as d (team, day, people, supervisors) select team, day, count(*), count(*) filter (where supervisor)
        from usage_people where team = $1 group by team, day
      on conflict (team, day) do update set people = excluded.people, supervisors = excluded.supervisors`,
    [team],
  )
  await run(
    `insert into usage_seen as s (team, person, day) select team, person, max(day) from usage_people where team = $1 group by team, person
      on conflict (team, person) do update set day = excluded.day`,
    [team],
  )
  // History has been vacuumed: otherwise the database does that beside the calls that are measured.
  await run('vacuum (analyze)')
  await run('checkpoint')
}
