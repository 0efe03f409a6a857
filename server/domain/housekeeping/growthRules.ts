import { type SQL, sql } from 'drizzle-orm'
import { grantDays } from '../../../contract/endpoints/grants.ts'
import { pruneJobs } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { pruneAudit } from '../audit/auditOf.ts'
import { pruneChanges } from '../changes/changesAfter.ts'
import { pruneDemoRequests } from '../demo-requests/beginDemo.ts'
import { dropOldUploads, dropOrphans } from '../files/uploads.ts'
import { reclaimCodes } from '../posters/contentOfPoster.ts'
import { pruneEdits } from '../records/lastChanges.ts'
import { pruneReceipts } from '../records/reconcileOps.ts'

/** What a table grows with, and what keeps it from growing for ever, or why it is kept. */
export type GrowthRule = { readonly grows: string } & (
  | { readonly kept: string }
  /** `gone` is the condition on a row that is deleted, `when` says the same in words. */
  | { readonly when: string; readonly gone: SQL }
  /** Deletes in batches by itself. `after` names a table with rows that have to be deleted first. */
  | { readonly when: string; readonly after?: string; prune(app: App): Promise<unknown> }
)

const older = (column: string, days: number): SQL => sql`${sql.identifier(column)} < now() - make_interval(days => ${days})`
const expired = sql`expires_at < now()`

const evidence = 'evidence of the company'
const company = 'the company as it is'
const withIt = (table: string) => `goes with its row of ${table}`

/**
 * One line for each table. The housekeeping runs the rules in this order every hour; docs/operation.md shows them.
 * `lost_saves` is before `receipts`, which needs it: a loss without its receipt would look like one again.
 */
