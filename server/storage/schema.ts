import { sql } from 'drizzle-orm'
import type { BillingRole, BillingStatus } from '../../contract/endpoints/billing/billing.ts'
import type { Source } from '../../contract/endpoints/projects.ts'
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/**
 * The tables as the code uses them. sql/migrations creates the database; storage.test.ts compares the two.
 * Ids are text, times are timestamptz, 64-bit counters are numbers (they stay far below 2^53).
 */

type Json = Record<string, unknown>

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const now = (name: string) => at(name).notNull().defaultNow()
const counter = (name: string) => bigint(name, { mode: 'number' })

/**
 * An account. The record at `people/{uid}` holds the fields that the person may change; save_record()
 * copies its language here.
 */
export const people = pgTable('people', {
  uid: text('uid').primaryKey(),
  mobile: text('mobile').unique(),
  name: text('name').notNull(),
  lang: text('lang'),
  isAdmin: boolean('is_admin').notNull().default(false),
  isBeta: boolean('is_beta').notNull().default(false),
  disabled: boolean('disabled').notNull().default(false),
  email: text('email'),
  /** The person has proved that the address is theirs. */
  emailVerified: boolean('email_verified').notNull().default(false),
  /** The person's employer, as the person entered it. */
  company: text('company'),
  createdAt: now('created_at'),
  /** uid of the person who disabled this account, and whether only a product administrator can undo it. */
  disabledBy: text('disabled_by'),
  disabledByAdmin: boolean('disabled_by_admin').notNull().default(false),
})

/** A project (spec/3 §3.1). */
export const teams = pgTable('teams', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  model: jsonb('model').$type<Json>().notNull().default({}),
  /** The billing account; null for a Free Trial. */
  billing: text('billing'),
  source: text('source').$type<Source>().notNull().default('own'),
  archived: boolean('archived').notNull().default(false),
  deleted: boolean('deleted').notNull().default(false),
  isTemplate: boolean('is_template').notNull().default(false),
  rev: integer('rev').notNull().default(1),
  createdAt: now('created_at'),
})

export const billingAccounts = pgTable('billing_accounts', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  status: text('status').$type<BillingStatus>().notNull().default('Trial'),
  model: jsonb('model').$type<Json>().notNull().default({}),
  rev: integer('rev').notNull().default(1),
  deleted: boolean('deleted').notNull().default(false),
  createdAt: now('created_at'),
  /** A plan of contract/rules/plans.ts. Null: no quota applies. */
  plan: text('plan'),
  broadcast: boolean('broadcast').notNull().default(false),
  /** The customer id at the card provider. */
  customer: text('customer'),
  periodStart: at('period_start'),
  periodEnd: at('period_end'),
  /** Extra messages of one month, earned by referrals. */
  bonus: integer('bonus').notNull().default(0),
  /** Messages per period after which bots pause. Null: each message beyond the plan is charged. */
  quota: integer('quota'),
  cancelAt: at('cancel_at'),
  /** The last state that the provider reported: card, status. */
  payments: jsonb('payments').$type<Json>().notNull().default({}),
  paymentsRev: integer('payments_rev').notNull().default(0),
  /** The Owners and Administrators of the account must sign in with a passkey. */
  requirePasskey: boolean('require_passkey').notNull().default(false),
})

/**
 * Text messages of bots, each with the account that paid for it at that time; written by `take_message()`.
 */
export const usageMessages = pgTable(
  'usage_messages',
  {
    opId: text('op_id').primaryKey(),
    billing: text('billing').notNull(),
    team: text('team').notNull(),
    automation: text('automation'),
    at: now('at'),
    /** Not sent and not counted: the quota was used up, or the account is cancelled. */
    held: boolean('held').notNull().default(false),
  },
  (t) => [index('usage_messages_billing').on(t.billing, t.at), index('usage_messages_team').on(t.team, t.at)],
)

/** Messages counted against a quota in a period. A missing row is counted again from `usage_messages`. */
export const usageCounts = pgTable(
  'usage_counts',
  {
    billing: text('billing').notNull(),
    /** Start of the period. */
    since: timestamp('since', { withTimezone: true }).notNull(),
    used: integer('used').notNull(),
  },
  (t) => [primaryKey({ columns: [t.billing, t.since] })],
)

/**
 * The people who worked on a day, each once per project; triggers write it. `billing` is `free:{uid}` for projects without an account.
 */
export const usagePeople = pgTable(
  'usage_people',
  {
    billing: text('billing').notNull(),
    team: text('team').notNull(),
    day: date('day').notNull(),
    person: text('person').notNull(),
    automation: text('automation'),
    supervisor: boolean('supervisor').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.team, t.day, t.person] }), index('usage_people_billing').on(t.billing, t.day)],
)

/** The people of a project on each of the last days, counted by triggers of `usage_people`. */
export const usageCountedDays = pgTable(
  'usage_days',
  {
    team: text('team').notNull(),
    day: date('day').notNull(),
    people: integer('people').notNull(),
    supervisors: integer('supervisors').notNull(),
  },
  (t) => [primaryKey({ columns: [t.team, t.day] })],
)

/** The last day of each person in a project, from the same triggers. */
export const usageSeen = pgTable(
  'usage_seen',
  { team: text('team').notNull(), person: text('person').notNull(), day: date('day').notNull() },
  (t) => [primaryKey({ columns: [t.team, t.person] }), index('usage_seen_day').on(t.team, t.day)],
)

/** The sums of the records of a form on a day that is over, for reports. */
export const reportDays = pgTable(
  'report_days',
  {
    form: text('form').notNull(),
    tz: text('tz').notNull(),
    day: date('day').notNull(),
    version: integer('version').notNull(),
    counts: jsonb('counts').$type<Json>().notNull(),
    /** The changes of the day within the hour before the count, which has seen them. */
    changes: integer('changes').notNull().default(0),
    countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.form, t.tz, t.day] })],
)

/** Late saves and edits of days that are over; triggers write it. A kept day with such a change is counted again. */
export const reportChanges = pgTable(
  'report_changes',
  { form: text('form').notNull(), at: timestamp('at', { withTimezone: true }).notNull(), notedAt: now('noted_at') },
  (t) => [index('report_changes_form').on(t.form, t.at, t.notedAt)],
)

