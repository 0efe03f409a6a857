import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { billingPermissions, permissions } from '../../contract/rules/permissions.ts'
import { type Device, foreman, manager, newId, otherWorker, outsider, owner, useServer, worker } from '../../tests/harness/testServer.ts'

const server = useServer()
const file = resolve(import.meta.dirname, '../../docs/permissions.md')

const projectRoles = ['Owner', 'Administrator', 'Member', 'Worker', 'not a member'] as const
const billingRoles = ['Owner', 'Administrator', 'Member', 'not a member'] as const
type Role = (typeof projectRoles)[number]

/** The project and account under test: new for each call, so that calls don't affect each other. */
interface World {
  readonly project: string
  readonly billing: string
  readonly form: string
  readonly record: string
  /** A member who may be changed. */
  readonly other: string
}
interface Row {
  readonly call: string
  readonly may: readonly string[]
  /** Resolves to the status. */
  readonly act: (who: Device, world: World) => Promise<number>
}

const save = (path: (world: World) => string, payload: unknown) => async (who: Device, world: World) =>
  (await who.save(path(world), { payload: typeof payload === 'function' ? (payload as (world: World) => unknown)(world) : payload })).status
const ofProject = (payload: unknown) => save(({ project }) => `teams/${project}`, payload)
const get = (path: (world: World) => string) => async (who: Device, world: World) => (await who.get(path(world))).status
const post = (path: (world: World) => string, body?: unknown) => async (who: Device, world: World) =>
  (await who.ask('POST', path(world), body)).status

/** The rights of the project roles. */
const inProject: readonly Row[] = [
  { call: 'Read the project', may: permissions['project.read'], act: get(({ project }) => `/api/teams/${project}?include=team.members`) },
  { call: 'Change name', may: permissions['team.manage'], act: ofProject({ name: 'Other' }) },
  { call: 'Change billing account', may: permissions['team.manage'], act: ofProject({ billingAccount: null }) },
  { call: 'Update configuration', may: permissions['team.manage'], act: ofProject({ sourceTimezone: 'America/Denver' }) },
  { call: 'Archive', may: permissions['team.manage'], act: post(({ project }) => `/api/team/${project}:archive`) },
  {
    call: 'Delete',
    may: permissions['team.manage'],
    async act(who, world) {
      await server.running.storage.db.execute(sql`delete from automations where team = ${world.project}`)
      await server.running.storage.db.execute(
        sql`delete from members where team = ${world.project} and role <> 'Owner' and uid <> ${who.uid}`,
      )
      const { status, text } = await who.save(`teams/${world.project}`, { payload: { deleted: true } })
      // An Administrator is a member: the rule about members answers, not the one about rights.
      return text.includes('It still contains members') ? 200 : status
    },
  },
  {
    call: 'Invite members',
    may: permissions['member.manage'],
    act: post(({ project }) => `/api/team/${project}:invite`, { email: 'new@example.com' }),
  },
  {
    call: 'Change a role',
    may: permissions['member.manage'],
    act: ofProject(({ other }: World) => ({ members: { [other]: { status: 'Administrator' } } })),
  },
  { call: 'Remove a member', may: permissions['member.manage'], act: ofProject(({ other }: World) => ({ members: { [other]: null } })) },
  {
    call: 'Manage holidays',
    may: permissions['holiday.manage'],
    act: ofProject(() => ({ holidayCalendar: { [newId()]: { date: '2026-12-24', dateEnd: '2026-12-24', label: 'Break' } } })),
  },
  {
    call: 'Manage sites',
    may: permissions['site.manage'],
    act: ofProject(() => ({ sites: { [newId()]: { name: 'Gate', timezone: 'America/Denver', countryCode: 'US' } } })),
  },
  { call: 'Read the daily log', may: permissions['project.read'], act: get(({ project }) => `/api/team/${project}/log/2026-03-02`) },
  {
    call: 'Complete a day of the daily log',
    may: permissions['execution.decide'],
    act: post(({ project }) => `/api/team/${project}/log/2026-03-02`, { completed: true }),
  },
  {
    call: 'See usage',
    may: permissions['usage.read'],
    async act(who, { project }) {
      const { status, body } = await who.get<{ usage?: object }>(`/api/teams/${project}?include=team.usage`)
      return status === 200 && body.usage === undefined ? 403 : status
    },
  },
  {
    call: 'Choose from people to invite',
    may: permissions['member.manage'],
    act: async (who, { project }) => (await who.get(`/api/lookups/${who.uid}/procore-project-users?team=${project}`)).status,
  },
  { call: 'Fill in a form', may: permissions['form.fill'], act: save(({ form }) => `forms/${form}/${newId()}`, { what: 'x' }) },
  { call: 'Read all records', may: permissions['record.readAll'], act: get(({ record }) => `/api/data/${record}`) },
  {
    call: 'Change a record of others',
    may: permissions['record.update'],
    act: async (who, { record }) => (await who.save(record, { payload: { what: 'y' }, base: { what: 'x' } }, { 'if-match': '"1"' })).status,
  },
  {
    call: 'Delete a record',
    may: permissions['record.delete'],
    act: async (who, { record }) => (await who.save(record, { payload: { deleted: true } }, { 'if-match': '"1"' }, 'PATCH')).status,
  },
]

/**
 * The rights of the roles of a project's billing account; the people are also members of the project, so
 * that they can see it.
 */