export const growthRules: Readonly<Record<string, GrowthRule>> = {
  sessions: {
    grows: 'sign-ins',
    when: 'when they expire; those of disabled people 180 days later, so that a device learns why',
    gone: sql`expires_at < now() and (expires_at < now() - interval '180 days'
      or not exists (select 1 from people p where p.uid = sessions.uid and p.disabled))`,
  },
  sign_in_links: { grows: 'sign-in links', when: 'when they expire', gone: expired },
  audit_entries: {
    grows: 'changed access of people',
    when: 'after two years, or beyond 100,000',
    prune: ({ storage }) => pruneAudit(storage.db),
  },
  audit_places: { grows: 'changed access of people', kept: withIt('audit_entries') },
  form_trials: { grows: 'trials of forms', when: '7 days after they ended', gone: older('expires_at', 7) },
  trial_records: { grows: 'records of trials', kept: withIt('form_trials') },
  pins: { grows: 'PINs', when: 'when they expire', gone: expired },
  pin_browsers: { grows: 'PINs', when: 'when they expire', gone: expired },
  login_tickets: { grows: 'sign-ins with another system', when: 'when they expire', gone: expired },
  login_requests: { grows: 'sign-ins with SAML', when: 'when they expire', gone: expired },
  passkey_challenges: { grows: 'sign-ins with a passkey', when: 'when they expire', gone: expired },
  limits: {
    grows: 'counted requests',
    when: `after 2 days, those of a minute after 10 minutes, those of a grant after ${grantDays} days`,
    gone: sql`window_start < now() - make_interval(days => ${grantDays})
      or (window_start < now() - interval '2 days' and key not like 'grant-%')
      or (window_start < now() - interval '10 minutes' and key like 'rate:%')`,
  },
  sms_outbox: { grows: 'texts', when: 'after 30 days', gone: older('created_at', 30) },
  mail_outbox: { grows: 'mails', when: 'after 30 days', gone: older('created_at', 30) },
  sms_inbox: { grows: 'received texts', when: 'after 400 days', gone: older('at', 400) },
  text_claims: { grows: 'texts', when: 'after 30 days', gone: older('first_at', 30) },
  payment_events: { grows: 'events of the card provider', when: 'after 400 days', gone: older('at', 400) },
  device_commands: {
    grows: 'commands to devices',
    when: '90 days after they were asked for; those that no device has done, after 400 days',
    gone: sql`asked_at < now() - interval '400 days' or (asked_at < now() - interval '90 days' and (done_at is not null or failed is not null))`,
  },
  short_links: { grows: 'links in texts', when: '30 days after they expired', gone: older('expires_at', 30) },
  translations: { grows: 'translated texts', when: '400 days after their last use', gone: older('used_at', 400) },
  impersonations: { grows: 'views as another person', when: 'after 400 days', gone: older('expires_at', 400) },
  invites: {
    grows: 'invitations',
    when: '400 days after they expired; one that waits stays on the list of its project',
    gone: sql`expires_at < now() - interval '400 days' and (accepted_at is not null or team is null)`,
  },
  reports: { grows: 'reports that people ran', when: 'after 30 days, and beyond 50 of a person', gone: older('created_at', 30) },
  demo_requests: {
    grows: 'visitors of the demo',
    when: 'after 400 days, if their conversation is gone',
    prune: ({ storage }) => pruneDemoRequests(storage),
  },
  jobs: {
    grows: 'saves, texts, mails',
    when: '30 days after they were done, those of a save at once; those that failed for good, after 400 days',
    prune: ({ storage }) => pruneJobs(storage),
  },
  lost_saves: { grows: 'saves that a device lost', when: 'after 430 days', gone: older('told_at', 430) },
  receipts: {
    grows: 'saves',
    when: 'after 430 days; discarded saves without an account after 30',
    after: 'lost_saves',
    prune: ({ storage }) => pruneReceipts(storage),
  },
  changes: {
    grows: 'saves',
    when: 'after 60 days; a device that comes back later reads everything again',
    prune: ({ storage }) => pruneChanges(storage),
  },
  record_edits: {
    grows: 'changed records',
    when: 'after 430 days, unless a person still has to look at them',
    prune: ({ storage }) => pruneEdits(storage.db, 430),
  },
  grants: { grows: 'log-outs on shared devices', when: '30 days after they expired', gone: older('expires_at', 30) },
  kiosk_tickets: { grows: 'pairings of kiosks', when: 'when they expire', gone: expired },
  kiosk_checks: { grows: 'PINs at kiosks', when: 'after a day', gone: older('at', 1) },
  kiosk_devices: { grows: 'paired kiosks', when: '400 days after they were removed', gone: older('revoked_at', 400) },
  bot_codes: { grows: 'posters', when: 'three months after their bot was archived', prune: reclaimCodes },
  files: {
    grows: 'photos, documents, signatures',
    when: 'unfinished uploads, and files that no record names',
    async prune(app) {
      await dropOldUploads(app)
      await dropOrphans(app)
    },
  },

  usage_days: { grows: 'people on a day', when: 'after 60 days: a project page shows 30', gone: older('day', 60) },
  usage_seen: { grows: 'people of projects', when: '60 days after their last day', gone: older('day', 60) },
  report_days: { grows: 'days of forms in reports', when: '30 days after they were counted', gone: older('counted_at', 30) },
  report_changes: {
    grows: 'late saves and edits',
    when: 'after 31 days: a day of a report is counted again after 30',
    gone: older('noted_at', 31),
  },

  records: { grows: 'saves', kept: evidence },
  chain_links: { grows: 'saves', kept: 'proves that no save was changed or removed' },
  feed_entries: { grows: 'messages of records', kept: evidence },
  permit_steps: { grows: 'decisions on permits', kept: evidence },
  attendance_doubts: { grows: 'doubtful times at gates', kept: evidence },
  executions: { grows: 'conversations by text', kept: evidence },
  execution_messages: { grows: 'conversations by text', kept: evidence },
  manpower_reports: { grows: 'conversations by text', kept: evidence },
  chats: { grows: 'chats', kept: 'people read them again' },
  chat_messages: { grows: 'chats', kept: 'people read them again' },
  daily_log_entries: { grows: 'entries of daily logs', kept: 'an entry must not be written twice' },
  daily_log_days: { grows: 'closed days', kept: evidence },
  simulated_log: { grows: 'entries of the demo', kept: 'only in the demo' },
  simulated_log_days: { grows: 'days of the demo', kept: 'only in the demo' },
  usage_messages: { grows: 'texts', kept: 'accounts are charged by it' },
  usage_people: { grows: 'people on a day', kept: 'accounts are charged by it' },
  usage_counts: { grows: 'billing periods', kept: 'accounts are charged by it' },
  form_versions: { grows: 'published forms', kept: 'records are shown with their version' },
  text_refusals: { grows: 'numbers that want no texts', kept: 'a refusal holds' },
  deleted_members: { grows: 'removed members', kept: 'says who left a project' },
  list_imports: { grows: 'imports of lists', kept: 'the last one of a list, so that it can be undone' },
  list_import_rows: { grows: 'imports of lists', kept: withIt('list_imports') },
  payment_customers: { grows: 'accounts', kept: 'only in the demo' },

  automations: { grows: 'bots', kept: company },
  billing_accounts: { grows: 'accounts', kept: company },
  billing_links: { grows: 'invitations to accounts', kept: company },
  billing_members: { grows: 'people of accounts', kept: company },
  devices: { grows: 'devices', kept: company },
  directories: { grows: 'accounts with a directory', kept: company },
  directory_people: { grows: 'people of directories', kept: 'a directory may bring a person back' },
  directory_groups: { grows: 'groups of directories', kept: company },
  directory_group_members: { grows: 'people of directories', kept: company },
  form_lists: { grows: 'lists of forms', kept: company },
  forms: { grows: 'forms', kept: company },
  holidays: { grows: 'holidays', kept: company },
  holidays_ignored: { grows: 'holidays', kept: company },
  kiosk_codes: { grows: 'bots', kept: company },
  kiosk_contacts: { grows: 'bots', kept: company },
  libraries: { grows: 'libraries', kept: company },
  library_documents: { grows: 'documents of libraries', kept: company },
  logins: { grows: 'linked logins', kept: company },
  lookup_items: { grows: 'entries of lists', kept: company },
  members: { grows: 'members of projects', kept: company },
  named_rows: { grows: 'entries of lists', kept: company },
  passkeys: { grows: 'passkeys', kept: company },
  people: { grows: 'people', kept: company },
  push_choices: { grows: 'people', kept: company },
  push_subscriptions: { grows: 'browsers with notices', kept: withIt('sessions') },
  sites: { grows: 'sites', kept: company },
  teams: { grows: 'projects', kept: company },
  tenants: { grows: 'projects and people', kept: company },
  training_questions: { grows: 'forms', kept: company },

  migrations: { grows: 'versions of Muster', kept: 'one row for each migration' },
  push_keys: { grows: 'nothing', kept: 'one row' },
  site: { grows: 'nothing', kept: 'one row' },
  turns: { grows: 'nothing', kept: 'one row for each task of the clock' },
}

/** The rules as lines of the table in docs/operation.md. */
export const growthLines = (): string[] =>
  Object.entries(growthRules).map(([table, rule]) => {
    const end = 'kept' in rule ? `kept: ${rule.kept}` : `deleted ${rule.when}`
    return `| \`${table}\` | ${rule.grows} | ${end} |`
  })