/** Links in e-mails that people without an account open. */
export const billingLinks = pgTable(
  'billing_links',
  {
    token: text('token').primaryKey(),
    billing: text('billing').notNull(),
    kind: text('kind').$type<'request' | 'refer'>().notNull(),
    byUid: text('by_uid').notNull(),
    source: text('source'),
    email: text('email').notNull(),
    createdAt: now('created_at'),
    usedAt: at('used_at'),
  },
  (t) => [index('billing_links_billing').on(t.billing)],
)

/** Events of the card provider that are already processed. */
export const paymentEvents = pgTable('payment_events', { id: text('id').primaryKey(), at: now('at') })

/** Documents of the built-in card provider. */
export const paymentCustomers = pgTable('payment_customers', {
  id: text('id').primaryKey(),
  body: jsonb('body').$type<Json>().notNull(),
  dueAt: at('due_at'),
})

export const billingMembers = pgTable(
  'billing_members',
  {
    billing: text('billing').notNull(),
    uid: text('uid').notNull(),
    role: text('role').$type<BillingRole>().notNull(),
    createdAt: now('created_at'),
  },
  (t) => [primaryKey({ columns: [t.billing, t.uid] }), index('billing_members_uid').on(t.uid)],
)

/** An invitation by e-mail to a project or to a billing account. */
export const invites = pgTable(
  'invites',
  {
    id: text('id').primaryKey(),
    team: text('team'),
    billing: text('billing'),
    email: text('email').notNull(),
    name: text('name'),
    role: text('role').$type<'Owner' | 'Administrator' | 'Member' | 'Worker'>().notNull(),
    tokenSha256: text('token_sha256').notNull().unique(),
    invitedBy: text('invited_by').notNull(),
    createdAt: now('created_at'),
    expiresAt: at('expires_at').notNull(),
    acceptedBy: text('accepted_by'),
    acceptedAt: at('accepted_at'),
    /** The number that it went to by text. */
    mobile: text('mobile'),
  },
  (t) => [index('invites_mobile').on(t.team, t.mobile).where(sql`mobile is not null and accepted_at is null`)],
)

/** A bot (spec/3 §3.2). */
export const automations = pgTable(
  'automations',
  {
    id: text('id').primaryKey(),
    /** Id of the project, or `private`. */
    team: text('team').notNull(),
    owner: text('owner').notNull(),
    class: text('class').notNull(),
    title: text('title').notNull(),
    form: text('form'),
    site: text('site'),
    parent: text('parent'),
    demo: boolean('demo').notNull().default(false),
    disabled: boolean('disabled').notNull().default(false),
    archived: boolean('archived').notNull().default(false),
    deleted: boolean('deleted').notNull().default(false),
    model: jsonb('model').$type<Json>().notNull().default({}),
    rev: integer('rev').notNull().default(1),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
    /** Since when it is archived or deleted (migrations/0057-resting-forms.ts). */
    restsSince: at('rests_since'),
  },
  (t) => [
    index('automations_team').on(t.team).where(sql`not deleted`),
    index('automations_parent').on(t.parent).where(sql`parent is not null and not deleted`),
    index('automations_contacts').using('gin', sql`(model -> 'contacts') jsonb_path_ops`).where(sql`not deleted`),
  ],
)

export const members = pgTable(
  'members',
  {
    team: text('team').notNull(),
    uid: text('uid').notNull(),
    role: text('role').$type<'Owner' | 'Administrator' | 'Member' | 'Worker'>().notNull(),
    createdAt: now('created_at'),
    /** The beginning of the person's name in lower case, by triggers. */
    sorted: text('sorted'),
  },
  (t) => [primaryKey({ columns: [t.team, t.uid] }), index('members_uid').on(t.uid)],
)

export const sites = pgTable(
  'sites',
  {
    id: text('id').primaryKey(),
    team: text('team').notNull(),
    name: text('name').notNull(),
    /** IANA name, e.g. `America/Chicago`. */
    timezone: text('timezone').notNull(),
    country: text('country').notNull(),
  },
  (t) => [index('sites_team').on(t.team)],
)

/**
 * One entry of a project's named lookup list (employees, vendors, trades …), sorted by `position`, then
 * label.
 */
export const lookupItems = pgTable(
  'lookup_items',
  {
    team: text('team').notNull(),
    lookup: text('lookup').notNull(),
    id: text('id').notNull(),
    label: text('label').notNull(),
    attributes: jsonb('attributes').$type<Json>().notNull().default({}),
    position: integer('position').notNull().default(0),
    source: text('source').$type<'own' | 'member' | 'connection'>().notNull().default('own'),
    disabled: boolean('disabled').notNull().default(false),
    /** The id of the entry that stays instead of this one. */
    mergedInto: text('merged_into'),
    /** When a person merged it, by the device's time corrected by its skew. */
    mergedAt: at('merged_at'),
  },
  (t) => [
    primaryKey({ columns: [t.team, t.lookup, t.id] }),
    index('lookup_items_name').on(t.team, t.lookup, sql`lower(${t.label})`, t.id),
    index('lookup_items_lookup').on(t.lookup, t.id),
    index('lookup_items_merged').on(t.team, t.lookup, t.mergedInto).where(sql`${t.mergedInto} is not null`),
  ],
)

/** A list of the forms folder. */
export const formLists = pgTable(
  'form_lists',
  {
    team: text('team').notNull(),
    name: text('name').notNull(),
    sha256: text('sha256').notNull(),
    columns: jsonb('columns').$type<string[]>().notNull(),
    entries: integer('entries').notNull(),
    /** The entries as JSON. */
    items: text('items').notNull(),
  },
  (t) => [primaryKey({ columns: [t.team, t.name] })],
)

export const sessions = pgTable(
  'sessions',
  {
    tokenSha256: text('token_sha256').primaryKey(),
    uid: text('uid').notNull(),
    createdAt: now('created_at'),
    expiresAt: at('expires_at').notNull(),
    lastSeen: now('last_seen'),
    /** Identifies the session to its person. */
    id: text('id'),
    device: text('device').notNull().default(''),
    /** Browser and operating system, without exact versions. */
    agent: text('agent').notNull().default(''),
    network: text('network').notNull().default(''),
    /** The session's cookie has the `__Host-` prefix. */
    hostOnly: boolean('host_only').notNull().default(false),
    /** The person signed in with a passkey. */
    passkey: boolean('passkey').notNull().default(false),
  },
  (t) => [index('sessions_uid').on(t.uid), index('sessions_expires_at').on(t.expiresAt), uniqueIndex('sessions_id').on(t.id)],
)

