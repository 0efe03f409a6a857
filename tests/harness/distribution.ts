import pg from 'pg'

/** How a table reaches the billing account: a column of its own, or the columns that lead there, one table at a time. */
export type Way = readonly [column: string, ...via: readonly { readonly table: string; readonly key: string; readonly column: string }[]]

const project = { table: 'teams', key: 'id', column: 'billing' } as const
const through = (table: string, key = 'id', column = 'team') => ({ table, key, column })

const own: Way = ['billing']
const byTeam: Way = ['team', project]
/** The tenant of a record is its project; that of other records is a person, a device or an account itself. */
const byTenant: Way = ['tenant', project]
const byBot: Way = ['automation', through('automations'), project]
const byRecord: Way = ['path', through('records', 'path', 'tenant'), project]
const byForm: Way = ['form', through('forms', 'key'), project]

/** The tables with data of a company: their rows go to the server of the company's billing account. */
export const distributed: Readonly<Record<string, Way>> = {
  billing_accounts: ['id'],
  billing_links: own,
  billing_members: own,
  devices: own,
  directories: own,
  directory_groups: own,
  directory_people: own,
  libraries: own,
  usage_counts: own,
  usage_messages: own,
  usage_people: own,
  library_documents: ['library', { table: 'libraries', key: 'key', column: 'billing' }],
  directory_group_members: ['grp', through('directory_groups', 'id', 'billing')],
  device_commands: ['device', { table: 'devices', key: 'id', column: 'billing' }],
  teams: own,
  tenants: ['id', project],
  automations: byTeam,
  daily_log_days: byTeam,
  daily_log_entries: byTeam,
  deleted_members: byTeam,
  executions: byTeam,
  form_lists: byTeam,
  form_trials: byTeam,
  forms: byTeam,
  holidays_ignored: byTeam,
  list_imports: byTeam,
  lookup_items: byTeam,
  members: byTeam,
  sites: byTeam,
  usage_days: byTeam,
  usage_seen: byTeam,
  changes: byTenant,
  feed_entries: byTenant,
  files: byTenant,
  receipts: byTenant,
  records: byTenant,
  attendance_doubts: byRecord,
  manpower_reports: byRecord,
  permit_steps: byRecord,
  record_edits: byRecord,
  chain_links: byRecord,
  form_versions: ['key', through('forms', 'key'), project],
  report_changes: byForm,
  report_days: byForm,
  training_questions: byForm,
  trial_records: ['trial', through('form_trials', 'token_sha256'), project],
  list_import_rows: ['import', through('list_imports'), project],
  bot_codes: byBot,
  chats: byBot,
  demo_requests: byBot,
  kiosk_codes: byBot,
  kiosk_contacts: byBot,
  kiosk_devices: byBot,
  kiosk_tickets: byBot,
  chat_messages: ['chat', through('chats', 'id', 'automation'), through('automations'), project],
  execution_messages: ['execution', through('executions'), project],
}

/** The tables that every company shares, and why: they stay on one server, or each server has a copy. */
export const shared: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...[
        'people',
        'sessions',
        'passkeys',
        'passkey_challenges',
        'logins',
        'login_tickets',
        'login_requests',
        'pins',
        'pin_browsers',
        'sign_in_links',
      ],
      ...['grants', 'impersonations', 'push_choices', 'push_subscriptions', 'reports', 'lost_saves', 'kiosk_checks'],
    ].map((table) => [table, 'a person works for several companies']),
  ),
  ...Object.fromEntries(
    ['sms_inbox', 'sms_outbox', 'mail_outbox', 'text_claims', 'text_refusals'].map((table) => [
      table,
      'a number or an address has no company',
    ]),
  ),
  ...Object.fromEntries(['audit_entries', 'audit_places'].map((table) => [table, 'an entry is about several companies'])),
  ...Object.fromEntries(
    ['holidays', 'named_rows'].map((table) => [table, 'the parent is a project or an account: it needs a column for the kind']),
  ),
  ...Object.fromEntries(
    ['payment_customers', 'payment_events', 'simulated_log', 'simulated_log_days'].map((table) => [
      table,
      'of the built-in provider, or of its events',
    ]),
  ),
  ...Object.fromEntries(['limits', 'turns', 'push_keys', 'migrations', 'site'].map((table) => [table, 'of the server itself'])),
  invites: 'an invitation is to a project or to an account, and is found by its token',
  jobs: 'the queue of all servers; `tenant` in the payload names the project where there is one',
  short_links: 'found by its code, before the company is known',
  translations: 'the same for all companies',
}