const inBilling: readonly Row[] = [
  {
    call: 'Read the account',
    may: billingPermissions['billing.read'],
    act: get(({ billing }) => `/api/billing/${billing}?include=billing.permitTypes`),
  },
  {
    call: 'Create a project of the account',
    may: billingPermissions['project.create'],
    act: async (who, { billing }) =>
      (await who.save(`teams/${newId()}`, { payload: { name: 'New', owner: who.uid, billingAccount: billing, deleted: false } })).status,
  },
  {
    call: 'Edit the company list',
    may: billingPermissions['list.edit'],
    act: save(
      ({ project }) => `teams/${project}/companies/${newId()}`,
      () => ({ name: newId() }),
    ),
  },
  {
    call: 'Edit the trade list',
    may: billingPermissions['list.edit'],
    act: save(
      ({ project }) => `teams/${project}/trades/${newId()}`,
      () => ({ name: newId() }),
    ),
  },
  {
    call: 'Edit certification types',
    may: billingPermissions['list.edit'],
    act: save(
      ({ billing }) => `billing/${billing}/permitTypes/${newId()}`,
      () => ({ name: newId() }),
    ),
  },
  { call: 'Mark a template', may: billingPermissions['template.mark'], act: ofProject({ isTemplate: true }) },
  {
    call: 'Disable a person of its projects alone',
    may: ['Owner'],
    act: post(({ other }) => `/api/people/${other}:disable`, { disabled: true }),
  },
]

let devices: Device[] = []
beforeAll(async () => {
  devices = await Promise.all([owner, manager, foreman, worker, outsider, otherWorker].map((mobile) => server.person(mobile)))
})

/** A new project with one person per role, its account, a form, and a record of another person. */
async function world(roles: 'project' | 'billing'): Promise<World> {
  const [project, billing, form, record, other] = [newId(), newId(), newId(), newId(), newId()]
  const path = `forms/${form}/${record}`
  await server.running.storage.transaction(async (db) => {
    await db.execute(sql`insert into billing_accounts (id, name, status) values (${billing}, 'Account', 'Active')`)
    await db.execute(sql`insert into teams (id, name, billing) values (${project}, 'Project', ${billing})`)
    await db.execute(sql`insert into people (uid, name, mobile) values (${other}, 'Other', null)`)
    await db.execute(sql`insert into members (team, uid, role) values (${project}, ${other}, 'Member')`)
    await db.execute(
      sql`insert into forms (key, team, settings, version) select ${form}, ${project}, settings, version from forms where key = 'hazard-report'`,
    )
    await db.execute(
      sql`insert into records (path, tenant, rev, model, created_by, created_device, updated_by)
        values (${path}, ${project}, 1, '{"what": "x"}'::jsonb, ${other}, 'elsewhere', ${other})`,
    )
    for (const [at, role] of (roles === 'project' ? projectRoles : billingRoles).entries()) {
      if (role === 'not a member') {
        if (roles === 'billing')
          await db.execute(sql`insert into members (team, uid, role) values (${project}, ${devices[at]?.uid}, 'Member')`)
        continue
      }
      await (roles === 'project'
        ? db.execute(sql`insert into members (team, uid, role) values (${project}, ${devices[at]?.uid}, ${role})`)
        : db.execute(sql`insert into billing_members (billing, uid, role) values (${billing}, ${devices[at]?.uid}, ${role})`))
      if (roles === 'billing')
        await db.execute(sql`insert into members (team, uid, role) values (${project}, ${devices[at]?.uid}, 'Member')`)
    }
  })
  return { project, billing, form, record: path, other }
}

const printed: string[] = []

async function walk(kind: 'project' | 'billing', rows: readonly Row[], roles: readonly Role[]): Promise<void> {
  const wrong: string[] = []
  printed.push(`| | ${roles.join(' | ')} |`, `|---|${roles.map(() => ':-:').join('|')}|`)
  for (const { call, may, act } of rows) {
    const marks: string[] = []
    for (const [at, role] of roles.entries()) {
      const status = await act(devices[at] as Device, await world(kind))
      const allowed = status === 200
      if (!allowed && status !== 403 && status !== 404) wrong.push(`${call} as ${role} answers ${status}`)
      if (allowed !== may.includes(role)) wrong.push(`${call} as ${role} is ${allowed ? 'allowed' : `refused (${status})`}`)
      marks.push(allowed ? 'yes' : '–')
    }
    printed.push(`| ${call} | ${marks.join(' | ')} |`)
  }
  expect(wrong).toEqual([])
}

describe('who may do what', () => {
  it('CO-343 CO-344 CO-345 CO-346 CO-347 CO-348 CO-349 CO-350 CO-351 CO-353 CO-355 CO-356 CO-357 in a project: the server allows exactly what the table says', async () => {
    printed.push('## In a project', '')
    await walk('project', inProject, projectRoles)
  })
  it('CO-160 CO-171 CO-358 CO-365 CO-366 with a billing account: the server allows exactly what the table says', async () => {
    printed.push('', '## With the billing account of a project', '')
    await walk('billing', inBilling, billingRoles as readonly Role[])
  })
  it('is printed in docs/permissions.md as it is', () => {
    const text = `${[
      '# Who may do what',
      '',
      'Printed by `server/routes/permissions.test.ts`, which asks the server for every cell. `PRINT=1 npx vitest run server/routes/permissions.test.ts` writes it again.',
      '',
      ...printed,
    ].join('\n')}\n`
    if (process.env['PRINT']) writeFileSync(file, text)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})