/** Public keys that people sign in with. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    uid: text('uid').notNull(),
    publicKey: text('public_key').notNull(),
    counter: counter('counter').notNull(),
    transports: jsonb('transports').$type<string[]>().notNull().default([]),
    name: text('name').notNull(),
    createdAt: now('created_at'),
    usedAt: at('used_at'),
  },
  (t) => [index('passkeys_uid').on(t.uid, t.createdAt)],
)

/** Challenges that a passkey may still answer; each works once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  { challengeSha256: text('challenge_sha256').primaryKey(), uid: text('uid'), expiresAt: at('expires_at').notNull() },
  (t) => [index('passkey_challenges_expires_at').on(t.expiresAt)],
)

/** The key with which all servers of the database sign for push services. One row. */
export const pushKeys = pgTable('push_keys', {
  id: integer('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  sealed: text('sealed').notNull(),
})

/** Which site the database belongs to (server/domain/files/filesOwner.ts). One row. */
export const site = pgTable('site', {
  one: boolean('one').primaryKey().default(true),
  id: text('id').notNull(),
  restored: boolean('restored').notNull().default(false),
  home: text('home'),
})

/** Browsers that get notices. Each ends with the session that made it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    session: text('session').notNull(),
    uid: text('uid').notNull(),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: now('created_at'),
    deliveredAt: at('delivered_at'),
  },
  (t) => [index('push_subscriptions_session').on(t.session), index('push_subscriptions_uid').on(t.uid, t.createdAt)],
)

/** Which notices a person wants, and when. */
export const pushChoices = pgTable('push_choices', {
  uid: text('uid').primaryKey(),
  offKinds: jsonb('off_kinds').$type<string[]>().notNull().default([]),
  quietFrom: text('quiet_from'),
  quietUntil: text('quiet_until'),
  timezone: text('timezone'),
  details: boolean('details').notNull().default(false),
})

/** Maps an account of another system to a person of this one. */
export const logins = pgTable(
  'logins',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    uid: text('uid').notNull(),
    email: text('email'),
    createdAt: now('created_at'),
    usedAt: now('used_at'),
    /** Sealed (sealSecret), as the next one. */
    accessSealed: text('access_sealed'),
    refreshSealed: text('refresh_sealed'),
    accessUntil: at('access_until'),
    linkedAt: at('linked_at'),
    refreshingUntil: at('refreshing_until'),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] }), index('logins_uid').on(t.uid)],
)

/** A finished log-in at another system that waits for the page that started it; works once. */
export const loginTickets = pgTable(
  'login_tickets',
  {
    ticketSha256: text('ticket_sha256').primaryKey(),
    challenge: text('challenge'),
    identity: jsonb('identity').$type<Json>().notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('login_tickets_expires_at').on(t.expiresAt)],
)

/** A log-in at a provider that answers without our cookie; the answer deletes the row. */
export const loginRequests = pgTable(
  'login_requests',
  {
    stateSha256: text('state_sha256').primaryKey(),
    sealed: text('sealed').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('login_requests_expires_at').on(t.expiresAt)],
)

/** Each time a product administrator used the product as another person. */
export const impersonations = pgTable(
  'impersonations',
  {
    id: text('id').primaryKey(),
    tokenSha256: text('token_sha256').notNull().unique(),
    admin: text('admin').notNull(),
    uid: text('uid').notNull(),
    startedAt: now('started_at'),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [index('impersonations_uid').on(t.uid, t.startedAt), index('impersonations_admin').on(t.admin, t.startedAt)],
)

/** Who changed the rights of people, with the names of that time. `actor` is null for a command on the computer of the server. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: now('at'),
    what: text('what').notNull(),
    actor: text('actor'),
    actorName: text('actor_name').notNull(),
    subject: text('subject'),
    subjectName: text('subject_name').notNull(),
  },
  (t) => [index('audit_entries_at').on(t.at)],
)

/** The projects and billing accounts of the person of an entry: their managers may read it. */
export const auditPlaces = pgTable('audit_places', { place: text('place').notNull(), entry: counter('entry').notNull() }, (t) => [
  primaryKey({ columns: [t.place, t.entry] }),
  index('audit_places_entry').on(t.entry),
])

/** One-time links that sign a person in without a PIN. */
export const signInLinks = pgTable('sign_in_links', {
  uid: text('uid').primaryKey(),
  tokenSha256: text('token_sha256').notNull().unique(),
  expiresAt: at('expires_at').notNull(),
  /** uid of the person who made it, whose rights count again at its use; null for a command on the computer of the server. */
  madeBy: text('made_by'),
})

/**
 * Deferred-upload grants (contract/endpoints/grants.ts): a device may still upload the work of its person after
 * log-out.
 */
export const grants = pgTable(
  'grants',
  {
    id: text('id').primaryKey(),
    tokenSha256: text('token_sha256').notNull().unique(),
    uid: text('uid').notNull(),
    device: text('device').notNull(),
    createdAt: now('created_at'),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    revokedAt: at('revoked_at'),
    revokedBy: text('revoked_by'),
    /**
     * The session that the grant was issued with, when that session ended, and the operations that the
     * device had not sent by then.
     */
    session: text('session'),
    leftAt: at('left_at'),
    opIds: jsonb('op_ids').$type<string[]>(),
    deviceKey: text('device_key'),
    /** The person showed a passkey in that session. */
    passkey: boolean('passkey').notNull().default(false),
  },
  (t) => [index('grants_uid').on(t.uid, t.createdAt), index('grants_expires_at').on(t.expiresAt)],
)

/** The PIN last sent to a number. `tries` counts guesses; it is increased before a guess is checked. */
export const pins = pgTable('pins', {
  mobile: text('mobile').primaryKey(),
  hash: text('hash').notNull(),
  tries: integer('tries').notNull().default(0),
  createdAt: now('created_at'),
  expiresAt: at('expires_at').notNull(),
})

/** A copy of the PIN in `pins` for the browser that requested it. */
export const pinBrowsers = pgTable(
  'pin_browsers',
  {
    mobile: text('mobile').notNull(),
    /** Hash of the browser's cookie. */
    browser: text('browser').notNull(),
    hash: text('hash').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.mobile, t.browser] }), index('pin_browsers_expires_at').on(t.expiresAt)],
)