interface Index {
  readonly name: string
  readonly isPrimary: boolean
  readonly columns: readonly string[]
}

export interface FoundTable {
  readonly columns: readonly string[]
  /** The unique indexes; a column may be an expression. */
  readonly keys: readonly Index[]
}

/** Runs `work` with a client of the database. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The tables of the product, as the catalogue of the database has them. */
export async function tablesOf(client: pg.Client): Promise<Map<string, FoundTable>> {
  const { rows } = await client.query<FoundTable & { name: string }>(
    `select c.relname as name,
        (select jsonb_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
        coalesce((select jsonb_agg(jsonb_build_object('name', i.relname, 'isPrimary', x.indisprimary, 'columns',
            (select jsonb_agg(pg_get_indexdef(x.indexrelid, n, true) order by n) from generate_series(1, x.indnkeyatts) n)) order by i.relname)
          from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid and x.indisunique), '[]') as keys
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  return new Map(rows.map(({ name, columns, keys }) => [name, { columns, keys }]))
}

/** The account of a row `t0`, and the joins that lead to it. A project without an account is an account of its own. */
function accountOf([column, ...via]: Way): { account: string; joins: string } {
  const known = [`t0.${column}`]
  const joins = via.map(({ table, key, column: next }, n) => {
    const join = ` left join ${table} t${n + 1} on t${n + 1}.${key} = ${known[n]}`
    known.push(`t${n + 1}.${next}`)
    return join
  })
  return { account: `coalesce(${[...known].reverse().join(', ')}, '')`, joins: joins.join('') }
}

/**
 * Makes a copy of a table that is partitioned by the hash of its account, with the account in front of each unique key, and
 * fills it. Returns the rows of both, and the partitions that a query for one account reads.
 */
export async function partitionedCopy(
  client: pg.Client,
  table: string,
  keys: readonly Index[],
): Promise<{ rows: number; copied: number; withoutAccount: number; read: number }> {
  const way = distributed[table]
  if (!way) throw new Error(`${table} is not distributed`)
  const { account, joins } = accountOf(way)
  const copy = `partitioned.${table}`
  await client.query('create schema if not exists partitioned')
  await client.query(`create table ${copy} (account text not null, like public.${table}) partition by hash (account)`)
  for (let part = 0; part < 4; part++)
    await client.query(`create table ${copy}_${part} partition of ${copy} for values with (modulus 4, remainder ${part})`)
  for (const { isPrimary, columns } of keys)
    await client.query(
      isPrimary
        ? `alter table ${copy} add primary key (account, ${columns.join(', ')})`
        : `create unique index on ${copy} (account, ${columns.join(', ')})`,
    )
  await client.query(`insert into ${copy} select ${account}, t0.* from public.${table} t0${joins}`)
  const { rows } = await client.query<{ rows: number; copied: number; without: number }>(
    `select (select count(*)::int from public.${table}) as rows, (select count(*)::int from ${copy}) as copied,
      (select count(*)::int from ${copy} where account = '') as without`,
  )
  const plan = await client.query<{ 'QUERY PLAN': string }>(`explain select * from ${copy} where account = 'one'`)
  const read = plan.rows.filter(
    (row) => /Scan (?:using \S+ )?on /.test(row['QUERY PLAN']) && !row['QUERY PLAN'].includes('Bitmap Index'),
  ).length
  const [counts] = rows
  return { rows: counts?.rows ?? 0, copied: counts?.copied ?? 0, withoutAccount: counts?.without ?? 0, read }
}