/** Rate limits shared by all servers: how often `key` was counted since `windowStart`. */
export const limits = pgTable('limits', {
  key: text('key').primaryKey(),
  windowStart: now('window_start'),
  count: integer('count').notNull().default(0),
})

export const forms = pgTable(
  'forms',
  {
    /** The name in URLs and paths: `/frontend/forms/{key}`, `forms/{key}/{recordId}`. */
    key: text('key').primaryKey(),
    team: text('team').notNull(),
    settings: jsonb('settings').$type<Json>().notNull(),
    name: text('name').generatedAlwaysAs(sql`settings ->> 'name'`),
    version: text('version').notNull(),
    public: boolean('public').notNull().default(false),
    publishedBy: text('published_by'),
    updatedAt: now('updated_at'),
    /** Number of publications that changed the form, from 1. */
    revision: integer('revision').notNull().default(1),
    /** Since when all its bots are archived or deleted (migrations/0057-resting-forms.ts). */
    restsSince: at('rests_since'),
    /** A demo bot fills it (migrations/0059-demo-records.ts). */
    demo: boolean('demo').notNull().default(false),
  },
  (t) => [
    index('forms_team').on(t.team),
    index('forms_resting').on(t.key).where(sql`rests_since is not null`),
    index('forms_demo').on(t.key).where(sql`demo`),
  ],
)

/** The form at each of its revisions, including the newest. */
export const formVersions = pgTable(
  'form_versions',
  {
    key: text('key').notNull(),
    revision: integer('revision').notNull(),
    settings: jsonb('settings').$type<Json>().notNull(),
    version: text('version').notNull(),
    public: boolean('public').notNull(),
    publishedBy: text('published_by'),
    publishedAt: now('published_at'),
  },
  (t) => [primaryKey({ columns: [t.key, t.revision] })],
)

export const records = pgTable(
  'records',
  {
    path: text('path').primaryKey(),
    tenant: text('tenant').notNull(),
    /** The path without its last segment: the list that contains the record. */
    parent: text('parent').notNull().generatedAlwaysAs(sql`regexp_replace(path, '/[^/]*$', '')`),
    /** Grows with every new record; lists are sorted and paged by it. */
    n: bigserial('n', { mode: 'number' }).notNull(),
    rev: integer('rev').notNull(),
    model: jsonb('model').$type<Json>().notNull(),
    deleted: boolean('deleted').notNull().default(false),
    createdBy: text('created_by').notNull(),
    createdDevice: text('created_device').notNull(),
    updatedBy: text('updated_by').notNull(),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
    /** Device time of the last save, and the same time corrected by the device's clock error. */
    clientAt: at('client_at'),
    correctedAt: at('corrected_at'),
  },
  (t) => [
    index('records_list').on(t.parent, t.n.desc()).where(sql`not deleted`),
    index('records_own').on(t.parent, t.createdBy, t.n.desc()).where(sql`not deleted`),
  ],
)

/** Changes of records, and which saves arrived late (written by sql/migrations/0001-0039/0007-record-edits.sql). */
export const recordEdits = pgTable(
  'record_edits',
  {
    path: text('path').notNull(),
    rev: integer('rev').notNull(),
    parent: text('parent').notNull().generatedAlwaysAs(sql`regexp_replace(path, '/[^/]*$', '')`),
    actor: text('actor').notNull(),
    device: text('device'),
    /**
     * Device time of the save, corrected by its clock error; null for writes by the server or by a program.
     */
    madeAt: at('made_at'),
    at: now('at'),
    before: jsonb('before').$type<Json>().notNull().default({}),
    added: jsonb('added').$type<string[]>().notNull().default([]),
    late: text('late').$type<'overtaken' | 'old'>(),
    over: text('over'),
    lookedBy: text('looked_by'),
    lookedAt: at('looked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.path, t.rev] }),
    index('record_edits_late').on(t.parent, t.at.desc()).where(sql`late is not null and looked_at is null`),
  ],
)

/** Sign-ins and sign-outs that a manager should look at (sql/migrations/0001-0039/0028-doubts.sql). */
export const attendanceDoubts = pgTable(
  'attendance_doubts',
  {
    path: text('path').primaryKey(),
    team: text('team').notNull(),
    reasons: jsonb('reasons').$type<string[]>().notNull(),
    name: text('name'),
    direction: text('direction').$type<'in' | 'out'>(),
    saidAt: at('said_at'),
    receivedAt: at('received_at').notNull(),
    lookedBy: text('looked_by'),
    lookedAt: at('looked_at'),
  },
  (t) => [index('attendance_doubts_open').on(t.team, t.receivedAt.desc()).where(sql`looked_at is null`)],
)

/** One row for every operation that was applied (kept at least 400 days) or cancelled before it arrived. */
export const receipts = pgTable(
  'receipts',
  {
    opId: text('op_id').primaryKey(),
    tenant: text('tenant'),
    actor: text('actor').notNull(),
    device: text('device').notNull(),
    path: text('path'),
    seq: counter('seq'),
    payloadSha256: text('payload_sha256'),
    status: text('status').$type<'applied' | 'cancelled'>().notNull(),
    httpStatus: integer('http_status'),
    /** Null for a save of a record: its answer is `opId`, `path` and `rev`. */
    body: jsonb('body').$type<Json>(),
    rev: integer('rev'),
    createdAt: now('created_at'),
  },
  (t) => [
    index('receipts_hash').using('hash', t.path),
    index('receipts_created_at').using('brin', t.createdAt),
    index('receipts_cancelled').on(t.createdAt).where(sql`status = 'cancelled'`),
  ],
)

/** Messages on a record, numbered from 1 per record. */
export const feedEntries = pgTable(
  'feed_entries',
  {
    path: text('path').notNull(),
    n: integer('n').notNull(),
    tenant: text('tenant').notNull(),
    /** As unique as the receipt of its operation, which is stored with it. */
    opId: text('op_id').notNull(),
    type: text('type').notNull(),
    input: text('input'),
    sms: boolean('sms').notNull().default(false),
    text: text('text').notNull(),
    actor: text('actor').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [primaryKey({ columns: [t.path, t.n] })],
)

/** Work to do after a commit, written in the same transaction; see addJob.ts. */
export const jobs = pgTable(
  'jobs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    /** Null: the operation of the payload, and `:feed` (next_jobs). */
    key: text('key').unique(),
    payload: jsonb('payload').$type<Json>().notNull(),
    state: text('state').$type<'waiting' | 'running' | 'done' | 'dead'>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    runAt: now('run_at'),
    lockedUntil: at('locked_until'),
    lastError: text('last_error'),
    createdAt: now('created_at'),
    finishedAt: at('finished_at'),
    /** False: the row is deleted when the job is done. */
    kept: boolean('kept').notNull().default(true),
  },
  (t) => [index('jobs_open').on(t.runAt, t.id).where(sql`finished_at is null`)],
)

/** The change counter of a tenant. Its row lock makes the order of numbers the order of commits. */
export const tenants = pgTable('tenants', {
  id: text('id').primaryKey(),
  seq: counter('seq').notNull().default(0),
  /** The highest number with a deleted change. */
  pruned: counter('pruned').notNull().default(0),
})

/**
 * Every change of a tenant, numbered without gaps: `where seq > cursor order by seq` misses nothing. `path`
 * is the path of a record, the key of a form, the name of a list, or the project with changed rights.
 */
export const changes = pgTable(
  'changes',
  {
    tenant: text('tenant').notNull(),
    seq: counter('seq').notNull(),
    path: text('path').notNull(),
    /** Revision of a record; 0 for other kinds. */
    rev: integer('rev').notNull(),
    kind: text('kind').$type<'record' | 'form' | 'list' | 'rights'>().notNull().default('record'),
    at: now('at'),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.seq] }), index('changes_at').using('brin', t.at)],
)

/**
 * Saves that a device reported as lost. A save leaves the list when a receipt shows that it arrived after
 * all.
 */
export const lostSaves = pgTable(
  'lost_saves',
  {
    opId: text('op_id').primaryKey(),
    actor: text('actor').notNull(),
    device: text('device').notNull(),
    madeFrom: at('made_from'),
    madeTo: at('made_to'),
    toldAt: now('told_at'),
    /** The record of the save, if the device remembers it. */
    path: text('path'),
  },
  (t) => [index('lost_saves_actor').on(t.actor, t.toldAt.desc())],
)

/**
 * The links of the devices' audit chains of saves (contract/rules/chainHeader.ts). Never deleted: they are
 * evidence.
 */
export const chainLinks = pgTable(
  'chain_links',
  {
    opId: text('op_id').primaryKey(),
    chain: text('chain').notNull(),
    n: counter('n').notNull(),
    prev: text('prev').notNull(),
    hash: text('hash').notNull(),
    /** The device that owns the chain, and the device that uploaded the link. */
    device: text('device').notNull(),
    carriedBy: text('carried_by').notNull(),
    actor: text('actor').notNull(),
    path: text('path').notNull(),
    clientAt: at('client_at').notNull(),
    skewMs: counter('skew_ms').notNull().default(0),
    receivedAt: now('received_at'),
    /** Hash and content match the values that the device sent. */
    whole: boolean('whole').notNull(),
    discarded: boolean('discarded').notNull().default(false),
  },
  (t) => [index('chain_links_order').on(t.chain, t.n), index('chain_links_path').on(t.path), index('chain_links_device').on(t.device)],
)

/**
 * Uploads. `path` is the first record that named the file; a complete file without a path may be deleted
 * after a while.
 */
export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    tenant: text('tenant'),
    path: text('path'),
    size: counter('size').notNull(),
    sha256: text('sha256').notNull(),
    type: text('type').notNull(),
    filename: text('filename').notNull(),
    complete: boolean('complete').notNull().default(false),
    createdBy: text('created_by').notNull(),
    createdDevice: text('created_device'),
    createdAt: now('created_at'),
    completedAt: at('completed_at'),
    /** Bytes to transfer when the file arrives encrypted. */
    sealedSize: counter('sealed_size'),
    /** Bytes received of an incomplete file, as of the end of the last request that sent some. */
    arrived: counter('arrived').notNull().default(0),
    /** Hash of the address group that sent the file, if the sender was not signed in. */
    createdAddress: text('created_address'),
  },
  (t) => [
    index('files_path').on(t.path),
    index('files_of_person').on(t.createdBy),
    index('files_of_tenant').on(t.tenant).where(sql`tenant is not null`),
    index('files_arriving').on(t.createdBy).where(sql`not complete`),
    index('files_loose').on(t.createdAt).where(sql`path is null`),
  ],
)

/** Text messages as given to the sender; writing the same `key` twice makes one message. */
export const smsOutbox = pgTable('sms_outbox', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  key: text('key').unique(),
  mobile: text('mobile').notNull(),
  text: text('text').notNull(),
  state: text('state').$type<'waiting' | 'sent' | 'failed'>().notNull().default('waiting'),
  createdAt: now('created_at'),
  sentAt: at('sent_at'),
})

/** A short URL that redirects to a page of this site for a day. */
export const shortLinks = pgTable(
  'short_links',
  {
    code: text('code').primaryKey(),
    /** A path under `/frontend/`, with its query. */
    target: text('target').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: now('created_at'),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('short_links_expires_at').on(t.expiresAt)],
)

/** Answers of an external translator, so that a form opened on three hundred phones is translated once. */
export const translations = pgTable(
  'translations',
  {
    lang: text('lang').notNull(),
    /** Hash of the English text. */
    textSha256: text('text_sha256').notNull(),
    translation: text('translation').notNull(),
    usedAt: now('used_at'),
  },
  (t) => [primaryKey({ columns: [t.lang, t.textSha256] })],
)

/** A device of a billing account (contract/endpoints/devices.ts). */
export const devices = pgTable(
  'devices',
  {
    /** The id that the device has given itself. */
    id: text('id').primaryKey(),
    shortId: text('short_id').notNull().unique(),
    name: text('name').notNull(),
    billing: text('billing').notNull(),
    tokenSha256: text('token_sha256'),
    versionCode: counter('version_code').notNull().default(0),
    /** The last report of the device. */
    facts: jsonb('facts').$type<Json>().notNull().default({}),
    locked: boolean('locked').notNull().default(false),
    /** Working hours without a ping before the administrators get an alert; 0 = never. */
    alertHours: integer('alert_hours').notNull().default(2),
    lastPing: at('last_ping'),
    silenceToldAt: at('silence_told_at'),
    registeredBy: text('registered_by').notNull(),
    registeredAt: now('registered_at'),
    revokedBy: text('revoked_by'),
    revokedAt: at('revoked_at'),
    deleted: boolean('deleted').notNull().default(false),
    rev: integer('rev').notNull().default(1),
    /** SHA-256 of the key with which the device proves its id. */
    deviceKey: text('device_key'),
  },
  (t) => [
    index('devices_billing').on(t.billing).where(sql`not deleted`),
    index('devices_last_ping').on(t.lastPing).where(sql`revoked_at is null and not deleted`),
  ],
)

/** A command to a device, and its progress. */
export const deviceCommands = pgTable(
  'device_commands',
  {
    id: text('id').primaryKey(),
    device: text('device').notNull(),
    kind: text('kind').notNull(),
    text: text('text'),
    askedBy: text('asked_by').notNull(),
    askedAt: now('asked_at'),
    deliveredAt: at('delivered_at'),
    doneAt: at('done_at'),
    failed: text('failed'),
  },
  (t) => [index('device_commands_device').on(t.device, t.askedAt.desc())],
)

/** The short URL on a bot's poster. */
export const botCodes = pgTable('bot_codes', {
  code: text('code').primaryKey(),
  automation: text('automation').notNull().unique(),
  createdAt: now('created_at'),
})

/** Requests of visitors on the public demo pages, and the resulting bot and conversation. */
export const demoRequests = pgTable(
  'demo_requests',
  {
    id: text('id').primaryKey(),
    page: text('page').$type<'groundbreak' | 'demo'>().notNull(),
    project: text('project'),
    email: text('email').notNull(),
    name: text('name').notNull(),
    company: text('company').notNull(),
    number: text('number').notNull(),
    /** The time on the visitor's clock. */
    time: at('time').notNull(),
    automation: text('automation').notNull(),
    execution: text('execution'),
    createdAt: now('created_at'),
  },
  (t) => [index('demo_requests_automation').on(t.automation)],
)
/** The six-digit code of a bot's kiosk. */
export const kioskCodes = pgTable('kiosk_codes', {
  automation: text('automation').primaryKey(),
  code: text('code').notNull().unique(),
  madeBy: text('made_by').notNull(),
  madeAt: now('made_at'),
  /** The digits, encrypted with the server's secret; `code` is their HMAC. */
  sealed: text('sealed'),
})

/** Devices that show a bot as a kiosk. */
export const kioskDevices = pgTable(
  'kiosk_devices',
  {
    /** `kiosk.` and 20 letters and digits. */
    uid: text('uid').primaryKey(),
    automation: text('automation').notNull(),
    deviceCode: text('device_code').notNull(),
    tokenSha256: text('token_sha256').notNull().unique(),
    pairedBy: text('paired_by').notNull(),
    pairedAt: now('paired_at'),
    lastSeen: now('last_seen'),
    revokedAt: at('revoked_at'),
    revokedBy: text('revoked_by'),
    device: text('device'),
    deviceKey: text('device_key'),
    /** HMAC of the network that it was last seen in. */
    network: text('network'),
    /** Its unsent saves when it was last seen: count, and the time of the oldest one. */
    waiting: jsonb('waiting'),
  },
  (t) => [index('kiosk_devices_automation').on(t.automation, t.pairedAt).where(sql`revoked_at is null`)],
)

/** People who may authorize a kiosk, besides the project's Owner and Administrators. */
export const kioskContacts = pgTable('kiosk_contacts', { automation: text('automation').notNull(), uid: text('uid').notNull() }, (t) => [
  primaryKey({ columns: [t.automation, t.uid] }),
])

/** The contact who gets the PIN that a device must enter to become a kiosk or to stop being one. */
export const kioskChecks = pgTable('kiosk_checks', { key: text('key').primaryKey(), uid: text('uid').notNull(), at: now('at') })

/** QR codes that authorize one kiosk once. */
export const kioskTickets = pgTable('kiosk_tickets', {
  tokenSha256: text('token_sha256').primaryKey(),
  automation: text('automation').notNull(),
  madeBy: text('made_by').notNull(),
  expiresAt: at('expires_at').notNull(),
})

/** Certification types of a billing account (`parent`). */
export const namedRows = pgTable(
  'named_rows',
  {
    parent: text('parent').notNull(),
    list: text('list').$type<'permitTypes'>().notNull(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    updatedAt: now('updated_at'),
  },
  (t) => [primaryKey({ columns: [t.parent, t.list, t.key] })],
)

/** Days off of a project or of a billing account (`parent`); the first and the last day are included. */
export const holidays = pgTable(
  'holidays',
  {
    parent: text('parent').notNull(),
    auid: text('auid').notNull(),
    date: date('date').notNull(),
    dateEnd: date('date_end').notNull(),
    label: text('label').notNull(),
  },
  (t) => [primaryKey({ columns: [t.parent, t.auid] })],
)

/** Days off of the billing account on which a project works anyway. */
export const holidaysIgnored = pgTable('holidays_ignored', { team: text('team').notNull(), auid: text('auid').notNull() }, (t) => [
  primaryKey({ columns: [t.team, t.auid] }),
])

/** People removed from a project. */
export const deletedMembers = pgTable(
  'deleted_members',
  {
    team: text('team').notNull(),
    /** The uid, or the e-mail address of a person who was only invited. */
    key: text('key').notNull(),
    uid: text('uid'),
    email: text('email'),
    name: text('name').notNull(),
    deletedBy: text('deleted_by').notNull(),
    deletedAt: now('deleted_at'),
  },
  (t) => [primaryKey({ columns: [t.team, t.key] })],
)

/** Directories of billing accounts (SCIM) and their tokens. */
export const directories = pgTable('directories', {
  billing: text('billing').primaryKey(),
  tokenSha256: text('token_sha256').unique(),
  madeBy: text('made_by'),
  madeAt: at('made_at'),
  calledAt: at('called_at'),
})

/** People whom the directory of a billing account keeps (server/domain/directory). */
export const directoryPeople = pgTable(
  'directory_people',
  {
    billing: text('billing').notNull(),
    uid: text('uid')
      .notNull()
      .references(() => people.uid, { onDelete: 'cascade' }),
    userName: text('user_name').notNull(),
    externalId: text('external_id'),
    email: text('email'),
    /** Made by the directory, a member of the account before, or joined from elsewhere. */
    origin: text('origin').$type<'made' | 'member' | 'joined'>().notNull(),
    active: boolean('active').notNull().default(true),
    deleted: boolean('deleted').notNull().default(false),
    document: jsonb('document').$type<Json>().notNull(),
    rev: integer('rev').notNull().default(1),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    primaryKey({ columns: [t.billing, t.uid] }),
    index('directory_people_external_id').on(t.billing, t.externalId).where(sql`not deleted`),
    index('directory_people_uid').on(t.uid),
    index('directory_people_order').on(t.billing, t.createdAt, t.uid).where(sql`not deleted`),
  ],
)

/** Groups of a directory. `team` and `role`: what the group gives. */
export const directoryGroups = pgTable(
  'directory_groups',
  {
    id: text('id').primaryKey(),
    billing: text('billing').notNull(),
    name: text('name').notNull(),
    externalId: text('external_id'),
    team: text('team'),
    role: text('role').$type<'Administrator' | 'Member' | 'Worker'>(),
    rev: integer('rev').notNull().default(1),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [index('directory_groups_team').on(t.team).where(sql`team is not null`)],
)

export const directoryGroupMembers = pgTable(
  'directory_group_members',
  {
    grp: text('grp')
      .notNull()
      .references(() => directoryGroups.id, { onDelete: 'cascade' }),
    uid: text('uid')
      .notNull()
      .references(() => people.uid, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.grp, t.uid] }), index('directory_group_members_uid').on(t.uid)],
)

/** E-mails as given to the sender; writing the same `key` twice makes one e-mail. */
export const mailOutbox = pgTable('mail_outbox', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  key: text('key').unique(),
  address: text('address').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  createdAt: now('created_at'),
})

/** Libraries of billing accounts (contract/endpoints/libraries.ts). */
export const libraries = pgTable(
  'libraries',
  {
    key: text('key').primaryKey(),
    billing: text('billing').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    deleted: boolean('deleted').notNull().default(false),
    rev: integer('rev').notNull().default(1),
    createdBy: text('created_by').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [index('libraries_billing').on(t.billing).where(sql`not deleted`)],
)

/** Documents of a library; `file` is the upload that the document shows. */
export const libraryDocuments = pgTable(
  'library_documents',
  {
    library: text('library').notNull(),
    key: text('key').notNull(),
    model: jsonb('model').notNull().default({}),
    file: text('file'),
    deleted: boolean('deleted').notNull().default(false),
    rev: integer('rev').notNull().default(1),
    createdAt: now('created_at'),
  },
  (t) => [primaryKey({ columns: [t.library, t.key] }), index('library_documents_file').on(t.file).where(sql`file is not null`)],
)

/**
 * Conversations of bots by text message (contract/endpoints/executions.ts). `model` is shown to people, `talk` is the
 * state of the conversation.
 */
export const executions = pgTable(
  'executions',
  {
    id: text('id').primaryKey(),
    team: text('team').notNull(),
    automation: text('automation').notNull(),
    owner: text('owner').notNull(),
    kind: text('kind').$type<'manpower' | 'multiVendor' | 'notes' | 'form'>().notNull(),
    mobile: text('mobile').notNull(),
    day: date('day').notNull(),
    phase: text('phase').$type<'asking' | 'decide' | 'waiting' | 'working' | 'done'>().notNull(),
    demo: boolean('demo').notNull().default(false),
    model: jsonb('model').$type<Json>().notNull(),
    talk: jsonb('talk').$type<Json>().notNull().default({}),
    rev: integer('rev').notNull().default(1),
    decidedBy: text('decided_by'),
    decidedAt: at('decided_at'),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    index('executions_team').on(t.team, t.day),
    index('executions_open').on(t.team).where(sql`phase <> 'done'`),
    index('executions_mobile').on(t.mobile, t.createdAt.desc()),
    index('executions_undecided').on(t.automation).where(sql`phase in ('decide', 'waiting')`),
  ],
)

/** The conversation that has the manpower of a record. */
export const manpowerReports = pgTable('manpower_reports', {
  path: text('path').primaryKey(),
  execution: text('execution').notNull(),
})

/** Drafts of forms that their authors try on a phone. */
export const formTrials = pgTable(
  'form_trials',
  {
    tokenSha256: text('token_sha256').primaryKey(),
    form: text('form').notNull(),
    team: text('team').notNull(),
    settings: jsonb('settings').notNull(),
    madeBy: text('made_by').notNull(),
    createdAt: now('created_at'),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('form_trials_form').on(t.form, t.createdAt.desc())],
)

/** The records of trials. */
export const trialRecords = pgTable(
  'trial_records',
  {
    trial: text('trial').notNull(),
    id: text('id').notNull(),
    model: jsonb('model').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [primaryKey({ columns: [t.trial, t.id] })],
)

/** The messages of a conversation, numbered from 1; writing the same `key` twice makes one message. */
export const executionMessages = pgTable(
  'execution_messages',
  {
    execution: text('execution').notNull(),
    n: integer('n').notNull(),
    way: text('way').$type<'out' | 'in' | 'note'>().notNull(),
    text: text('text').notNull(),
    key: text('key').notNull().unique(),
    at: now('at'),
    sentAt: at('sent_at'),
    failed: text('failed'),
    heldAt: at('held_at'),
  },
  (t) => [primaryKey({ columns: [t.execution, t.n] }), index('execution_messages_at').using('brin', t.at)],
)

/** Text messages from phones as they arrived. */
export const smsInbox = pgTable(
  'sms_inbox',
  {
    key: text('key').primaryKey(),
    mobile: text('mobile').notNull(),
    text: text('text').notNull(),
    execution: text('execution'),
    at: now('at'),
  },
  (t) => [index('sms_inbox_mobile').on(t.mobile, t.at.desc())],
)

/** Entries for a daily log, one per key. */
export const dailyLogEntries = pgTable(
  'daily_log_entries',
  {
    key: text('key').primaryKey(),
    execution: text('execution').notNull(),
    team: text('team').notNull(),
    day: date('day').notNull(),
    kind: text('kind').$type<'manpower' | 'notes'>().notNull(),
    state: text('state').$type<'waiting' | 'written' | 'refused' | 'dropped'>().notNull(),
    pending: boolean('pending').notNull().default(false),
    model: jsonb('model').$type<Json>().notNull(),
    remote: text('remote'),
    writtenBy: text('written_by'),
    writtenAt: at('written_at'),
    createdAt: now('created_at'),
    begunAt: at('begun_at'),
    heldUntil: at('held_until'),
  },
  (t) => [index('daily_log_entries_day').on(t.team, t.day), index('daily_log_entries_execution').on(t.execution)],
)

/** Completed days in the product's own log. */
export const dailyLogDays = pgTable(
  'daily_log_days',
  {
    team: text('team').notNull(),
    day: date('day').notNull(),
    completedBy: text('completed_by').notNull(),
    completedAt: now('completed_at'),
  },
  (t) => [primaryKey({ columns: [t.team, t.day] })],
)

/** The daily logs of the simulated construction system. */
export const simulatedLog = pgTable(
  'simulated_log',
  {
    key: text('key').primaryKey(),
    project: text('project').notNull(),
    day: date('day').notNull(),
    kind: text('kind').notNull(),
    pending: boolean('pending').notNull(),
    model: jsonb('model').$type<Json>().notNull(),
    at: now('at'),
  },
  (t) => [index('simulated_log_day').on(t.project, t.day)],
)
export const simulatedLogDays = pgTable('simulated_log_days', { project: text('project').notNull(), day: date('day').notNull() }, (t) => [
  primaryKey({ columns: [t.project, t.day] }),
])

/** Text messages that the server has given to a provider or is about to. */
export const textClaims = pgTable(
  'text_claims',
  {
    key: text('key').primaryKey(),
    providerId: text('provider_id').unique(),
    tries: integer('tries').notNull().default(1),
    firstAt: now('first_at'),
    claimedAt: now('claimed_at'),
  },
  (t) => [index('text_claims_first').on(t.firstAt)],
)

/** Numbers that have opted out of text messages from bots. */
export const textRefusals = pgTable('text_refusals', { mobile: text('mobile').primaryKey(), at: now('at') })

/** Chats with bots in the app; `state` is the information collected so far. */
export const chats = pgTable(
  'chats',
  {
    id: text('id').primaryKey(),
    automation: text('automation').notNull(),
    uid: text('uid').notNull(),
    lang: text('lang').notNull(),
    state: jsonb('state').notNull(),
    record: text('record'),
    redirect: text('redirect'),
    rev: integer('rev').notNull().default(1),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [index('chats_of').on(t.automation, t.uid, t.createdAt.desc())],
)

/** Messages of a chat after the greeting; a reply has the id of the message that it answers. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    chat: text('chat').notNull(),
    n: integer('n').notNull(),
    id: text('id').notNull(),
    sender: text('sender').$type<'ai' | 'user'>().notNull(),
    text: text('text').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [primaryKey({ columns: [t.chat, t.n] }), unique().on(t.chat, t.id, t.sender)],
)

/** A report that a person ran (contract/endpoints/reporting.ts). */
export const reports = pgTable(
  'reports',
  {
    session: text('session').primaryKey(),
    uid: text('uid').notNull(),
    teams: jsonb('teams').$type<string[]>().notNull(),
    answer: jsonb('answer').$type<Json>().notNull(),
    createdAt: now('created_at'),
  },
  (t) => [index('reports_uid').on(t.uid, t.createdAt.desc())],
)

/** An import of a file into a list of a project. */
export const listImports = pgTable('list_imports', {
  id: text('id').primaryKey(),
  team: text('team')
    .notNull()
    .references(() => teams.id, { onDelete: 'cascade' }),
  lookup: text('lookup').notNull(),
  file: text('file').notNull(),
  total: integer('total').notNull(),
  state: text('state').notNull().default('checking'),
  createdBy: text('created_by').notNull(),
  createdAt: now('created_at'),
})

/** The rows of an import; `before` is the entry before the row changed it. */
export const listImportRows = pgTable(
  'list_import_rows',
  {
    import: text('import')
      .notNull()
      .references(() => listImports.id, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    label: text('label').notNull(),
    attributes: jsonb('attributes').$type<Json>().notNull().default({}),
    disabled: boolean('disabled'),
    newId: text('new_id').notNull(),
    entry: text('entry'),
    outcome: text('outcome').notNull().default('added'),
    problem: text('problem'),
    place: text('place'),
    before: jsonb('before').$type<Json>(),
    done: boolean('done').notNull().default(false),
    /** The entry or the earlier row that makes this row a problem. */
    other: text('other'),
    otherRow: integer('other_row'),
  },
  (t) => [primaryKey({ columns: [t.import, t.n] })],
)

/** The questions about training documents that a form got. One that its author removed does not come back. */
export const trainingQuestions = pgTable(
  'training_questions',
  {
    form: text('form')
      .notNull()
      .references(() => forms.key, { onDelete: 'cascade' }),
    attribute: text('attribute').notNull(),
  },
  (t) => [primaryKey({ columns: [t.form, t.attribute] })],
)

/** The steps of a permit: who approved, refused and closed it. */
export const permitSteps = pgTable(
  'permit_steps',
  {
    path: text('path')
      .notNull()
      .references(() => records.path, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    step: text('step').notNull(),
    seenRev: integer('seen_rev').notNull(),
    reason: text('reason'),
    decidedBy: text('decided_by').notNull(),
    decidedAt: now('decided_at'),
  },
  (t) => [primaryKey({ columns: [t.path, t.n] })],
)

/** Which work by the clock began last, and when. */
export const turns = pgTable('turns', {
  name: text('name').primaryKey(),
  takenAt: at('taken_at').notNull(),
})
